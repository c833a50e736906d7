import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

export interface DueAddress {
  readonly address: string
  readonly badSince: Date | null
}

/** Addresses whose check is due: those never checked first, then the oldest. Withheld ones are not checked. */
export async function listDueAddresses(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<DueAddress[]> {
  return db
    .selectFrom('address')
    .select(['address', 'bad_since as badSince'])
    .where('suppressed_at', 'is', null)
    .where('check_after', '<=', now)
    .orderBy('check_after')
    .limit(limit)
    .execute()
}

/** Counts contacts by result again. Reads all of them. */
export async function countContacts(db: Db): Promise<void> {
  await sql`
    with counted as materialized (
      select verification, count(*) as contacts, min(verified_at) as oldest_at
      from known_contact where suppressed_at is null group by verification
    ), written as (
      insert into contact_check_count (verification, contacts, oldest_at) select * from counted
      on conflict (verification) do update set (contacts, oldest_at) = (excluded.contacts, excluded.oldest_at)
    )
    delete from contact_check_count old
    where not exists (select from counted where counted.verification = old.verification)`.execute(db)
}

export interface ContactCount {
  readonly verification: string
  readonly contacts: number
  /** When the oldest of these results was found out; null without one. */
  readonly oldestAt: Date | null
}

/** What `countContacts` last counted. */
export async function readCounts(db: Db): Promise<ContactCount[]> {
  return db
    .selectFrom('contact_check_count')
    .select(['verification', 'contacts', 'oldest_at as oldestAt'])
    .execute()
}
