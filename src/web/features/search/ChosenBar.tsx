import { Button } from '#web/kit/components/Button.tsx'
import { useCopy } from '#web/kit/components/CopyButton.tsx'
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { type Choice, linesOf } from './chosen-channels.ts'

/** What can be done with the ticked channels. */
export function ChosenBar({ choice }: { readonly choice: Choice }) {
  const { search, reveals } = useTexts()
  const { language } = useLanguage()
  const { isCopied, copy } = useCopy(reveals.copyFailed)
  const { chosen, only, showOnly, clear } = choice
  const count = search.chosen(chosen.length, formatNumber(chosen.length, language))
  const isEmpty = chosen.length === 0 && only === null
  return (
    <SelectionBar status={isCopied ? search.listCopied : !isEmpty && count} isEmpty={isEmpty}>
      <Button size="small" look="ink" onClick={() => showOnly(only === null)}>
        {only === null ? search.compareChosen : search.showAll}
      </Button>
      <Button
        size="small"
        icon={isCopied ? 'check' : 'copy'}
        disabled={chosen.length === 0}
        onClick={() => void copy(linesOf(chosen))}
      >
        {chosen.some(({ url }) => url !== null) ? search.copyList : search.copyNames}
      </Button>
      <Button size="small" look="quiet" onClick={clear}>
        {search.clearChosen}
      </Button>
    </SelectionBar>
  )
}
