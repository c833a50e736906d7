import { type RawBuilder, sql } from 'kysely'
import type { ANNOUNCEMENT_LEVELS } from '#shared/api/notices.ts'
import type { Db, Tx } from '#server/db/connect.ts'

export interface Notice {
  readonly kind: 'announcement' | 'maintenance'
  readonly level: (typeof ANNOUNCEMENT_LEVELS)[number]
  readonly en: string
  readonly ru: string
  readonly setAt: Date
  /** Null: until it is taken away. */
  readonly endsAt: Date | null
}

/** All that is stored, also what has ended. */
export async function listNotices(db: Db | Tx): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select kind, level, en, ru, set_at as "setAt", ends_at as "endsAt" from notice order by kind desc`.execute(
    db,
  )
  return rows
}

/**
 * SQL for whether maintenance is on. Its lock of the table makes `lockNotices` wait until the transaction ends, so that
 * none which saw it off commits later.
 */
export const isPaused: RawBuilder<boolean> = sql`exists (select from notice where kind = 'maintenance' for share)`

/** Waits for every transaction that has read `isPaused`; those that begin meanwhile wait, and read what this one writes. */
export async function lockNotices(tx: Tx): Promise<void> {
  await sql`lock table notice in exclusive mode`.execute(tx)
}

export async function putNotice(tx: Tx, { kind, level, en, ru, setAt, endsAt }: Notice): Promise<void> {
  await tx.deleteFrom('notice').where('kind', '=', kind).execute()
  await tx.insertInto('notice').values({ kind, level, en, ru, set_at: setAt, ends_at: endsAt }).execute()
}

export async function deleteNotice(tx: Tx, kind: Notice['kind']): Promise<void> {
  await tx.deleteFrom('notice').where('kind', '=', kind).execute()
}
