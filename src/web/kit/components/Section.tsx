import { type ReactNode, useId } from 'react'
import { Card } from './Card.tsx'
import styles from './Section.module.css'

interface SectionProps {
  /** Stands on the card's tab. */
  readonly title: string
  /** What the section is about, above the hairline. */
  readonly heading?: ReactNode
  readonly figure?: ReactNode
  readonly figureLabel?: ReactNode
  readonly children: ReactNode
}

/** One part of the profile: an index card with its title on the tab. */
export function Section({ title, heading, figure, figureLabel, children }: SectionProps) {
  const titleId = useId()
  return (
    <Card
      aria-labelledby={titleId}
      tab={
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
      }
      heading={heading}
      figure={figure}
      figureLabel={figureLabel}
    >
      {children}
    </Card>
  )
}
