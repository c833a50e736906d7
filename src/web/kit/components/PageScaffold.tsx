import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './PageScaffold.module.css'

interface PageScaffoldProps {
  readonly ref?: Ref<HTMLDivElement> | undefined
  /** What it is: texts, a list, sections side by side, or a form. It decides the air around it. */
  readonly kind: 'text' | 'list' | 'sections' | 'form'
  /** How wide it is at most, in rem; the whole width unless told. */
  readonly width?: 36 | 52 | 60
  /** Which of the spaces stands between its parts; the sixth unless told, the fifth in a form. */
  readonly gap?: 5
  /** The page's heading, unless a card bears it. */
  readonly title?: string
  /** What the page is about, under the heading. */
  readonly lead?: ReactNode
  /** Stands under the parts. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** The scaffold of a page: measure, air, heading, and its parts one under the other. */
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
