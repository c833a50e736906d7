import { type ReactNode, useId } from 'react'
import { Card } from './Card.tsx'
import { TabHeading } from './layout.tsx'

interface SectionProps {
  /** Text on the card's tab. */
  readonly title: string
  /** What the section is about, above the hairline. */
  readonly heading?: ReactNode
  readonly figure?: ReactNode
  readonly figureLabel?: ReactNode
  readonly children: ReactNode
}

/** A part of the profile: an index card with its title on the tab. */
export function Section({ title, heading, figure, figureLabel, children }: SectionProps) {
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
    >
      {children}
    </Card>
  )
}
