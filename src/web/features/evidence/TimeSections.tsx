import { Note, Section } from '#web/kit/components/layout.tsx'
import { Facts } from '#web/kit/components/lists.tsx'
import { Waiting } from '#web/kit/components/states.tsx'
import { formatSpan, formatWait } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import type { Trust } from './use-trust.ts'

interface TimeProps {
  /** Null while they are being loaded. */
  readonly statistics: Trust | null
}

/** How long uses took to come back. */
export function TimeSection({ statistics }: TimeProps) {
  const { time, tooFew } = useTexts().trust
  const { language } = useLanguage()
  const span = (seconds: number) => (seconds < 1 ? time.moment : formatWait(seconds, language))
  const write = (by: 'automatic' | 'operator') => {
    if (statistics === null) return <Waiting />
    const took = statistics.returnTime[by]
    return took === null ? tooFew : time.both(span(took.half), span(took.p95))
  }
  return (
    <Section title={time.title}>
      <Facts
        look="normal"
        facts={[
          [time.automatic, write('automatic')],
          [time.operator, write('operator')],
        ]}
      />
      <Note>{time.note}</Note>
    </Section>
  )
}

/** How old contacts are. */
export function AgeSection({ statistics }: TimeProps) {
  const { age } = useTexts().trust
  const { language } = useLanguage()
  const days = statistics?.contactDays ?? null
  const written = days === null ? '–' : formatSpan(Math.max(1, days), language)
  return (
    <Section title={age.title} figure={statistics === null ? <Waiting /> : written}>
      <Note>{statistics !== null && days === null ? age.unknown : age.note}</Note>
    </Section>
  )
}
