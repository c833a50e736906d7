import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30

/** Stores which channels were shown, where their recent titles are not known yet, and removes what needs no more noting. */
export async function keepShown(db: Db, platformIds: readonly string[], now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  await sql`
    with done as (
      delete from shown_channel s
      where shown_at < ${oldest} or exists (select from channel_recent r where r.channel_id = s.channel_id)
    )
    insert into shown_channel (channel_id, shown_at)
    select id, ${now}::timestamptz from channel c
    where platform = 'youtube' and platform_id = any(${platformIds}) and not is_demo
      and not exists (select from channel_recent r where r.channel_id = c.id)
    on conflict (channel_id) do nothing`.execute(db)
}
