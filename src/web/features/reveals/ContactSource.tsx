/** Where a contact comes from: a link to the page, or the kind of source as it is. */
export function ContactSource({ source }: { readonly source: string }) {
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return source
  return (
    <a href={source} target="_blank" rel="noopener noreferrer">
      {new URL(source).hostname.replace(/^www\./, '')}
    </a>
  )
}
