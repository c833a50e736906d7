import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { BEST_FIRST, isVisibleTo } from './reveals.sql.ts'

interface ShownInstead {
  /** Addresses by the number of the contact. */
  readonly shown: ReadonlyMap<number, string>
  /** The last purchase that was looked at; null when there is none. */
  readonly last: number | null
}

/** The number of the newest purchase; 0 when there is none. */
export async function newestPurchase(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select coalesce(max(id), 0) as id from purchase`.execute(db)
  return rows[0]!.id
}

/** The contacts that the next purchases show now, where another one was bought. */
export async function replacementContacts(db: Db, after: number, limit: number): Promise<ShownInstead> {
  const { rows } = await sql<{ purchase: number; contactId: number | null; address: string | null }>`
    select purchase.id as purchase, best.id as "contactId", best.address
    from (
      select * from purchase where id > ${after} order by id limit ${limit}
    ) purchase
    join reveal on reveal.holder_id = purchase.holder_id and reveal.id = purchase.reveal_id
    left join lateral (
      select contact.id, contact.address from contact
      where contact.channel_id = reveal.channel_id and ${isVisibleTo(sql.ref('reveal.holder_id'))}
      order by ${BEST_FIRST} limit 1
    ) best on best.id <> reveal.contact_id
    order by purchase.id`.execute(db)
  return {
    shown: new Map(
      rows.flatMap(({ contactId, address }) =>
        contactId === null || address === null ? [] : [[contactId, address] as const],
      ),
    ),
    last: rows.at(-1)?.purchase ?? null,
  }
}

/** Those of these addresses whose owners were notified. @param hashes as of `addressHash` @returns hashes in hexadecimal digits */
export async function notifiedOwners(db: Db, hashes: readonly Buffer[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: Buffer }>`
    select address_hash as hash from creator_notice where address_hash = any(${hashes}::bytea[])`.execute(db)
  return new Set(rows.map(({ hash }) => hash.toString('hex')))
}

/** Locks a contact against suppression until the transaction ends. @returns false when its owner has objected, or it is gone */
export async function lockShown(tx: Tx, contactId: number): Promise<boolean> {
  const { rows } = await sql`
    select from contact where id = ${contactId} and suppressed_at is null for key share`.execute(tx)
  return rows.length > 0
}
