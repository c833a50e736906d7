import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './PageScaffold.module.css'

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
  readonly lead?: ReactNode
  /** Content under the parts. */
  readonly footer?: ReactNode
  readonly children: ReactNode
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
