import { useTexts } from '#web/app/texts.tsx'

/** Where a contact comes from: a link to the page, or the kind of source in the page's language. */
export function ContactSource({ source }: { readonly source: string }) {
  const kinds: Readonly<Partial<Record<string, string>>> = useTexts().reveals.sourceKinds
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return kinds[source] ?? source
  return (
    <a href={source} target="_blank" rel="noopener noreferrer">
      {new URL(source).hostname.replace(/^www\./, '')}
    </a>
  )
}
