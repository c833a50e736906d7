import PostalMime from 'postal-mime'
import { codesIn, hasReason, isAboutFailure, judgeBounce, type Judgement, replyIn } from './judge-bounce.ts'

/** What a mail server says of one address to which it could not deliver. */
export interface Bounce extends Judgement {
  /** What was read: without markup, attachments and the copy of the email. */
  readonly said: string
  /** When the email arrived at that server, or the report was written; null when it does not say. */
  readonly at: Date | null
}

/** `other_address`: a report about other addresses; `unreadable`: nothing that a mail server writes. */
export type BounceReading = Bounce | 'other_address' | 'unreadable'

const HEAD = /^\s*(?:[a-z-]{2,40}:.*\r?\n(?:[ \t].*\r?\n)*){2}/i
const MIME = /^(?:content-type|mime-version):/im
const RECIPIENT = /^(?:final|original)-recipient:/im
/**
 * After such a line servers append the email itself, which names its recipients whatever became of them. People who forward a
 * bounce have such a line before it.
 */
const MARK =
  /^(?:[-_=*]{2,} ?(?:this is a copy of|below this line is a copy|the body of|original message|forwarded message|исходное (?:сообщение|письмо)|(?:пере[а-яё]+) (?:сообщение|письмо))|(?:begin forwarded message|original message headers|message headers follow|reporting-mta-copy|начало пере[а-яё]+ (?:сообщения|письма)|заголовки исходного (?:сообщения|письма)):?[ \t]*$)/gim
// Bounded, or a long text without '@' would take its square.
const ADDRESS = /[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9.-]{1,255}(?<=[a-z0-9])/gi
const SERVERS_OWN = /^(?:mailer-daemon|postmaster|mail-daemon|noreply|no-reply)@/i
/** Before the address of who sent the email, which servers name as well. */
const SENDER = /(?:\bfrom|\bsender(?: address)?|return-path)[ \t:=<"'(]{0,5}$/i
/** Where what the server answered begins, within what a report says of an address. */
const ANSWER =
  /(?:\bsaid|responded|response(?: from the remote server)? was|returned|diagnostic[- ]code|reported error|ответ(?:ил)?(?: сервера)?)\s*:?\s/i

/**
 * Reads what a mail server answered about an address: a report of RFC 3464, as source, as shown by a mail program or forwarded, or
 * the plain text of the usual servers. Markup and attachments are ignored, and so is the copy of the email.
 * @param text at most as long as the contract allows
 * @param address normalised
 */
export async function readBounce(text: string, address: string): Promise<BounceReading> {
  const { text: whole, at } = await readText(text)
  const ends = [...Array.from(whole.matchAll(MARK), ({ index }) => index), whole.length]
  let begin = 0
  let note: BounceReading | undefined
  for (const end of ends) {
    const part = whole.slice(begin, end)
    const reading = RECIPIENT.test(part) ? readFields(part, address, at) : readWords(part, address, at)
    // Of somebody's note above a forwarded answer: the answer decides, if it can be read.
    const isNote = typeof reading === 'object' && reading.code === null && reading.meaning === 'unclear'
    if (isNote) note ??= reading
    else if (reading !== 'unreadable') return reading
    begin = end
  }
  if (note !== undefined) return note
  // Broken or unusual, but a server's: a person can read what we cannot.
  return isAboutFailure(plain(text)) && addressesIn(plain(text)).includes(address)
    ? { code: null, meaning: 'unclear', said: whole, at }
    : 'unreadable'
}

interface Text {
  readonly text: string
  readonly at: Date | null
}

async function readText(source: string): Promise<Text> {
  const pasted = plain(source)
  if (!MIME.test(source.slice(0, 8_000)) || !HEAD.test(source)) {
    // Somebody's note may stand before the source of the bounce.
    const head = source.search(/^(?:return-path|received|from|mime-version|content-type):/im)
    const isBelow = head > 0 && /^content-type:\s*multipart\/report/im.test(source)
    return isBelow ? readSource(source.slice(head)) : { text: pasted, at: null }
  }
  return readSource(source)
}

async function readSource(source: string, depth = 0): Promise<Text> {
  // Too many parts in parts, or too long a head: not what a server writes.
  const email = await PostalMime.parse(source.trimStart()).catch(() => null)
  if (email === null) return { text: '', at: null }
  const contents = email.attachments.map(({ mimeType, content }) => ({
    mimeType,
    text: typeof content === 'string' ? content : new TextDecoder().decode(content),
  }))
  const statuses = contents.filter(({ mimeType }) => mimeType === 'message/delivery-status')
  const forwarded = contents.find(({ mimeType }) => mimeType === 'message/rfc822')
  if (statuses.length === 0 && forwarded !== undefined && depth === 0) {
    const inner = await readSource(forwarded.text, 1)
    if (RECIPIENT.test(inner.text) || isAboutFailure(inner.text)) return inner
  }
  const words = plain(email.text ?? email.html ?? '')
  const text = [words, ...statuses.map((status) => status.text)].join('\n\n')
  return { text, at: dateOf(email.date) }
}

/** Without markup, quotation marks of answers, signs that are not seen, and line breaks of quoted-printable. */
function plain(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/<(?:style|script|title)\b[^<>]*>[^<]*/gi, ' ')
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/h\d)\b[^<>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi, ' ')
    .replaceAll(/^(?:[>|] ?)+/gm, '')
    .replaceAll(/&(lt|gt|amp|quot|#39|nbsp);/g, (_, name: string) => SIGNS[name] ?? ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => (/[\r\n\t]/.test(sign) ? sign : ''))
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }

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
  // What stands before the fields may say more of the address than they do.
  const before = text.slice(0, text.search(/^(?:reporting-mta|(?:final|original)-recipient):/im))
  if (own === undefined) {
    const reading = readWords(before, address, at)
    return reading === 'unreadable' ? 'other_address' : reading
  }
  const action = own.get('action')?.toLowerCase() ?? 'failed'
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(own.get('status') ?? '')?.[0] ?? null
  const diagnosis = own.get('diagnostic-code') ?? ''
  const spoken = wordsAbout(before, address, true)
  const said = diagnosis === '' ? spoken : diagnosis
  const isStatusAlone = diagnosis.replace(/^[\w-]+;\s*/, '') === ''
  const judged = judgeBounce(said, { status, isStatusAlone, around: `${diagnosis}\n${spoken}` })
  if (/^(?:delivered|relayed|expanded)/.test(action))
    return { code: status, meaning: 'unclear', said: text, at }
  if (!action.startsWith('delayed')) return { ...judged, said: text, at }
  const code = judged.code?.startsWith('4') === true ? judged.code : '4.0.0'
  return { code, meaning: 'temporary', said: text, at }
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
  const addresses = addressesIn(text).filter((found) => !SERVERS_OWN.test(found))
  const hasCode = codesIn(text).length > 0
  if (!addresses.includes(address)) return addresses.length > 0 && hasCode ? 'other_address' : 'unreadable'
  const [own, around] = [wordsAbout(text, address), wordsAbout(text, address, true)]
  const isFailure = isAboutFailure(text) || (replyIn(around) !== undefined && hasReason(around))
  if (!hasCode && !isFailure) return 'unreadable'
  // A number of a ticket may look like a code.
  if (!isFailure && !hasReason(around)) return { code: null, meaning: 'unclear', said: text, at }
  const answer = own.slice(Math.max(0, own.search(ANSWER)))
  const said = codesIn(answer).length > 0 || replyIn(answer) !== undefined ? answer : own
  return {
    ...judgeBounce(said, { around }),
    said: text,
    at: at ?? dateOf(/^date:\s*(.+)$/im.exec(text)?.[1]),
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** What a text says of an address: from the line that names it up to the next one, or with `isWithLine` to the end of a line of both. */
function wordsAbout(text: string, address: string, isWithLine = false): string {
  const places = Array.from(text.matchAll(ADDRESS), (found) => ({
    address: bare(found[0]),
    at: found.index,
  })).filter(
    (place) =>
      place.address === address ||
      !(SERVERS_OWN.test(place.address) || SENDER.test(text.slice(Math.max(0, place.at - 30), place.at))),
  )
  if (places.every((place) => place.address === address)) return text
  const parts = places.flatMap((place, index) => {
    if (place.address !== address) return []
    const next = places.slice(index + 1).find((other) => other.address !== address)
    const before = Math.max(text.lastIndexOf('\n', place.at) + 1, places[index - 1]?.at ?? 0)
    if (next === undefined) return [text.slice(before)]
    const line = text.lastIndexOf('\n', next.at)
    if (line > place.at) return [text.slice(before, line)]
    // In the same line, which may be about both; a code right before it is about it.
    if (isWithLine) return [text.slice(before, lineEnd(text, next.at))]
    return [text.slice(before, next.at).replace(/[\d.\s#<:-]+$/, '')]
  })
  return parts.join('\n')
}

function addressesIn(text = ''): string[] {
  return Array.from(text.matchAll(ADDRESS), ([address]) => bare(address))
}

/** Without signs that stand before an address in a text. */
function bare(address: string): string {
  return address.toLowerCase().replace(/^[.'`*]+/, '')
}

function dateOf(text: string | undefined): Date | null {
  const date = new Date((text ?? '').replace(/\([^)]*\)/g, ''))
  return text === undefined || Number.isNaN(date.getTime()) ? null : date
}
