import { useTexts } from '#web/kit/texts/texts.tsx'
import { sourceText } from './source-text.ts'

/** A contact's source: a link to the page, or the kind of source in the page's language. */
export function ContactSource({ source }: { readonly source: string }) {
  const { text, url } = sourceText(source, useTexts().reveals)
  if (url === null) return text
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  )
}
