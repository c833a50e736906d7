import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { newWritten, useSavedSearches } from './saved-searches.ts'

/** The number of new channels in all saved searches, beside the link to the search. */
export function NewMark({ className }: { readonly className: string | undefined }) {
  const { savedSearches: texts } = useTexts()
  const { language } = useLanguage()
  const { data: saved = [] } = useSavedSearches()
  const count = saved.reduce((sum, { newCount }) => sum + newCount, 0)
  if (count === 0) return null
  const written = newWritten(count, language)
  return (
    <>
      <VisuallyHidden>{`, ${texts.mark(count, written)}`}</VisuallyHidden>
      <span className={className} aria-hidden="true">
        {written}
      </span>
    </>
  )
}
