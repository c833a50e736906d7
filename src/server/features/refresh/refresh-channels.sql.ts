import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { ASIDE_DAYS } from '#server/features/catalogue/platform-facts.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

export interface DueChannel {
  readonly id: number
  readonly platformId: string
  /** The number of uploads last reported, to see whether there are new ones. */
  readonly uploads: number | null
  /** Whether the last upload is known, and words of titles are not old. */
  readonly isUploadKnown: boolean
}

/**
 * Which channels to ask about: `bought` ones; those whose `facts` are old; `overdue` ones, scheduled when facts could be
 * stored for longer; those whose last `uploads` are old, first of which are those that people have seen; those whose `words` of
 * titles are old.
 */
export type DueKind = 'bought' | 'facts' | 'overdue' | 'uploads' | 'words'

/** Facts of bought channels are at most a day old. */
const BOUGHT_DAYS = 1

/** A platform's channels that are due for a refresh, the most urgent first. Demo channels are on no platform. */
export async function listDue(
  db: Db,
  kind: DueKind,
  {
    platform,
    now,
    afterDays,
    limit,
  }: {
    readonly platform: string
    readonly now: Date
    /** Age in days at which facts are refreshed. */
    readonly afterDays: number
    readonly limit: number
  },
): Promise<DueChannel[]> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  // Excludes channels that are due within a day: they were set aside, or can wait that long.
  const isNotAside = sql`(ask_after is null or ask_after <= ${now} or ask_after > ${before(-ASIDE_DAYS)})`
  const due = {
    bought: sql`
      id in (select channel_id from reveal join purchase on purchase.holder_id = reveal.holder_id and purchase.reveal_id = reveal.id)
      and status = 'active' and missing_since is null and (refreshed_at is null or refreshed_at <= ${before(BOUGHT_DAYS)})
      and ${isNotAside}
      order by refreshed_at nulls first, id`,
    facts: sql`(ask_after is null or ask_after <= ${now}) order by ask_after nulls first, id`,
    overdue: sql`
      refreshed_at <= ${before(afterDays)} and status = 'active' and missing_since is null and ${isNotAside}
      order by refreshed_at, id`,
    uploads: sql`
      refreshed_at is not null and status = 'active' and missing_since is null
      and (uploads_checked_at is null or uploads_checked_at <= ${before(afterDays)})
      and ${isNotAside}
      order by uploads_checked_at nulls first, id`,
    words: sql`
      status = 'active' and missing_since is null and recent.read_at <= ${before(afterDays)} and ${isNotAside}
      order by recent.read_at, id`,
  }[kind]
  const select = (among: RawBuilder<unknown>) => sql`
    select id, platform_id as "platformId", uploads,
      last_upload_at is not null and uploads_checked_at is not null and recent.read_at > ${before(afterDays)} is true as "isUploadKnown"
    from channel left join channel_recent recent on recent.channel_id = channel.id
    where platform = ${platform} and platform_id is not null and not is_demo and ${among} and ${due} limit ${limit}`
  const shown = sql`(select channel_id from shown_channel)`
  const { rows } = await sql<DueChannel>`${
    kind === 'uploads'
      ? sql`(${select(sql`id in ${shown}`)}) union all (${select(sql`id not in ${shown}`)}) limit ${limit}`
      : select(sql`true`)
  }`.execute(db)
  return rows
}
