import type { CONTACT_REASONS } from '#shared/rules/imports.ts'
import { parse as parseDomain } from 'tldts'
import { unicodeDomain } from '#shared/rules/domains.ts'
import { emailProblem, normalizeEmail } from '#shared/rules/email.ts'
import { holdsAddress } from '#server/platforms/written-addresses.ts'
import { isUnknown, withoutEntities } from '#server/features/catalogue/clean-text.ts'

/** More addresses than this are not one channel's. */
const MAX_ADDRESSES = 20

export type ContactProblem = (typeof CONTACT_REASONS)[number]

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
  const { addresses, hasOther, reachesNobody } = parseAddresses(cells.addresses)
  if (addresses.length === 0)
    return refused(reachesNobody ? 'contact address reaches nobody' : 'contact address not understood')
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
  /** One of them is an example or only sends. */
  readonly reachesNobody: boolean
}

/** What certainly stands between addresses: white space, brackets, commas, and every sign beyond ASCII. */
const BETWEEN = /(?:[\s\p{Cc},;|<>()[\]{}"]|[^\p{ASCII}\p{L}\p{N}\p{M}’])+/u
/** Between an address and another one, also a sign that no domain contains. */
const AFTER_ADDRESS = /(?<=@[^\s@]*)[^\p{L}\p{N}\p{M}.@_-]+(?=[^\s@]*@)/u
/** Within a name, signs that stand between addresses elsewhere: of what a scraper broke, `"anna b"15@…`, or hid, `an••a@…`. */
const BROKEN = /(?<!@[\p{L}\p{N}.-]*)[\p{L}\p{N}]["“”„«»…⋯•·●∙■█]+([\p{L}\p{N}._+-]+@)/gu
/** No address is as long with what may stand around it. */
const MAX_TOKEN = 500
/** Escapes that lost their backslash: those that are hardly part of a name, the others only at its ends. */
const BARE_ESCAPES =
  /u00(?:3[bce]|5[bd]|7[bd]|a0|ab|bb)|(?<![\p{L}\p{N}])(?:u00(?:20|2[278])|u200[b-f]|ufeff|x3c(?=[^\s@]+@[^\s@]+x3e))|(?<=@[^\s@]*)x3e(?![\p{L}\p{N}])|(?:u00(?:20|2[279])|u200[b-f])(?![\p{L}\p{N}@._+-])/giu
const INVISIBLE = /[\ufe0e\ufe0f\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** Of scripts without spaces between words. */
const WORD_BESIDE = [
  /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])(?=[a-z\d][\w.+-]*@)/giu,
  /(@[\w.-]+\.[a-z]{2,})(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])/giu,
]
const SPELLED_AT = /\s{0,2}[([{<]\s{0,2}(?:at|@|собака|ат|arroba)\s{0,2}[)\]}>]\s{0,2}/giu
const SPELLED_DOT = /\s{0,2}[([{<]\s{0,2}(?:dot|\.|точка|punkt|punto|ponto)\s{0,2}[)\]}>]\s{0,2}/giu
/** An address in words and nothing else. */
const WORDS = /^\s*([\w.+-]+)\s+(?:at|собака)\s+([a-z\d-]+(?:\s+(?:dot|точка)\s+[a-z\d-]+)+)\s*$/i
/** Names of other services, whose accounts look like addresses, and passwords in web addresses. */
const NO_MAIL =
  /^(?:(?:skype|xmpp|jabber|sip|ftp|ssh|git|icq|telegram|tg)[:=]|\w+:\/\/(?!mailto:)[^/@]*:[^/@]*@)/iu
/** One address and nothing else. */
const PLAIN = /^(?!.*(?:u00|u200|ufeff)|x3)[a-z0-9][a-z0-9._+-]{0,63}@[a-z0-9.-]{1,200}$/i
const TOKEN = /^(.*?)([\p{L}\p{N}._+&'’-]+)@([\p{L}\p{M}\p{N}.-]+)(.*)$/su
/** Before an address: a label such as `E-mail:`, a scheme, bullets, the slash after another address. */
const LEADING = /^(?:.*[:=]|[\p{P}\p{S}]+|[\d\p{P}\p{S}]*\/)?[\p{P}\p{S}]*$/su
/** What scrapers collect and nobody reads: senders of notifications, ids of error reports, examples in forms. */
const NOBODY = new RegExp(
  [
    String.raw`^(?:no-?reply|do-?not-?reply|mailer-daemon|git|[\da-f]{24,})@`,
    String.raw`^(?:(?:your|user|first|last)[._-]?(?:name|e?mail)[._-]?)+@`,
    String.raw`^(?:you|your|name|user|e?mail|example|someone|test)@(?:your-?|my-?)?(?:domain|g?e?mail|test|website|site|company)\.`,
    String.raw`@(?:[\w-]+\.)*(?:example\.(?:com|net|org)|(?:your|my)-?(?:domain|website|site|company|email)\.\w+|domain\.(?:com|tld))$`,
    String.raw`@(?:[\w-]+\.)*sentry(?:-next)?\.(?:io|wixpress\.com)$`,
  ].join('|'),
)
const FILE =
  /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|css|m?js|tsx?|jsx|json|html?|php|aspx?|xml|woff2?|ttf|eot|pdf|webm)$/
/** Of nearly all addresses, and for documents, tests and networks of one's own (RFC 2606). */
const WELL_KNOWN = /\.(?:com|ru|net|org|example|test|invalid|localhost|local)$/

/** The addresses in a cell, as stored. What a scraper left around them is removed where it is certain what is meant. */
function parseAddresses(cell: string): Addresses {
  if (PLAIN.test(cell)) {
    const address = readAddress(cell)
    const reachesNobody = address !== null && NOBODY.test(address)
    const isOther = address === null || reachesNobody
    return { addresses: isOther ? [] : [address], hasOther: isOther, reachesNobody }
  }
  const text = unescaped(cell)
  const broken = new Set(Array.from(text.matchAll(BROKEN), ([, start]) => start))
  const found = new Set<string>()
  let [hasOther, reachesNobody] = [false, false]
  for (const token of text.split(BETWEEN)) {
    // A mere handle, `@anna`, is not meant as an address.
    if (!/[^\s@]@[^\s@]/.test(token) || NO_MAIL.test(token)) continue
    if (token.length > MAX_TOKEN || broken.has(token.slice(0, token.indexOf('@') + 1))) {
      hasOther = true
      continue
    }
    for (const part of token.split(AFTER_ADDRESS)) {
      const address = readAddress(part)
      const isNobodys = address !== null && NOBODY.test(address)
      reachesNobody ||= isNobodys
      if (address === null || isNobodys || found.size === MAX_ADDRESSES) hasOther = true
      else found.add(address)
    }
  }
  return { addresses: [...found], hasOther, reachesNobody }
}

/** A text without the escapes of HTML, JSON and URLs, signs that are not seen, and words in brackets for signs. */
function unescaped(cell: string): string {
  const text = /[%&\\u]|x3/i.test(cell)
    ? withoutEntities(
        cell
          .replace(/\\(?:u([\da-f]{4})|x([\da-f]{2}))/gi, (_, wide?: string, narrow?: string) =>
            String.fromCharCode(Number.parseInt(wide ?? narrow ?? '', 16)),
          )
          .replace(/\\[nrt]/g, ' ')
          .replace(/u0026(?=[a-z]{2,6};|#\d)/gi, '&')
          .replace(BARE_ESCAPES, ' ')
          .replace(/%(?:25)+(?=[\da-f]{2})/gi, '%')
          .replace(/(?:%[\da-f]{2})+/gi, (run) => percentDecoded(run)),
      )
    : cell
  const plain = text
    .replace(INVISIBLE, '')
    .replace(/[＠﹫]/g, '@')
    .replaceAll('．', '.')
    .replace(/[?&]\w+=/g, ' ')
    .replace(SPELLED_AT, '@')
    .replace(WORDS, (_, local: string, host: string) => `${local}@${host.replace(/\s+\S+\s+/g, '.')}`)
  const spelled = plain.includes('@') ? plain.replace(SPELLED_DOT, '.') : plain
  return WORD_BESIDE.reduce((whole, beside) => whole.replace(beside, '$1 '), spelled)
}

function percentDecoded(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    // No UTF-8: as in Latin-1, each byte is a sign.
    return run.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

function readAddress(token: string): string | null {
  const [, before = '', given = '', host = '', after = ''] = TOKEN.exec(token.replace(/^mailto:/i, '')) ?? []
  // Of a lost escape, or of a name: `x3energy@…` is somebody's.
  if (/^x3[ce]/i.test(given)) return null
  if (given === '' || !LEADING.test(before) || /^[\p{L}\p{N}_%@&+]/u.test(after) || after.includes('@'))
    return null
  // `'anna@…'` and `b'anna@…'` are in quotation marks, `o'brien@…` is not.
  const local = (/^['’]/u.test(after) ? given.replace(/^[bu]?['’]/u, '') : given).replace(/^[.+&'’-]+/u, '')
  const address = normalizeEmail(`${local.replaceAll('’', "'")}@${host.replace(/[.-]+$/, '')}`)
  return emailProblem(address) === null && isMailDomain(address.slice(address.lastIndexOf('@') + 1))
    ? address
    : null
}

/** Whether a domain may exist: `studio.comPhone` and `logo@2x.png` are only text that a scraper joined. */
function isMailDomain(domain: string): boolean {
  // A label of mixed scripts looks like another one: `gmаil.com` with a Cyrillic letter.
  if (domain.includes('xn--') && /(?:^|\.)xn--/.test(unicodeDomain(domain))) return false
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
