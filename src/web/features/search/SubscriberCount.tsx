import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatCompact, formatNumber } from '#web/kit/formats/format.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'

/** A compact number of subscribers; exact on hover and for screen readers, where `hasUnit` adds the noun. */
export function SubscriberCount({
  count,
  hasUnit = false,
}: {
  readonly count: number
  readonly hasUnit?: boolean
}) {
  const { search } = useTexts()
  const { language } = useLanguage()
  const exact = formatNumber(count, language)
  const compact = formatCompact(count, language)
  const exactText = search.exactSubscribers(exact, count)
  return (
    <data value={count} title={exactText}>
      <span aria-hidden="true">
        {hasUnit ? `${compact} ${search.subscribersOf(wordingCount(count))}` : compact}
      </span>
      <VisuallyHidden>{exactText}</VisuallyHidden>
    </data>
  )
}

interface OnCardProps {
  /** Null when the channel hides it. */
  readonly count: number | null
}

/** The large figure on a channel's card. */
export function SubscribersFigure({ count }: OnCardProps) {
  return count === null ? <span>?</span> : <SubscriberCount count={count} />
}

/** The words beside it. */
export function SubscribersLabel({ count }: OnCardProps) {
  const { search } = useTexts()
  if (count === null) return <span>{search.subscribersUnknown}</span>
  return <span aria-hidden="true">{search.subscribersOf(wordingCount(count))}</span>
}

/**
 * The count that selects the noun's plural form after the compact number: `1,2 млн подписчиков`, whatever the last digit of
 * the exact one.
 */
export function wordingCount(count: number): number {
  return count < 1000 ? count : 1000
}
