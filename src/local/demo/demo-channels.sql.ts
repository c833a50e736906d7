import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { CATALOGUE_COLUMNS, type CatalogueChannel } from '../youtube/make-videos.ts'

/** Invented channels of whose titles nothing is kept, by their numbers. */
export async function listUntitled(tx: Tx, afterId: number, limit: number): Promise<CatalogueChannel[]> {
  const { rows } = await sql<CatalogueChannel>`
    select ${sql.raw(CATALOGUE_COLUMNS)} from channel c
    where id > ${afterId} and is_demo and platform = 'youtube' and platform_id is not null
      and not exists (select from channel_recent r where r.channel_id = c.id)
    order by id limit ${limit}`.execute(tx)
  return rows
}

/** Keeps others from filling in titles until the end of the transaction. @returns false while another one does */
export async function holdTitles(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('channelbook demo titles')) as "isHeld"`.execute(tx)
  return rows[0]?.isHeld === true
}

/** Whether anything is kept of the titles of any channel. */
export async function hasTitles(db: Db): Promise<boolean> {
  const { rows } = await sql`select from channel_recent limit 1`.execute(db)
  return rows.length > 0
}

export interface CountedChannel {
  readonly id: number
  readonly subscribers: number
}

/** The invented channels with the most subscribers. */
export async function listLargest(tx: Tx, limit: number): Promise<CountedChannel[]> {
  const { rows } = await sql<CountedChannel>`
    select id, subscribers from channel where is_demo and subscribers > 0 order by subscribers desc, id limit ${limit}`.execute(
    tx,
  )
  return rows
}
