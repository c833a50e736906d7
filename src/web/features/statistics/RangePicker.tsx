import { useState } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Field, Select } from '#web/kit/components/forms.tsx'
import styles from './VideoStatistics.module.css'
import type { DayRange } from './use-statistics.ts'

const DAYS = { week: 7, month: 30 } as const
const CHOICES = ['all', 'week', 'month', 'own'] as const
type Choice = (typeof CHOICES)[number]

interface RangePickerProps {
  readonly range: DayRange
  readonly onChange: (range: DayRange) => void
}

/** The shown range of days: everything, the last ones, or any two dates. */
export function RangePicker({ range, onChange }: RangePickerProps) {
  const { statistics: texts } = useTexts()
  const [choice, setChoice] = useState<Choice>('all')
  const choose = (chosen: Choice) => {
    setChoice(chosen)
    if (chosen === 'all') onChange({ from: null, to: null })
    else if (chosen !== 'own') onChange({ from: daysAgo(DAYS[chosen]), to: null })
  }
  const day = (value: string) => (value === '' ? null : value)
  return (
    <>
      <Select
        label={texts.range}
        value={choice}
        options={CHOICES.map((each) => ({ value: each, text: texts.ranges[each] }))}
        onChange={choose}
      />
      {choice === 'own' && (
        <div className={styles.dates}>
          <Field
            type="date"
            label={texts.from}
            value={range.from ?? ''}
            max={range.to ?? undefined}
            onChange={(event) => onChange({ ...range, from: day(event.target.value) })}
          />
          <Field
            type="date"
            label={texts.to}
            value={range.to ?? ''}
            min={range.from ?? undefined}
            onChange={(event) => onChange({ ...range, to: day(event.target.value) })}
          />
        </div>
      )}
    </>
  )
}

/** The date that many days before today in Moscow. */
function daysAgo(days: number): string {
  const instant = Date.now() - days * 86_400_000
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short' }).format(instant)
}
