import { useTexts } from '#web/app/texts.tsx'

/** Where a contact comes from: a link to the page, or the kind of source in the page's language. */
export function ContactSource({ source }: { readonly source: string }) {
  const { sourceKinds } = useTexts().reveals
  const isKnown = (kind: string): kind is keyof typeof sourceKinds => Object.hasOwn(sourceKinds, kind)
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) {
    return isKnown(source) ? sourceKinds[source] : source
  }
  return (
    <a href={source} target="_blank" rel="noopener noreferrer">
      {new URL(source).hostname.replace(/^www\./, '')}
    </a>
  )
}
