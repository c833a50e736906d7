import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

/** What is known of a person's taste. */
export interface Taste {
  /** Our numbers of the channels among their newest purchases. */
  readonly boughtLast: readonly number[]
  /** The channels that they have bought or dismissed, by our numbers and the API's ids. */
  readonly excluded: readonly { readonly id: number; readonly channelId: string }[]
}

/** Reads the primary: people must see their own changes. */
export async function readTaste(db: Db, personId: number, purchases: number): Promise<Taste> {
  const { rows } = await sql<Taste>`
    select
      coalesce((
        select json_agg(channel_id order by transaction_id desc) from (
          select reveal.channel_id, purchase.transaction_id from purchase
          join reveal on reveal.person_id = purchase.person_id and reveal.id = purchase.reveal_id
          where purchase.person_id = ${personId} and reveal.channel_id is not null
          order by purchase.transaction_id desc limit ${purchases}) newest), '[]') as "boughtLast",
      coalesce((
        select json_agg(json_build_object('id', id, 'channelId', coalesce(platform_id, id::text))) from channel
        where id in (
          select channel_id from reveal where person_id = ${personId}
          union all
          select channel_id from dismissed_channel where person_id = ${personId})), '[]') as excluded`.execute(
    db,
  )
  return rows[0]!
}
