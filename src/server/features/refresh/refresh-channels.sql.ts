import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { ASIDE_DAYS } from '#server/features/catalogue/platform-facts.sql.ts'

export interface DueChannel {
  readonly id: number
  readonly platformId: string
  /** Uploads as they were last told, to see whether there are others. */
  readonly uploads: number | null
  readonly isUploadKnown: boolean
}

/**
 * Which channels to ask about: those that people bought, those whose facts are old, those whose turn was set for later when
 * facts might be kept longer, those whose last upload is old.
 */
export type DueKind = 'bought' | 'facts' | 'overdue' | 'uploads'

const DAY_MS = 86_400_000
/** What people look at is a day old at most. */
const BOUGHT_DAYS = 1

/** Channels that are to be asked about now, the most urgent first. Demo channels are on no platform. */
export async function listDue(
  db: Db,
  kind: DueKind,
  {
    now,
    afterDays,
    limit,
  }: {
    readonly now: Date
    /** How old facts may grow until they are asked for anew. */
    readonly afterDays: number
    readonly limit: number
  },
): Promise<DueChannel[]> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  // Whose turn comes within a day was set aside, or waits that long for its facts.
  const isNotAside = sql`(ask_after is null or ask_after <= ${now} or ask_after > ${before(-ASIDE_DAYS)})`
  const due = {
    bought: sql`
      id in (select channel_id from reveal join purchase on purchase.person_id = reveal.person_id and purchase.reveal_id = reveal.id)
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
  }[kind]
  const { rows } = await sql<DueChannel>`
    select id, platform_id as "platformId", uploads, last_upload_at is not null and uploads_checked_at is not null as "isUploadKnown"
    from channel
    where platform = 'youtube' and platform_id is not null and not is_demo and ${due} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Keeps imports away to the end of the transaction, others of its kind not. @returns false while an import is written */
export async function holdOffImports(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtext('channelbook import')) as "isHeld"`.execute(db)
  return rows[0]?.isHeld === true
}
