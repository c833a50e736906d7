import { Refusal } from '../refusal.ts'

/** How a position in a list is written into a cursor, which callers send back and may have forged. */
export interface Keyset<Row, Key> {
  readonly write: (row: Row) => string
  /** @returns undefined for text that `write` cannot have written */
  readonly read: (text: string) => Key | undefined
}

/** The key of a list sorted by an integer from 0 to `max`, its column's largest value. */
export function integerKey<Row>(of: (row: Row) => number, max: number): Keyset<Row, number> {
  return {
    write: (row) => String(of(row)),
    read: (text) => (/^[0-9]{1,15}$/.test(text) && Number(text) <= max ? Number(text) : undefined),
  }
}

/**
 * One page of a list and the cursor of the next.
 * @param find reads that many rows after a key, or the first ones
 * @throws Refusal invalid_input when the cursor is not one of ours
 */
export async function keysetPage<Row, Key>(
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  keyset: Keyset<Row, Key>,
  find: (place: { readonly limit: number; readonly after: Key | undefined }) => Promise<readonly Row[]>,
): Promise<{ readonly data: Row[]; readonly nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(keyset, cursor)
  // One more than requested shows whether there is a next page.
  const found = await find({ limit: limit + 1, after })
  const data = found.slice(0, limit)
  const last = data.at(-1)
  const hasMore = found.length > limit && last !== undefined
  return { data, nextCursor: hasMore ? Buffer.from(keyset.write(last)).toString('base64url') : null }
}

function readCursor<Key>({ read }: Keyset<never, Key>, cursor: string): Key {
  const key = read(Buffer.from(cursor, 'base64url').toString())
  if (key === undefined) throw new Refusal('invalid_input', { fields: { cursor: 'invalid' } })
  return key
}
