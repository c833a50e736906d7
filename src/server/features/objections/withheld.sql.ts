import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { isVisibleTo } from '#server/features/catalogue/known-contacts.sql.ts'

/** What the suppression of an address takes away. */
export interface Withheld {
  /** Channels whose contact it is. */
  readonly channels: number
  /** Of these, those that sell no other one. */
  readonly channelsLeftWithout: number
  /** Purchases that show it and no other address, and the people whose they are. */
  readonly purchases: number
  readonly owners: number
}

/** What the suppression of an address takes away, as things stand. */
export async function countWithheld(db: Db | Tx, address: string): Promise<Withheld> {
  const { rows } = await sql<Withheld>`
    with withheld as (
      select c.channel_id, exists (
        select from known_contact contact
        where contact.channel_id = c.channel_id and contact.is_sold and contact.address <> ${address}) as has_other
      from known_contact c where c.address = ${address} and c.suppressed_at is null
    ), records as (
      select purchase.holder_id
      from withheld join reveal on reveal.channel_id = withheld.channel_id
      join purchase on purchase.holder_id = reveal.holder_id and purchase.reveal_id = reveal.id
      where (
        select bool_and(contact.address = ${address}) from known_contact contact
        where contact.channel_id = reveal.channel_id and ${isVisibleTo(sql.ref('reveal.holder_id'))})
    )
    select (select count(*) from withheld) as channels,
      (select count(*) from withheld where not has_other) as "channelsLeftWithout",
      (select count(*) from records) as purchases, (select count(distinct holder_id) from records) as owners`.execute(
    db,
  )
  return rows[0]!
}
