import { type Insertable, sql } from 'kysely'
import type { Language } from '#shared/i18n/messages.ts'
import type { RequestKind } from '#shared/rules/creators.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/tables.ts'
import { DAY_MS } from '#shared/rules/time.ts'

export interface CreatorRequest {
  readonly id: number
  readonly address: string
  readonly kind: RequestKind
  readonly text: string
  readonly language: Language
  readonly receivedAt: Date
  /** `YYYY-MM-DD` in Moscow. */
  readonly dueOn: string
  readonly answeredAt: Date | null
}

/** Inserts a request, unless the same one is open. @returns by when it must be answered, and whether it is new */
export async function insertRequest(
  tx: Tx,
  request: Omit<Insertable<DB['creator_request']>, 'by_hand'>,
): Promise<{ readonly dueOn: string; readonly isNew: boolean }> {
  const { rows } = await sql<{ dueOn: string; isNew: boolean }>`
    insert into creator_request as kept (address, kind, text, language, received_at, due_on)
    values (${request.address}, ${request.kind}, ${request.text}, ${request.language}, ${request.received_at}, ${request.due_on})
    on conflict (address, kind, md5(text)) where answered_at is null and not by_hand do update set due_on = kept.due_on
    returning due_on::text as "dueOn", xmax = 0 as "isNew"`.execute(tx)
  return rows[0]!
}

/**
 * Inserts a request on the operator's behalf, unless one of the same address, kind and instant was added so.
 * @returns its number, or that of the other one
 */
export async function insertRequestByHand(
  tx: Tx,
  request: Omit<Insertable<DB['creator_request']>, 'by_hand'>,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const inserted = await tx
    .insertInto('creator_request')
    .values({ ...request, by_hand: true })
    .onConflict((conflict) =>
      conflict.columns(['address', 'kind', 'received_at']).where('by_hand', '=', sql.lit(true)).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) return { id: inserted.id, isNew: true }
  const { id } = await tx
    .selectFrom('creator_request')
    .select('id')
    .where('address', '=', request.address)
    .where('kind', '=', request.kind)
    .where('received_at', '=', request.received_at)
    .where('by_hand', '=', true)
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

function requests(db: Db | Tx) {
  return db
    .selectFrom('creator_request')
    .select(['id', 'address', 'text', 'received_at as receivedAt', 'answered_at as answeredAt'])
    .select([
      sql<RequestKind>`kind`.as('kind'),
      sql<Language>`language`.as('language'),
      sql<string>`due_on::text`.as('dueOn'),
    ])
}

/** Requests without an answer, those due first. */
export function openRequests(db: Db, limit: number): Promise<CreatorRequest[]> {
  return requests(db).where('answered_at', 'is', null).orderBy('due_on').orderBy('id').limit(limit).execute()
}

export function findRequest(db: Db | Tx, id: number): Promise<CreatorRequest | undefined> {
  return requests(db).where('id', '=', id).executeTakeFirst()
}

/** Notes that a request is answered. @returns false when it was before, or there is none */
export async function noteAnswer(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('creator_request')
    .set({ answered_at: now })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many requests are open, and how many of them are late on a Moscow date. */
export async function countRequests(
  db: Db,
  today: string,
): Promise<{ readonly open: number; readonly late: number }> {
  const { rows } = await sql<{ open: number; late: number }>`
    select count(*)::integer as open, (count(*) filter (where due_on < ${today}))::integer as late
    from creator_request where answered_at is null`.execute(db)
  return rows[0]!
}

const KEPT_DAYS = 365

export async function purgeRequests(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('creator_request')
    .where('answered_at', '<=', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .execute()
}
