import { Button } from '#web/kit/components/Button.tsx'
import { useCopy } from '#web/kit/components/CopyButton.tsx'
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { GetContacts, useUnopened } from '#web/features/reveals/BulkReveal.tsx'
import { followed } from '#web/features/reveals/bulk-reveal.ts'
import { AddToList } from '#web/features/cards/AddToList.tsx'
import { CompareLink } from '#web/features/cards/CompareLink.tsx'
import { useSession } from '#web/kit/api/session.ts'
import { useStore } from '#web/kit/stores/store.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CHOSEN_MAX, type Choice, linesOf, type useTakingAll } from './chosen-channels.ts'

interface ChosenBarProps {
  readonly choice: Choice
  /** The way to choose all results. */
  readonly all: ReturnType<typeof useTakingAll> | null
}

/** What can be done with the ticked channels. */
export function ChosenBar({ choice, all }: ChosenBarProps) {
  const { search, reveals, bulkReveals } = useTexts()
  const { userData } = useSession()
  const { language } = useLanguage()
  const { isCopied, copy } = useCopy(reveals.copyFailed)
  const { chosen, clear } = choice
  const number = (count: number) => formatNumber(count, language)
  const unopened = useUnopened(chosen)
  const isFollowing = useStore(followed) !== null
  const isEmpty = chosen.length === 0 && !isFollowing
  const ids = chosen.map(({ channelId }) => channelId)
  const balance = userData?.userInformation.uses
  const facts = [
    search.chosen(chosen.length, number(chosen.length)),
    chosen.length > 0 && bulkReveals.withContact(number(chosen.filter((one) => one.hasContact).length)),
    chosen.length > 0 &&
      balance !== undefined &&
      bulkReveals.cost(unopened.length, number(unopened.length), number(balance)),
  ]
  return (
    <SelectionBar
      status={isCopied ? search.listCopied : !isEmpty && facts.filter(Boolean).join(' · ')}
      isEmpty={isEmpty}
    >
      {all !== null && (all.count !== null || all.isTaking) && (
        <Button size="small" isBusy={all.isTaking} onClick={all.take}>
          {search.chooseResults(number(all.count ?? CHOSEN_MAX), all.isEverything)}
        </Button>
      )}
      <GetContacts channels={chosen} />
      <AddToList channelIds={ids} />
      <CompareLink channelIds={ids} />
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
