import { Line } from '#web/kit/components/layout.tsx'
import { useRef } from 'react'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Chip, Chips, useLeaving } from '#web/kit/components/Chip.tsx'
import { type ChosenFilter, type FilterChoice, shownFilters, without } from './filters.ts'
import type { Search } from './search-address.ts'
import { useFilterText } from './use-filter-text.ts'

interface FilterChipsProps {
  readonly choice: FilterChoice
  /** The search of the current results; other filters wait for Show. */
  readonly applied: Search
  /** The last chip is being removed; the focus must move. */
  readonly onEmptied: () => void
}

const LEAVING_MS = 300

/** The chosen filters; they can be removed one by one, or all at once. */
export function FilterChips({ choice, applied, onEmptied }: FilterChipsProps) {
  const { search } = useTexts()
  const textOf = useFilterText()
  const { text } = applied
  const appliedKeys = new Set(shownFilters(applied, text).map(({ key }) => key))
  const chips = useLeaving(shownFilters(choice.chosen, text), LEAVING_MS)
  const list = useRef<HTMLUListElement>(null)
  if (chips.length === 0) return null
  const remove = (item: ChosenFilter, index: number) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const isFree = (button: HTMLButtonElement | undefined) => button !== undefined && !button.disabled
    const next = [...buttons.slice(index + 1), ...buttons.slice(0, index).toReversed()].find(isFree)
    const isLast = shownFilters(without(choice.chosen, item.kind, item.value), text).length === 0
    if (next === undefined || isLast) onEmptied()
    else next.focus()
    choice.remove(item.kind, item.value)
  }
  const reset = () => {
    onEmptied()
    choice.reset()
  }
  return (
    <Line gap={2}>
      <Chips ref={list} label={search.chosenFilters}>
        {chips.map(({ item, isLeaving, place }, index) => (
          <Chip
            key={item.key}
            text={textOf(item)}
            removeLabel={search.removeFilter(textOf(item))}
            place={place}
            isLeaving={isLeaving}
            isDraft={!isLeaving && !appliedKeys.has(item.key)}
            onRemove={() => remove(item, index)}
          />
        ))}
      </Chips>
      <Button look="quiet" size="small" onClick={reset}>
        {search.resetFilters}
      </Button>
    </Line>
  )
}
