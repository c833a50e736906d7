import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import type { Elements } from './elements.ts'
import { Card } from './Card.tsx'
import { classNames } from './class-names.ts'
import styles from './layout.module.css'

interface PageScaffoldProps {
  readonly ref?: Ref<HTMLDivElement> | undefined
  /** Texts, a list, sections side by side, or a form. Determines the outer spacing. */
  readonly kind: 'text' | 'list' | 'sections' | 'form'
  /** Maximum width in rem; the full width by default. */
  readonly width?: 36 | 52 | 60
  /** Spacing step between the parts; the sixth by default, the fifth in a form. */
  readonly gap?: 5
  /** The page's heading, unless a card has it. */
  readonly title?: string
  /** Introduction under the heading. */
  readonly lead?: string | Elements
  /** Content under the parts. */
  readonly footer?: ReactNode
  readonly children: Elements
}

/** A page's scaffold: width, spacing, heading, and its parts in a column. */
export function PageScaffold({ ref, kind, width, gap, title, lead, footer, children }: PageScaffoldProps) {
  const heading = title !== undefined && <h1>{title}</h1>
  return (
    <div
      ref={ref}
      className={classNames(
        styles.page,
        styles[kind],
        gap === 5 && styles.close,
        width !== undefined && styles[`width${width}`],
      )}
    >
      {lead === undefined ? (
        heading
      ) : (
        <div className={styles.intro}>
          {heading}
          {typeof lead === 'string' ? <p>{lead}</p> : lead}
        </div>
      )}
      {children}
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}

interface SectionProps {
  /** Text on the card's tab. */
  readonly title: string
  /** What the section is about, above the hairline. */
  readonly heading?: ReactNode
  readonly figure?: ReactNode
  readonly figureLabel?: ReactNode
  /** Of its page, the one that is about now: it has the accent. */
  readonly isActive?: boolean
  readonly children: Elements
}

/** A part of a page: an index card with its title on the tab. */
export function Section({ title, heading, figure, figureLabel, isActive = false, children }: SectionProps) {
  const titleId = useId()
  return (
    <Card
      aria-labelledby={titleId}
      tab={
        <TabHeading level={2} id={titleId}>
          {title}
        </TabHeading>
      }
      heading={heading}
      figure={figure}
      figureLabel={figureLabel}
      isQuiet={!isActive}
    >
      {children}
    </Card>
  )
}

interface StackProps extends Omit<ComponentProps<'div'>, 'className'> {
  /** Spacing step between them. */
  readonly gap: 1 | 2 | 3 | 4 | 5 | 6
}

interface LineProps extends Omit<ComponentProps<'div'>, 'className'> {
  /** Spacing step between them; chips are closer where no fingers press them. */
  readonly gap: StackProps['gap'] | 'chips'
  /** The last one at the line's end. */
  readonly isSpread?: boolean
  /** A line of text: no higher than one, with its words on the same baseline. */
  readonly isWritten?: boolean
  readonly isSmall?: boolean
}

/** Content side by side, and on further lines where there is no room. */
export function Line({ gap, isSpread = false, isWritten = false, isSmall = false, ...rest }: LineProps) {
  const looks = [isSpread && styles.spread, isWritten && styles.written, isSmall && styles.note]
  return <div {...rest} className={classNames(styles.line, styles[`gap${gap}`], ...looks)} />
}

interface ColumnsProps extends StackProps {
  /** Least width of a column in rem: as many stand side by side as there is room for. */
  readonly min: 12 | 15 | 18 | 20 | 26
  /** Each as high as its content, not as its neighbour. */
  readonly isLoose?: boolean
  /** Rows closer than columns, as those of boxes to tick. */
  readonly hasCloseRows?: boolean
}

/** Content in columns of equal width. */
export function Columns({ gap, min, isLoose = false, hasCloseRows = false, ...rest }: ColumnsProps) {
  const looks = [isLoose && styles.loose, hasCloseRows && styles.closeRows]
  return (
    <div
      {...rest}
      className={classNames(styles.columns, styles[`min${min}`], styles[`gap${gap}`], ...looks)}
    />
  )
}

/** Keeps the footer below the screen, where nobody sees it move. */
export function Screenful({ children }: { readonly children: ReactNode }) {
  return <div className={styles.screenful}>{children}</div>
}

interface BoxProps extends Omit<ComponentProps<'div'>, 'className'> {
  /** It may go, or does not count yet. */
  readonly isDashed?: boolean
  /** Between two lines over the full width instead. */
  readonly isRuled?: boolean
}

/** Content that stands apart from what is around it, and is no card. */
export function Box({ isDashed = false, isRuled = false, ...rest }: BoxProps) {
  const names = [styles.box, isDashed && styles.dashed, isRuled && styles.ruled]
  return <div {...rest} className={classNames(...names)} />
}

interface LinksProps extends Omit<ComponentProps<'ul'>, 'className'> {
  /** `small` ones belong to a card; of `tabs` one is the page; `quiet` ones lead to a page's own parts. */
  readonly look?: 'small' | 'tabs' | 'quiet'
}

/** Links that are a line of their own, each large enough to be pressed. */
export function Links({ look, ...rest }: LinksProps) {
  return <ul {...rest} className={classNames(styles.links, look && styles[`${look}Links`])} />
}

interface PartProps {
  readonly title: string
  readonly isBusy?: boolean
  readonly children: Elements
}

/** A part of a page with its heading, apart from what stands above it. */
export function Part({ title, isBusy, children }: PartProps) {
  const titleId = useId()
  return (
    <section className={styles.part} aria-labelledby={titleId} aria-busy={isBusy}>
      <Heading id={titleId}>{title}</Heading>
      {children}
    </section>
  )
}

interface ColumnProps extends StackProps {
  /** Takes the room of its card that is left, so that what follows stands on one line with the next card's. */
  readonly isFilling?: boolean
}

/** Content in a column. */
export function Stack({ gap, isFilling = false, ...rest }: ColumnProps) {
  return (
    <div {...rest} className={classNames(styles.stack, styles[`gap${gap}`], isFilling && styles.filling)} />
  )
}

interface ActionsProps extends Omit<ComponentProps<'div'>, 'className'> {
  /** At the end of the line, as at the bottom of a dialog. */
  readonly isAtEnd?: boolean
}

/** Buttons and links side by side. */
export function Actions({ isAtEnd = false, ...rest }: ActionsProps) {
  return <div {...rest} className={classNames(styles.actions, isAtEnd && styles.end)} />
}

type TextProps = Omit<ComponentProps<'p'>, 'className'>

/** An introductory text, less prominent than what follows. */
export function Lead(props: TextProps) {
  return <p {...props} className={styles.lead} />
}

/** An accompanying text, less prominent and smaller. */
export function Note(props: TextProps) {
  return <p {...props} className={classNames(styles.lead, styles.note)} />
}

interface WordsProps extends Omit<ComponentProps<'span'>, 'className'> {
  readonly tone?: 'muted' | 'strong' | 'success' | 'warning'
  /** On one line. */
  readonly isWhole?: boolean
  readonly isSmall?: boolean
}

/** A few words whose colour says something, with their icon; the words say it, too. */
export function Words({ tone = 'muted', isSmall = false, isWhole = false, ...rest }: WordsProps) {
  const names = [styles.words, styles[tone], isSmall && styles.note, isWhole && styles.whole]
  return <span {...rest} className={classNames(...names)} />
}

interface HeadingProps extends Omit<ComponentProps<'h2'>, 'className'> {
  /** Of a list, which says more than it. */
  readonly isSmall?: boolean
}

/** The smaller heading of a form or a part of a page. */
export function Heading({ isSmall = false, ...rest }: HeadingProps) {
  // oxlint-disable-next-line jsx-a11y/heading-has-content
  return <h2 {...rest} className={classNames(styles.heading, isSmall && styles.small)} />
}

/** The heading of a part that replaces another: takes the focus, because the control that had it is gone. */
export function FocusedHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

interface TabHeadingProps {
  readonly level: 1 | 2
  readonly id?: string
  readonly children: ReactNode
}

/** A heading on a card's tab, in the tab's style. */
export function TabHeading({ level, ...rest }: TabHeadingProps) {
  const Level = `h${level}` as const
  return <Level {...rest} className={styles.tab} />
}
