import { useNavigate } from 'react-router'
import { AddToList } from '#web/features/cards/AddToList.tsx'
import { comparePath } from '#web/features/cards/CompareLink.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { useCopy } from '#web/kit/components/CopyButton.tsx'
import { Icon, type IconName } from '#web/kit/components/Icon.tsx'
import { RowMenu } from '#web/kit/components/RowMenu.tsx'
import { useMedia } from '#web/kit/components/motion.ts'
import { SelectionBar } from '#web/kit/table/SelectionBar.tsx'
import { formatNumber } from '#web/kit/formats/format.ts'
import { GetContacts, useUnopened } from '#web/features/reveals/BulkReveal.tsx'
import { followed } from '#web/features/reveals/bulk-reveal.ts'
import { useSession } from '#web/kit/api/session.ts'
import { useStore } from '#web/kit/stores/store.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { CHOSEN_MAX, type Choice, linesOf, type useTakingAll } from './chosen-channels.ts'

interface ChosenBarProps {
  readonly choice: Choice
  /** The way to choose all results. */
  readonly all: ReturnType<typeof useTakingAll> | null
}

interface Further {
  readonly key: string
  readonly icon: IconName
  readonly text: string
  readonly isBusy?: boolean
  readonly onPress: () => void
}

/** What can be done with the ticked channels. */
export function ChosenBar({ choice, all }: ChosenBarProps) {
  const { search, reveals, bulkReveals } = useTexts()
  const { userData } = useSession()
  const { language } = useLanguage()
  const { isCopied, copy } = useCopy(reveals.copyFailed)
  const { chosen, clear } = choice
  const navigate = useNavigate()
  const ids = chosen.map(({ channelId }) => channelId)
  const comparison = comparePath(ids)
  const isNarrow = useMedia('(max-width: 600px)')
  const number = (count: number) => formatNumber(count, language)
  const unopened = useUnopened(chosen)
  const isFollowing = useStore(followed) !== null
  const isEmpty = chosen.length === 0 && !isFollowing
  const balance = userData?.userInformation.uses
  const facts = [
    search.chosen(chosen.length, number(chosen.length)),
    chosen.length > 0 && bulkReveals.withContact(number(chosen.filter((one) => one.hasContact).length)),
    chosen.length > 0 &&
      balance !== undefined &&
      bulkReveals.cost(unopened.length, number(unopened.length), number(balance)),
  ]
  const further: readonly Further[] = [
    ...(all === null || (all.count === null && !all.isTaking)
      ? []
      : [
          {
            key: 'all',
            icon: 'list' as const,
            text: search.chooseResults(number(all.count ?? CHOSEN_MAX), all.isEverything),
            isBusy: all.isTaking,
            onPress: all.take,
          },
        ]),
    ...(comparison === null
      ? []
      : [
          {
            key: 'compare',
            icon: 'eye' as const,
            text: search.compareChosen,
            onPress: () => void navigate(comparison),
          },
        ]),
    {
      key: 'copy',
      icon: isCopied ? 'check' : 'copy',
      text: chosen.some(({ url }) => url !== null) ? search.copyList : search.copyNames,
      onPress: () => void copy(linesOf(chosen)),
    },
    { key: 'clear', icon: 'cross', text: search.clearChosen, onPress: clear },
  ]
  return (
    <SelectionBar
      status={isCopied ? search.listCopied : !isEmpty && facts.filter(Boolean).join(' · ')}
      isEmpty={isEmpty}
    >
      <GetContacts channels={chosen} />
      <AddToList channelIds={ids} />
      {isNarrow ? (
        <RowMenu label={search.moreActions}>
          {further.map(({ key, icon, text, onPress }) => (
            <button key={key} type="button" onClick={onPress}>
              <Icon name={icon} size="small" />
              <span>{text}</span>
            </button>
          ))}
        </RowMenu>
      ) : (
        further.map(({ key, text, onPress, isBusy }) => (
          <Button key={key} size="small" isBusy={isBusy ?? false} onClick={onPress}>
            {text}
          </Button>
        ))
      )}
    </SelectionBar>
  )
}
