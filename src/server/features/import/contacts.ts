import { parse as parseDomain } from 'tldts'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import { holdsAddress } from '#server/features/catalogue/channel-links.ts'
import { isUnknown } from '#server/features/catalogue/clean-text.ts'

/** More addresses than this are not one channel's. */
const MAX_ADDRESSES = 20

export type ContactProblem =
  | 'contact without source'
  | 'contact source not understood'
  | 'contact without date'
  | 'contact date not understood'
  | 'contact address not understood'
  | 'some contact addresses not understood'

export interface RowContacts {
  /** Normalised and distinct. */
  readonly addresses: readonly string[]
  readonly sourceKind: string
  /** Empty when the source is not a page. */
  readonly sourceUrl: string
  readonly firstSeenAt: number
  readonly lastSeenAt: number
}

interface ReadContacts {
  /** Null when the row has none, or none that may be sold. */
  readonly contacts: RowContacts | null
  readonly problem: ContactProblem | null
}

/**
 * The contacts of a row. They need a source (a kind such as `website`, a page's address, or both) and a date.
 * @param cells  the cells as they are; dates in milliseconds, null when missing, undefined when not understood
 */
export function parseContacts(cells: {
  readonly addresses: string
  readonly source: string
  readonly sourceUrl: string
  readonly firstSeenAt: number | null | undefined
  readonly lastSeenAt: number | null | undefined
}): ReadContacts {
  const refused = (problem: ContactProblem | null) => ({ contacts: null, problem })
  if (isUnknown(cells.addresses.trim())) return refused(null)
  const { addresses, hasOther } = parseAddresses(cells.addresses)
  if (addresses.length === 0) return refused('contact address not understood')
  const sourceUrl = webAddress(cells.sourceUrl) ?? webAddress(cells.source) ?? ''
  if (sourceUrl === '' && isUnknown(cells.source.trim()))
    return refused(
      isUnknown(cells.sourceUrl.trim()) ? 'contact without source' : 'contact source not understood',
    )
  const lastSeenAt = cells.lastSeenAt ?? cells.firstSeenAt
  if (lastSeenAt == null) {
    const isUnclear = cells.lastSeenAt === undefined || cells.firstSeenAt === undefined
    return refused(isUnclear ? 'contact date not understood' : 'contact without date')
  }
  const firstSeenAt = Math.min(cells.firstSeenAt ?? lastSeenAt, lastSeenAt)
  return {
    contacts: { addresses, sourceKind: sourceKind(cells.source), sourceUrl, firstSeenAt, lastSeenAt },
    problem: hasOther ? 'some contact addresses not understood' : null,
  }
}

interface Addresses {
  readonly addresses: string[]
  /** Something in the cell looks like an address, but what is meant is not certain. */
  readonly hasOther: boolean
}

/** What certainly stands between addresses; typographic quotation marks of any language are among them. */
const BETWEEN = /[\s\p{Cc},;|<>()[\]{}"“”„‟«»‹›「」『』【】〈〉《》（）、。，；｜•·●▪→⇒]+/u
/** Quotation marks, which may also be part of what a scraper broke: `"anna b"15@…`. */
const BROKEN_QUOTE = /[\p{L}\p{N}]["“”„«»]+([\p{L}\p{N}._+-]+@)/gu
/** No address is as long with what may stand around it. */
const MAX_TOKEN = 500
/** Escapes of HTML, JSON and URLs, of signs that no address contains. */
const ESCAPES: readonly (readonly [RegExp, string])[] = [
  [/%(?:25)*40|&(?:commat|#0*64|#x0*40);|\\u0040/gi, '@'],
  [/%(?:25)*2e/gi, '.'],
  [
    /%(?:25)*(?:20|0a|0d|09|a0|c2%a0|2c|3b|3c|3e|22|27|28|29)|&(?:nbsp|lt|gt|quot|apos|#0*(?:32|34|39|60|62|160)|#x0*(?:20|22|27|3c|3e|a0));/gi,
    ' ',
  ],
  [
    /\\u(?:00(?:0[9ad]|20|2[27c89]|3[bce]|5[bd]|7[bd]|a0|ab|bb)|20(?:0[0-9a-f]|1[89cd]|2[0-9a-f]|60))|\\[nrt]/gi,
    ' ',
  ],
  // Without their backslash: those that are hardly part of a name, the others only at its ends.
  [
    /u00(?:3[bce]|5[bd]|7[bd]|a0|ab|bb)|(?<![\p{L}\p{N}])u00(?:20|2[278])|u00(?:20|2[279])(?![\p{L}\p{N}@._+-])/giu,
    ' ',
  ],
  [/(?:\\?u0026|&)amp;/gi, '&'],
]
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** Names of other services, whose accounts look like addresses. */
const NO_MAIL = /^(?:skype|xmpp|jabber|sip|ftp|ssh|git|icq|telegram|tg)[:=]/iu
/** One address and nothing else. */
const PLAIN = /^(?!.*u00)[a-z0-9][a-z0-9._+-]{0,63}@[a-z0-9.-]{1,200}$/i
const TOKEN = /^(.*?)([\p{L}\p{N}._+&'’-]+)@([\p{L}\p{M}\p{N}.-]+)(.*)$/su
/** Before an address: a label such as `E-mail:`, a scheme, bullets, the slash after another address. */
const LEADING = /^(?:.*[:=：]|[\p{P}\p{S}]+|[\d\p{P}\p{S}]*\/)?[\p{P}\p{S}]*$/su
const FILE =
  /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|css|m?js|tsx?|jsx|json|html?|php|aspx?|xml|woff2?|ttf|eot|pdf|webm)$/
/** Of nearly all addresses, and for documents, tests and networks of one's own (RFC 2606). */
const WELL_KNOWN = /\.(?:com|ru|net|org|example|test|invalid|localhost|local)$/

/** The addresses in a cell, as stored. What a scraper left around them is removed where it is certain what is meant. */
function parseAddresses(cell: string): Addresses {
  if (PLAIN.test(cell)) {
    const address = readAddress(cell)
    return { addresses: address === null ? [] : [address], hasOther: address === null }
  }
  let text = cell
  for (const [escape, sign] of ESCAPES) if (/[%&\\u]/i.test(text)) text = text.replace(escape, sign)
  text = text.replace(INVISIBLE, '').replaceAll('＠', '@')
  const broken = new Set(Array.from(text.matchAll(BROKEN_QUOTE), ([, start]) => start))
  const found = new Set<string>()
  let hasOther = false
  for (const token of text.split(BETWEEN)) {
    // A mere handle, `@anna`, is not meant as an address.
    if (!/[^\s@]@[^\s@]/.test(token) || NO_MAIL.test(token)) continue
    if (token.length > MAX_TOKEN || broken.has(token.slice(0, token.indexOf('@') + 1))) {
      hasOther = true
      continue
    }
    for (const part of token.split(/(?<=@[^\s@]*)\/+(?=[^/\s]*@)/)) {
      const address = readAddress(part)
      if (address === null || found.size === MAX_ADDRESSES) hasOther = true
      else found.add(address)
    }
  }
  return { addresses: [...found], hasOther }
}

function readAddress(token: string): string | null {
  const [, before = '', given = '', host = '', after = ''] = TOKEN.exec(token.replace(/^mailto:/i, '')) ?? []
  if (given === '' || !LEADING.test(before) || /^[\p{L}\p{N}_%@&+]/u.test(after) || after.includes('@'))
    return null
  // `'anna@…'` and `b'anna@…'` are in quotation marks, `o'brien@…` is not.
  const local = (/^['’]/u.test(after) ? given.replace(/^[bu]?['’]/u, '') : given).replace(/^[.+&'’-]+/u, '')
  const address = normalizeEmail(`${local}@${host.replace(/[.-]+$/, '')}`)
  return emailProblem(address) === null && isMailDomain(address.slice(address.lastIndexOf('@') + 1))
    ? address
    : null
}

/** Whether a domain may exist: `studio.comPhone` and `logo@2x.png` are only text that a scraper joined. */
function isMailDomain(domain: string): boolean {
  if (WELL_KNOWN.test(domain)) return true
  if (FILE.test(domain)) return false
  const { isIcann, isPrivate } = parseDomain(domain)
  return isIcann === true || isPrivate === true
}

function webAddress(text: string): string | null {
  const given = text.trim()
  if (given.length > 1_000 || !/^https?:\/\//i.test(given) || !URL.canParse(given)) return null
  // An address inside the source's address would reach every buyer of another contact.
  return holdsAddress(given) ? null : given
}

function sourceKind(source: string): string {
  const kind = source.trim().toLowerCase()
  return kind === '' || kind.length > 40 || /[/@]/.test(kind) ? 'import' : kind
}
