import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { formatCompact, formatNumber } from '#web/kit/formats/format.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'

/** A number of subscribers as people say it; exact on hover and for screen readers, where `hasUnit` adds the noun. */
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

/** Which form the noun takes after the shortened number: `1,2 млн подписчиков`, whatever the exact one ends with. */
export function wordingCount(count: number): number {
  return count < 1000 ? count : 1000
}
