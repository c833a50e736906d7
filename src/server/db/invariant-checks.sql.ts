import { sql } from 'kysely'
import type { Db } from './connect.ts'

/** The result of the last check of an invariant. */
export interface KeptCheck {
  readonly name: string
  readonly offences: number
  readonly checkedAt: Date
}

export async function keepCheck(db: Db, { name, offences, checkedAt }: KeptCheck): Promise<void> {
  await db
    .insertInto('invariant_check')
    .values({ name, offences, checked_at: checkedAt })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ offences, checked_at: checkedAt }))
    .execute()
}

/** Forgets the results of invariants that are no longer checked. */
export async function forgetOtherChecks(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from invariant_check where name <> all(${names})`.execute(db)
}

export async function readChecks(db: Db): Promise<readonly KeptCheck[]> {
  return db
    .selectFrom('invariant_check')
    .select(['name', 'offences', 'checked_at as checkedAt'])
    .orderBy('name')
    .execute()
}
