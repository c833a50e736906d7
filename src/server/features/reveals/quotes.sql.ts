import { sql } from 'kysely'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { namedBy } from '#server/features/catalogue/find-channel.sql.ts'
import { isoText, isVisibleTo } from '#server/features/catalogue/known-contacts.sql.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { type BulkResult, QUOTE_MINUTES } from '#shared/rules/bulk-reveals.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** A channel that one of the API's ids names, as a reveal for a holder would find it. */
export interface QuotedChannel {
  readonly ref: string
  readonly name: string
  readonly isGone: boolean
  readonly isBought: boolean
  readonly hasContact: boolean
  /** A contact is known, and its owner does not want it sold now. */
  readonly isWithheld: boolean
  readonly lastUploadAt: Date | null
  readonly uploadsCheckedAt: Date | null
}

/** The channels that ids name; an id may name two, of which a reveal takes the one that the holder has bought. */
export async function readQuoted(
  db: Db,
  {
    holderId,
    channelIds,
    withDemo,
  }: { readonly holderId: number; readonly channelIds: readonly string[]; readonly withDemo: boolean },
): Promise<readonly QuotedChannel[]> {
  const { rows } = await sql<QuotedChannel>`
    select ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as ref, c.name, c.status <> 'active' as "isGone",
      exists (select from reveal where holder_id = ${holderId} and channel_id = c.id) as "isBought",
      exists (select from known_contact contact where contact.channel_id = c.id and ${isVisibleTo(holderId)}) as "hasContact",
      ${RELEASE}.no_contact_reason(c.id) is not null as "isWithheld",
      c.last_upload_at as "lastUploadAt", c.uploads_checked_at as "uploadsCheckedAt"
    from channel c where (${namedBy(channelIds)}) and (${withDemo} or not c.is_demo)`.execute(db)
  return rows
}

interface Asker {
  readonly holderId: number
  readonly actorId: number
}

/** What a holder can spend now. */
export async function readUses(db: Db, { holderId, now }: { holderId: number; now: Date }): Promise<number> {
  const { uses } = await db.selectNoFrom(usesLeft(holderId, now).as('uses')).executeTakeFirstOrThrow()
  return uses
}

/** Whether a person still may act, as a session of theirs would show: work for them goes on without one. */
export async function mayAct(tx: Tx, personId: number): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${personId} and blocked_at is null`.execute(tx)
  return rows.length > 0
}

export interface QuotedLine {
  readonly channelId: string
  readonly name: string | null
  readonly maySpend: boolean
  /** Null: its turn comes after the start. */
  readonly result: BulkResult | null
}

interface NewQuote extends Asker {
  readonly id: string
  readonly lines: readonly QuotedLine[]
  readonly now: Date
}

/** How many unused quotes a person keeps: one for each of a few open windows. */
const UNUSED_MAX = 5

/** Stores a quote with its lines in their order, in place of the oldest unused one of many. @returns when it expires, ISO 8601; undefined when the account is gone */
export async function insertQuote(
  db: Db,
  { id, holderId, actorId, lines, now }: NewQuote,
): Promise<string | undefined> {
  const { rows } = await sql<{ expiresAt: string }>`
    with quote as (
      insert into reveal_quote (holder_id, id, actor_id, created_at, expires_at)
      select holder.id, ${id}::uuid, ${actorId}::integer, ${now}::timestamptz, ${now}::timestamptz + make_interval(mins => ${QUOTE_MINUTES})
      from holder where id = ${holderId} for key share
      returning holder_id, id, expires_at
    ), replaced as (
      delete from reveal_quote
      where holder_id = ${holderId} and started_at is null and id in (
        select id from reveal_quote
        where holder_id = ${holderId} and actor_id = ${actorId} and started_at is null
        order by created_at desc, id offset ${UNUSED_MAX - 1})
    ), line as (
      insert into reveal_quote_line (holder_id, quote_id, position, channel_ref, channel_name, may_spend, result)
      select quote.holder_id, quote.id, line.position, channel_ref, channel_name, may_spend, result
      from quote, unnest(
        ${lines.map(({ channelId }) => channelId)}::text[],
        ${lines.map(({ name }) => name)}::text[],
        ${lines.map(({ maySpend }) => maySpend)}::boolean[],
        ${lines.map(({ result }) => result)}::text[]
      ) with ordinality as line (channel_ref, channel_name, may_spend, result, position)
    )
    select ${isoText(sql`expires_at`)} as "expiresAt" from quote`.execute(db)
  return rows[0]?.expiresAt
}

interface OwnQuote extends Asker {
  readonly quoteId: string
}

/** Starts a quote that is still valid, once. @returns whether this call did */
export async function startQuote(
  tx: Tx,
  { quoteId, holderId, actorId }: OwnQuote,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update reveal_quote set started_at = ${now}
    where holder_id = ${holderId} and id = ${quoteId} and actor_id = ${actorId} and started_at is null and expires_at > ${now}
    returning id`.execute(tx)
  return rows.length === 1
}

/** How many uses a quote contains, and whether it was started; undefined when the person has no such quote. */
export async function readQuote(
  db: Db | Tx,
  { quoteId, holderId, actorId }: OwnQuote,
): Promise<{ readonly cost: number; readonly isStarted: boolean } | undefined> {
  const { rows } = await sql<{ cost: number; isStarted: boolean }>`
    select started_at is not null as "isStarted", (
      select count(*)::integer from reveal_quote_line line
      where line.holder_id = quote.holder_id and line.quote_id = quote.id and may_spend) as cost
    from reveal_quote quote
    where holder_id = ${holderId} and id = ${quoteId} and actor_id = ${actorId}`.execute(db)
  return rows[0]
}

interface Line {
  readonly holderId: number
  readonly quoteId: string
  readonly position: number
}

/** A line whose turn it is. */
export interface OpenLine extends Line {
  readonly actorId: number
  readonly channelId: string
  readonly maySpend: boolean
}

/** The first line of a started quote without a result; undefined when all have one. */
export async function readNextLine(
  db: Db,
  { holderId, quoteId }: Pick<Line, 'holderId' | 'quoteId'>,
): Promise<OpenLine | undefined> {
  const { rows } = await sql<OpenLine>`
    select line.holder_id as "holderId", quote_id as "quoteId", position, actor_id as "actorId", channel_ref as "channelId",
      may_spend as "maySpend"
    from reveal_quote_line line join reveal_quote quote on quote.holder_id = line.holder_id and quote.id = line.quote_id
    where line.holder_id = ${holderId} and quote_id = ${quoteId} and result is null and started_at is not null
    order by position limit 1`.execute(db)
  return rows[0]
}

/** Gives a line its result, once. @returns whether this call did */
export async function settleLine(
  db: Db | Tx,
  { holderId, quoteId, position }: Line,
  { result, revealId }: { readonly result: BulkResult; readonly revealId: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    update reveal_quote_line set result = ${result}, reveal_id = ${revealId}
    where holder_id = ${holderId} and quote_id = ${quoteId} and position = ${position} and result is null
    returning position`.execute(db)
  return rows.length === 1
}

/** Ends a started quote: lines without a result get none any more. */
export async function stopLines(tx: Tx, { quoteId, holderId, actorId }: OwnQuote): Promise<void> {
  await sql`
    update reveal_quote_line line set result = 'stopped'
    from reveal_quote quote
    where quote.holder_id = ${holderId} and quote.id = ${quoteId} and actor_id = ${actorId} and started_at is not null
      and line.holder_id = quote.holder_id and line.quote_id = quote.id and result is null`.execute(tx)
}

export interface LineResult {
  readonly channelId: string
  readonly name: string | null
  readonly result: BulkResult | null
}

/** The lines of a started quote in their order; none when the person has no such quote. */
export async function readResults(
  db: Db | Tx,
  { quoteId, holderId, actorId }: OwnQuote,
): Promise<readonly LineResult[]> {
  const { rows } = await sql<LineResult>`
    select channel_ref as "channelId", case when result is distinct from 'not_found' then channel_name end as name, result
    from reveal_quote_line line join reveal_quote quote on quote.holder_id = line.holder_id and quote.id = line.quote_id
    where line.holder_id = ${holderId} and quote_id = ${quoteId} and actor_id = ${actorId} and started_at is not null
    order by position`.execute(db)
  return rows
}

/** How long the results of a bulk reveal are kept, in days. */
const KEPT_DAYS = 7

/** Deletes quotes that expired unused a day ago, and results after their days. */
export async function purgeQuotes(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await sql`
    delete from reveal_quote
    where created_at < ${daysAgo(KEPT_DAYS)} or (started_at is null and expires_at < ${daysAgo(1)})`.execute(
    db,
  )
}
