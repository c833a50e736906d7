import { sql } from 'kysely'
import { INACTIVE_DAYS } from '#shared/rules/filters.ts'
import type { Db } from '#server/db/connect.ts'

/** Counts inactivity to `now` from here on. @returns to when it was counted before; null when never */
export async function moveToday(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    with before as (select today from search_day)
    insert into search_day (today) values (${now})
    on conflict (is_the_only) do update set today = greatest(search_day.today, excluded.today)
    returning (select today from before) as since`.execute(db)
  return rows[0]?.since ?? null
}

interface Crossing {
  readonly since: Date | null
  readonly now: Date
  /** Our number of the last channel of the batch before. */
  readonly after: number
  readonly limit: number
}

/**
 * Channels that passed a step of inactivity since then, and that the search still has a step before. A day more is looked at: a
 * run may have been cut short, or a change have been written by the time of before.
 */
export async function listQuieter(db: Db, { since, now, after, limit }: Crossing): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.channel_id as id
    from unnest(${[...INACTIVE_DAYS]}::integer[]) days
    join search_order o on o.recency >= search_recency(${now}::timestamptz - make_interval(days => days))
      and o.recency < search_recency(${since}::timestamptz - make_interval(days => days + 1))
    join channel c on c.id = o.channel_id
    where o.channel_id > ${after}
      and o.silence <> search_silence(c.last_upload_at, c.uploads_checked_at, ${now})
    group by 1 order by 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
