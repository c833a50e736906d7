import { hash } from 'node:crypto'
import { Refusal } from '#server/refusal.ts'

/** The position after which the next page starts: that of the last channel of a page, or of the last row read. */
export interface Place {
  /** Stage of the match; 0 in lists without text. */
  readonly class: number
  /** The sort key there at the time. */
  readonly key: number
  readonly id: number
}

/** What a cursor carries from page to page. */
export interface Progress {
  readonly place: Place
  /** How many results the earlier pages had. */
  readonly seen: number
  /** The total that the first page gave, if it did. */
  readonly total: number | null
  readonly totalIsEstimate: boolean
}

/** Nobody pages so far; the database adds page lengths to it as an integer. */
const SEEN_MAX = 1_000_000_000

/** Of topics, whose words have classes of their own. */
const STAGE_MAX = 16

/** Incremented when the meaning of a place changes, which makes older cursors invalid. */
const VERSION = 1

/** The cursor of the next page. It is valid only for the same request, apart from `limit`. */
export function writeCursor(request: unknown, { place, seen, total, totalIsEstimate }: Progress): string {
  // Without a total -1; an estimate is less.
  const written = total === null ? -1 : totalIsEstimate ? -2 - total : total
  const fields = [VERSION, fingerprint(request), place.class, place.key, place.id, seen, written]
  return Buffer.from(fields.join('.')).toString('base64url')
}

/** @throws Refusal `invalid_input` unless the cursor was written for this request */
export function readCursor(request: unknown, cursor: string): Progress {
  const [version, print, ...rest] = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
  const numbers = rest.map((text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN))
  const [stage = -1, key = 0, id = -1, seen = -1, written = -1] = numbers
  const isWhole = numbers.length === 5 && numbers.every(Number.isSafeInteger)
  const isOurs = version === String(VERSION) && print === fingerprint(request)
  if (!isOurs || !isWhole || stage < 0 || stage > STAGE_MAX || id < 0 || seen < 0 || seen > SEEN_MAX) {
    throw new Refusal('invalid_input', { fields: { cursor: 'invalid' } })
  }
  const total = written >= 0 ? written : written === -1 ? null : -2 - written
  return { place: { class: stage, key, id }, seen, total, totalIsEstimate: written < -1 }
}

function fingerprint(request: unknown): string {
  return hash('sha256', JSON.stringify(request), 'base64url').slice(0, 11)
}
