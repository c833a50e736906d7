import PostalMime from 'postal-mime'
import { domainOf } from '#server/people/mailboxes.ts'

/** What a mail server says of one address to which it could not deliver. */
export interface Bounce {
  /** Enhanced status code (RFC 3463), e.g. '5.1.1'; null when the report has none for this address. */
  readonly code: string | null
  /** It says in words that there is no such mailbox. */
  readonly isUnknownUser: boolean
  /** What was read: without markup, attachments and the copy of the email. */
  readonly said: string
  /** When the email arrived at that server, or the report was written; null when it does not say. */
  readonly at: Date | null
}

/** `other_address`: a report about other addresses; `unreadable`: none of ours recognises a report in it. */
export type BounceReading = Bounce | 'other_address' | 'unreadable'

const MULTIPART = /^content-type:\s*multipart\//im
const RECIPIENT = /^(?:final|original)-recipient:/im
/** After such a line servers append the email itself, which names its recipients whatever became of them. */
const COPY = [
  /^-{2,} ?(?:this is a copy of|below this line is a copy|the body of|original message|forwarded message|исходное сообщение|пересылаемое сообщение)/im,
  /^(?:original message headers|заголовки исходного сообщения|reporting-mta-copy):?\s*$/im,
]
// Bounded, or a long text without '@' would take its square.
const ADDRESS = /[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9.-]{1,255}(?<=[a-z0-9])/gi
/** Not part of an IP address or a version, and with the reply code of RFC 5321 before it or a word that announces it. */
const CODE = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/g
const SERVERS_OWN = /^(?:mailer-daemon|postmaster|mail-daemon|noreply|no-reply)@/i
const UNKNOWN_USER =
  /no such (?:user|recipient|mailbox|address)|(?:user|recipient|mailbox|account|address) (?:unknown|not found|does not exist|doesn['’]t exist|disabled|unavailable|couldn['’]t be found|rejected)|unknown (?:user|recipient|mailbox)|invalid (?:mailbox|recipient)|that you tried to reach does not exist|адрес не найден|(?:пользователь|ящик|адрес)[^.\n]{0,60} не (?:найден|существует)|не существует такого|нет такого/i

/**
 * Reads what a mail server answered about an address: a report of RFC 3464, as source or as shown by a mail program, or
 * the plain text of the usual servers. Markup and attachments are ignored, and so is the copy of the email.
 * @param text at most as long as the contract allows
 * @param address normalised
 */
export async function readBounce(text: string, address: string): Promise<BounceReading> {
  const report = MULTIPART.test(text.slice(0, 8_000))
    ? await readSource(text)
    : { text: plain(text), at: null }
  const said = withoutCopy(report.text)
  return RECIPIENT.test(said) ? readFields(said, address, report.at) : readWords(said, address, report.at)
}

interface Report {
  readonly text: string
  readonly at: Date | null
}

async function readSource(source: string): Promise<Report> {
  // Too many parts in parts, or too long a head: not what a server writes.
  const message = await PostalMime.parse(source.trimStart()).catch(() => null)
  if (message === null) return { text: '', at: null }
  const statuses = message.attachments
    .filter(({ mimeType }) => mimeType === 'message/delivery-status')
    .map(({ content }) => (typeof content === 'string' ? content : new TextDecoder().decode(content)))
  const words = message.text ?? plain(message.html ?? '')
  return { text: statuses.length > 0 ? statuses.join('\n\n') : words, at: dateOf(message.date) }
}

/** Without markup, signs that are not seen, and line breaks of quoted-printable. */
function plain(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => (/[\r\n\t]/.test(sign) ? sign : ''))
}

function withoutCopy(text: string): string {
  const ends = COPY.map((line) => text.search(line)).filter((at) => at >= 0)
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends))
}

/** The fields of RFC 3464: a block for the email, then one for each recipient. */
function readFields(text: string, address: string, sentAt: Date | null): BounceReading {
  const blocks = text
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n\s*\r?\n/)
    .map(fieldsOf)
  const times = blocks.flatMap((fields) =>
    ['arrival-date', 'last-attempt-date'].flatMap((name) => dateOf(fields.get(name)) ?? []),
  )
  const at = times[0] ?? sentAt
  const named = blocks.filter((fields) => fields.has('final-recipient') || fields.has('original-recipient'))
  const own = named.find((fields) =>
    ['final-recipient', 'original-recipient'].some((name) => addressesIn(fields.get(name)).includes(address)),
  )
  if (own === undefined) return named.length > 0 ? 'other_address' : 'unreadable'
  const action = own.get('action')?.toLowerCase() ?? 'failed'
  if (/^(?:delivered|relayed|expanded)/.test(action)) return 'unreadable'
  const diagnosis = own.get('diagnostic-code') ?? ''
  const status = codesIn(own.get('status') ?? '')[0] ?? null
  // A general status often stands beside the code that the other server gave.
  const code = status === null || status.endsWith('.0.0') ? (codesIn(diagnosis)[0] ?? status) : status
  return {
    code: action.startsWith('delayed') ? (code?.startsWith('4') === true ? code : '4.0.0') : code,
    isUnknownUser: UNKNOWN_USER.test(diagnosis),
    said: text,
    at,
  }
}

function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^([a-z-]+):\s*(.*)$/i.exec(line) ?? []
    if (name !== undefined && value !== undefined) fields.set(name.toLowerCase(), value)
  }
  return fields
}

/** Sentences of servers: the address, then what became of it, up to the next address. */
function readWords(text: string, address: string, at: Date | null): BounceReading {
  const places = Array.from(text.matchAll(ADDRESS), (found) => ({
    address: found[0].toLowerCase().replace(/^\.+/, ''),
    at: found.index,
  })).filter((place) => !SERVERS_OWN.test(place.address))
  const isNamed = places.some((place) => place.address === address)
  if (!isNamed) return places.length > 0 && codesIn(text).length > 0 ? 'other_address' : 'unreadable'
  const parts = places.flatMap((place, index) => {
    if (place.address !== address) return []
    const next = places.slice(index + 1).find((other) => other.address !== address)
    return [text.slice(place.at, next?.at)]
  })
  const code = parts.flatMap(codesIn)[0] ?? null
  const isUnknownUser = parts.some((part) => UNKNOWN_USER.test(part))
  const isReport = code !== null || isUnknownUser || parts.some((part) => /\b[45]\d\d[ -]/.test(part))
  return isReport
    ? { code, isUnknownUser, said: text, at: at ?? dateOf(/^date:\s*(.+)$/im.exec(text)?.[1]) }
    : 'unreadable'
}

function codesIn(text: string): string[] {
  return Array.from(
    text.matchAll(CODE),
    ([, kind, subject, detail]) => `${kind}.${Number(subject)}.${Number(detail)}`,
  )
}

function addressesIn(text = ''): string[] {
  return Array.from(text.matchAll(ADDRESS), ([address]) => address.toLowerCase())
}

function dateOf(text: string | undefined): Date | null {
  const date = new Date((text ?? '').replace(/\([^)]*\)/g, ''))
  return text === undefined || Number.isNaN(date.getTime()) ? null : date
}

/** What two answers to two emails never have in common: a time of day, the number of an email, the name that a queue gave it. */
const UNIQUE = [
  /(?<![\w:.])\d{1,2}:\d{2}(?::\d{2})?(?![\w:])/,
  /message-id:/i,
  // Emails and digits mixed, and no host or address. Bounded, as a long text without spaces would take its square.
  /(?<![\w.@/-])(?=[a-z-]{0,200}\d)(?=[\d-]{0,200}[a-z])[a-z\d-]{10,200}(?![\w-]|\.\w|[@/])/i,
  // Google's, which ends in a number after a full stop.
  /(?<![\w.@/-])[a-z\d-]{1,100}si\d{4,20}[a-z\d]{0,6}\.\d{1,6}(?![\w-]|\.\w|[@/])/i,
]

/** Whether what was said of an address names the email that it answers, and so can be true for one buyer only. */
export function isOfOneMessage(said: string, address: string): boolean {
  const others = said.toLowerCase().replaceAll(address, ' ').replaceAll(domainOf(address), 'a.b')
  return UNIQUE.some((sign) => sign.test(others))
}

/**
 * What a report means for the address. `gone`: there is no such mailbox, for good. `temporary`: the server may take the
 * email later. `policy`: it refuses this sender, not the address. `unclear`: somebody must read it.
 */
export type BounceMeaning = 'gone' | 'temporary' | 'policy' | 'unclear'

/** Codes of RFC 3463 and their registry at IANA: 5.1.7 and 5.1.8 are about the sender's own address. */
export function meaningOf({ code, isUnknownUser }: Pick<Bounce, 'code' | 'isUnknownUser'>): BounceMeaning {
  if (code === null) return 'unclear'
  if (code.startsWith('4.')) return 'temporary'
  // Yandex says 'no such user' with a code of policy.
  if (code.startsWith('5.7.')) return isUnknownUser ? 'unclear' : 'policy'
  if (code.startsWith('5.1.') && code !== '5.1.7' && code !== '5.1.8') return 'gone'
  // Exchange Online's code for a recipient that it does not know; elsewhere 'no answer from the host'.
  return code === '5.4.1' && isUnknownUser ? 'gone' : 'unclear'
}
