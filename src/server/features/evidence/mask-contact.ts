import { domainOf, isKnownProvider, RESERVED } from '#server/people/mailboxes.ts'

// What may be shown of an address before it is paid for. docs/evidence.md says why it is so little.

const DOTS = '\u2022\u2022\u2022'

/**
 * The domain of a provider that gives mailboxes to anybody, after three dots, whatever is before the @. Neither a letter of
 * the name nor its absence can then be compared with the channel's name. Null at all other domains, which name their owner.
 */
export function maskAddress(address: string): string | null {
  const domain = domainOf(address)
  return isKnownProvider(address) && !RESERVED.test(domain) ? `${DOTS}@${domain}` : null
}

/** The host of the page on which a contact was found; null when the source is no page. */
export function sourceHostOf(sourceUrl: string): string | null {
  if (!/^https?:\/\//i.test(sourceUrl) || !URL.canParse(sourceUrl)) return null
  return new URL(sourceUrl).hostname.replace(/^www\./, '')
}

/** The number of equal letters in a row that is no coincidence. */
const MIN_REVEALING_LENGTH = 4

/**
 * Whether a domain can be guessed from what is shown beside it: it shares some letters in a row with one of these texts, or is
 * itself short. Of texts in other letters nobody knows how they are spelled in a domain, so they count.
 */
export function isHintedAt(domain: string, texts: readonly (string | null)[]): boolean {
  const name = fold(domain.slice(0, Math.max(0, domain.lastIndexOf('.'))))
  if (name.length < MIN_REVEALING_LENGTH) return true
  const pieces = Array.from({ length: name.length - MIN_REVEALING_LENGTH + 1 }, (_, at) =>
    name.slice(at, at + MIN_REVEALING_LENGTH),
  )
  return texts.some((text) => {
    if (text === null) return false
    const folded = fold(text)
    return /[^a-z0-9]/.test(folded) || pieces.some((piece) => folded.includes(piece))
  })
}

/** Letters and digits in lower case, without accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
