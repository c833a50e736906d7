import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#shared/api/command.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { Refusal } from '#server/refusal.ts'
import { type Keyset, keysetPage } from './keyset-page.ts'

/** The last row of the page before. */
export interface Place {
  readonly at: Date
  readonly id: string
}

interface Listed {
  readonly at: Date
  readonly id: number | string
}

/** The key of a list sorted by an instant and an id, which is a number or a UUID. */
const BY_INSTANT: Keyset<Listed, Place> = {
  write: ({ at, id }) => `${at.toISOString()} ${id}`,
  read(text) {
    const [, at, id] = /^(\d{4}-[\dT:.-]{18}Z) (\d{1,15}|[\da-f-]{36})$/.exec(text) ?? []
    return at === undefined || id === undefined ? undefined : { at: new Date(at), id }
  },
}

interface Asked {
  readonly limit: number
  readonly after?: string | undefined
}

/**
 * One page of an operator's list, and with the first page the total of all its rows.
 * @throws Refusal wrong_field: `after` is no place of a list
 */
export async function listPage<Row, Key, Total>(
  { limit, after: cursor }: Asked,
  keyset: Keyset<Row, Key>,
  find: (place: { readonly limit: number; readonly after: Key | undefined }) => Promise<readonly Row[]>,
  total: () => Promise<Total>,
): Promise<{ rows: Row[]; next: string | null; total: Total | null }> {
  const { data: rows, nextCursor: next } = await keysetPage({ limit, cursor }, keyset, find).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'invalid_input') throw error
      throw new Refusal('wrong_field', { extras: { field: 'after', problem: 'invalid' }, cause: error })
    },
  )
  return { rows, next, total: cursor === undefined ? await total() : null }
}

/** The same for rows in the order of an instant, newest first. */
export function listByInstant<Row extends Listed, Total>(
  asked: Asked,
  find: (place: { readonly limit: number; readonly after: Place | undefined }) => Promise<readonly Row[]>,
  total: () => Promise<Total>,
) {
  return listPage<Row, Place, Total>(asked, BY_INSTANT, find, total)
}

/** SQL for whether an instant is on one of the dates. */
export function isWithin(instant: RawBuilder<unknown>, { since, until }: Period): RawBuilder<boolean> {
  const from = since === undefined ? null : startOf(since)
  const to = until === undefined ? null : new Date(startOf(until).getTime() + DAY_MS)
  return sql<boolean>`(${from}::timestamptz is null or ${instant} >= ${from})
    and (${to}::timestamptz is null or ${instant} < ${to})`
}

/** SQL for the Moscow date of an instant, `YYYY-MM-DD`. */
export function moscowDay(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${instant} at time zone 'Europe/Moscow', 'YYYY-MM-DD')`
}

/** SQL for whether a row comes after a place. @param type of the id */
export function isAfter(
  [instant, id]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  after: Place | undefined,
  type: 'bigint' | 'integer' | 'uuid',
): RawBuilder<boolean> {
  if (after === undefined) return sql<boolean>`true`
  return sql<boolean>`(${instant}, ${id}) < (${after.at}::timestamptz, ${after.id}::${sql.raw(type)})`
}

/** What a count of each day has in common: a figure of one day. */
export interface OfDay<Metric extends string> {
  readonly day: string
  readonly metric: Metric
  readonly value: number
}

/** When a Moscow date begins. */
function startOf(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`)
}
