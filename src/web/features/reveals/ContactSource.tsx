import { formatDate, formatShortDate } from '#web/kit/formats/format.ts'
import { useLanguage, useTexts } from '#web/kit/texts/texts.tsx'
import { Dotted } from './MailAddress.tsx'

interface ContactSourceProps {
  readonly source: string | null
  readonly lastSeenAt: string | null
  /** For little room: without the word 'source', and with a short date. */
  readonly isShort?: boolean
}

/** Where a contact is from, as far as known, and when it was last seen there. */
export function ContactSource({ source, lastSeenAt, isShort = false }: ContactSourceProps) {
  const { reveals } = useTexts()
  const { language } = useLanguage()
  return (
    <>
      {source !== null && (
        <>
          {!isShort && <span>{`${reveals.source}: `}</span>}
          <SourceLink source={source} />
        </>
      )}
      {source !== null && lastSeenAt !== null && <span>{', '}</span>}
      {lastSeenAt !== null && (
        <span>
          {isShort
            ? reveals.seenShort(formatShortDate(lastSeenAt, language))
            : reveals.seen(formatDate(lastSeenAt, language))}
        </span>
      )}
    </>
  )
}

/** A link to the page, or the kind of source in the page's language. */
function SourceLink({ source }: { readonly source: string }) {
  const { text, url } = sourceText(source, useTexts().reveals)
  if (url === null) return <span>{text}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <Dotted text={text} />
    </a>
  )
}

/**
 * The label of a contact's source.
 * @param source a page's URL, or the kind of source as imported
 * @param texts known kinds and their names in the page's language
 * @returns the page's host with its URL, or a kind's name; an unknown kind stays unchanged
 */
export function sourceText(
  source: string,
  { sourceKinds }: { readonly sourceKinds: Readonly<Record<string, string>> },
): { readonly text: string; readonly url: string | null } {
  if (/^https?:\/\//i.test(source) && URL.canParse(source)) {
    return { text: new URL(source).hostname.replace(/^www\./, ''), url: source }
  }
  return { text: (Object.hasOwn(sourceKinds, source) ? sourceKinds[source] : null) ?? source, url: null }
}
