import { createHash } from 'node:crypto'
import { Refusal } from '#server/refusal.ts'

/** Where a page ended: behind which channel the next one begins. */
export interface Place {
  /** Stage of the match; 0 in lists without text. */
  readonly class: number
  /** What the list is ordered by, in the channel's row as it was then. */
  readonly key: number
  readonly id: number
}

/** What a cursor carries from page to page. */
export interface Progress {
  readonly place: Place
  /** How many results came before. */
  readonly seen: number
  /** What the first page counted, if it did. */
  readonly total: number | null
}

/** Goes up when the meaning of a place changes: older cursors are refused then. */
const VERSION = 1

/** The cursor of the page after this one. It answers only to the same request: what was asked, but for `limit`. */
export function writeCursor(request: unknown, { place, seen, total }: Progress): string {
  const fields = [VERSION, fingerprint(request), place.class, place.key, place.id, seen, total ?? -1]
  return Buffer.from(fields.join('.')).toString('base64url')
}

/** @throws Refusal `invalid_input` for anything but a cursor that was written for this request */
export function readCursor(request: unknown, cursor: string): Progress {
  const [version, print, ...rest] = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
  const numbers = rest.map((text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN))
  const [stage = -1, key = 0, id = -1, seen = -1, total = -1] = numbers
  const isWhole = numbers.length === 5 && numbers.every(Number.isSafeInteger)
  const isOurs = version === String(VERSION) && print === fingerprint(request)
  if (!isOurs || !isWhole || stage < 0 || stage > 9 || id < 0 || seen < 0 || seen > 2_147_483_647) {
    throw new Refusal('invalid_input', { fields: { cursor: 'invalid' } })
  }
  return { place: { class: stage, key, id }, seen, total: total < 0 ? null : total }
}

function fingerprint(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url').slice(0, 11)
}
