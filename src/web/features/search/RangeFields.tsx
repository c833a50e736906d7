import { FormProblem, InlineLabel, SmallInput } from '#web/kit/components/forms.tsx'
import { Line } from '#web/kit/components/layout.tsx'
import { type FormEvent, useId, useState } from 'react'
import { parseCount } from '#shared/rules/parse-count.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { boundsOf, type Range, rangeOf } from './search-address.ts'

interface RangeFieldsProps {
  /** The range of the person's own; null for none. */
  readonly chosen: Range | null
  readonly onChoose: (range: Range) => void
}

/** A range of subscribers by numbers: from, to, or both. */
export function RangeFields({ chosen, onChoose }: RangeFieldsProps) {
  const { search } = useTexts()
  const [min, max] = chosen === null ? [null, null] : boundsOf(chosen)
  const written = [min, max].map((bound) => (bound === null || bound === 0 ? '' : String(bound)))
  const [typed, setTyped] = useState(written)
  const [known, setKnown] = useState(chosen)
  const [isRefused, setRefused] = useState(false)
  const problemId = useId()
  // A chip, Back or a recent search changed it.
  if (chosen !== known) {
    setKnown(chosen)
    setTyped(written)
    setRefused(false)
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const [from, to] = typed.map((text) => (text.trim() === '' ? null : parseCount(text)))
    if (from === null && to === null && typed.join('').trim() === '') return
    const isRead = typed.every((text) => text.trim() === '' || parseCount(text) !== null)
    const range = isRead ? rangeOf(from ?? 0, to ?? null) : null
    setRefused(range === null)
    if (range !== null && range !== chosen) onChoose(range)
  }
  return (
    <form method="post" onSubmit={apply} noValidate>
      <Line gap={2}>
        {[search.from, search.to].map((label, place) => (
          <InlineLabel key={label} text={label}>
            <SmallInput
              type="text"
              inputMode="decimal"
              autoComplete="off"
              aria-label={`${search.subscribers}, ${label}`}
              aria-invalid={isRefused || undefined}
              aria-describedby={isRefused ? problemId : undefined}
              value={typed[place] ?? ''}
              onChange={(event) => {
                setTyped(typed.with(place, event.target.value))
                setRefused(false)
              }}
            />
          </InlineLabel>
        ))}
        <Button type="submit" size="small">
          {search.applyRange}
        </Button>
      </Line>
      <FormProblem id={problemId}>{isRefused ? search.badRange : ''}</FormProblem>
    </form>
  )
}
