import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

/** Stores which channels were shown, where their recent titles are not known yet. */
export async function keepShown(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    insert into shown_channel (channel_id, shown_at)
    select id, ${now}::timestamptz from channel c
    where id = any(${ids}) and platform_id is not null and not is_demo
      and not exists (select from channel_recent r where r.channel_id = c.id)
    order by id
    on conflict (channel_id) do nothing`.execute(db)
}

/** Removes channels that need no more noting, because their titles are known now. */
export async function removeShown(db: Db | Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from shown_channel where channel_id = any(${ids})`.execute(db)
}

/** Removes what was shown before `oldest`. @returns how many channels it was about */
export async function forgetShown(db: Db, oldest: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from shown_channel where channel_id in (
      select channel_id from shown_channel where shown_at < ${oldest} order by shown_at limit ${limit})
    returning channel_id`.execute(db)
  return rows.length
}
