import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

/** What is known of a person's taste. */
export interface Taste {
  /** Our numbers of the channels among their newest purchases. */
  readonly boughtLast: readonly number[]
  /** The same of all channels that they have bought or dismissed. */
  readonly excluded: readonly number[]
}

/** Reads the primary: people must see their own changes. */
export async function readTaste(db: Db, holderId: number, purchases: number): Promise<Taste> {
  const { rows } = await sql<Taste>`
    select
      coalesce((
        select json_agg(channel_id order by transaction_id desc) from (
          select reveal.channel_id, purchase.transaction_id from purchase
          join reveal on reveal.holder_id = purchase.holder_id and reveal.id = purchase.reveal_id
          where purchase.holder_id = ${holderId} and reveal.channel_id is not null
          order by purchase.transaction_id desc limit ${purchases}) newest), '[]') as "boughtLast",
      coalesce((
        select json_agg(channel_id) from (
          select channel_id from reveal where holder_id = ${holderId} and channel_id is not null
          union
          select channel_id from dismissed_channel where holder_id = ${holderId}) own), '[]') as excluded`.execute(
    db,
  )
  return rows[0]!
}
