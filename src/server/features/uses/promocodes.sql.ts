import { sql } from 'kysely'
import { moscowDate } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'

export interface NewPromocode {
  /** As `normalizePromocode` spells it. */
  readonly code: string
  /** What an activation gives. */
  readonly uses: number
  /** How many people may activate it; null: no limit. */
  readonly places: number | null
  /** The last Europe/Moscow date on which it is valid, `YYYY-MM-DD`; null: until the operator ends it. */
  readonly lastDate: string | null
}

/** What the operator sees of a promocode. */
export interface Promocode extends NewPromocode {
  readonly activated: number
  readonly endedAt: Date | null
}

/**
 * Takes one of a promocode's places, in the transaction that gives its uses.
 * @returns the uses to give, or null when the code is unknown, full or over
 */
export async function redeemPromocode(tx: Tx, code: string, now: Date): Promise<number | null> {
  const row = await tx
    .updateTable('promocode')
    .set((eb) => ({ activated: eb('activated', '+', 1) }))
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('places', 'is', null), eb('activated', '<', eb.ref('places'))]))
    .where(sql<boolean>`coalesce(last_date >= ${moscowDate(now)}, true)`)
    .returning('uses')
    .executeTakeFirst()
  return row?.uses ?? null
}

/** @returns false when the code exists or existed: a code is never created twice */
export async function insertPromocode(db: Db | Tx, made: NewPromocode, now: Date): Promise<boolean> {
  const { code, uses, places, lastDate } = made
  const result = await db
    .insertInto('promocode')
    .values({ code, uses, places, last_date: lastDate, created_at: now })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** All promocodes, newest first. */
export async function listPromocodes(db: Db): Promise<Promocode[]> {
  return db
    .selectFrom('promocode')
    .select(['code', 'uses', 'places', 'last_date as lastDate', 'activated', 'ended_at as endedAt'])
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .execute()
}

/** Whether there is or was a promocode of that name. */
export async function isPromocodeKnown(db: Db | Tx, code: string): Promise<boolean> {
  const row = await db.selectFrom('promocode').select('code').where('code', '=', code).executeTakeFirst()
  return row !== undefined
}

/** Ends a promocode. @returns false when there is no valid promocode of that name */
export async function endPromocode(db: Db | Tx, code: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('promocode')
    .set({ ended_at: now })
    .where('code', '=', code)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
