import { type Expression, sql } from 'kysely'
import type { z } from 'zod'
import type { purchaseRecord } from '#shared/api/reveals.ts'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { namedBy } from '#server/features/catalogue/find-channel.sql.ts'
import {
  BEST_FIRST,
  isoInstant,
  isoText,
  isVisibleTo,
  SOURCE,
} from '#server/features/catalogue/known-contacts.sql.ts'

export type PurchaseRecord = z.infer<typeof purchaseRecord>

/** The API's id of a channel: the platform's where known, otherwise ours. */
export const CHANNEL_ID = sql<string>`${RELEASE}.channel_ref(channel.platform, channel.platform_id, reveal.channel_id)`

/** The last report of a purchase: a look-up in the index of reports by holder and reveal, where most have none. */
const LAST_REPORT = sql<PurchaseRecord['report']>`(
  select jsonb_build_object('state', state, 'reason', reason, 'at', ${isoText(sql`coalesce(decided_at, reported_at)`)},
    'mayProve', state = 'review' and kind <> 'bounced')
  from bad_contact_report report
  where report.holder_id = purchase.holder_id and report.reveal_id = purchase.reveal_id
  order by report.id desc limit 1)`

/** The member who bought it for a team, also one who has left; of the own purse it would be the person. */
const OPENED_BY = sql<PurchaseRecord['openedBy']>`(
  select jsonb_build_object('name', opener.username) from person opener
  where opener.id = reveal.actor_id and reveal.actor_id <> reveal.holder_id)`

/**
 * A holder's purchase records with the API's columns. The caller adds order, limit and conditions (on `purchase`, `reveal`
 * and `channel`). Each has today's best address of those that the holder is shown (`isVisibleTo`).
 */
export function purchaseRecordsOf(db: Db | Tx, holderId: number | Expression<number>) {
  return db
    .selectFrom('purchase')
    .innerJoin('reveal', (join) =>
      join.onRef('reveal.holder_id', '=', 'purchase.holder_id').onRef('reveal.id', '=', 'purchase.reveal_id'),
    )
    .innerJoin('channel', 'channel.id', 'reveal.channel_id')
    .innerJoin('card', (join) =>
      join
        .onRef('card.holder_id', '=', 'reveal.holder_id')
        .onRef('card.channel_id', '=', 'reveal.channel_id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('known_contact as contact')
          .select(['contact.address', SOURCE.as('source'), 'contact.last_seen_at'])
          .whereRef('contact.channel_id', '=', 'reveal.channel_id')
          .where(isVisibleTo(sql.ref('reveal.holder_id')))
          .orderBy(BEST_FIRST)
          .limit(1)
          .as('best'),
      (join) => join.onTrue(),
    )
    .select([
      'purchase.transaction_id',
      CHANNEL_ID.as('channelId'),
      'purchase.channel_name',
      'best.address as email',
      sql<PurchaseRecord['withheld']>`case
        when best.address is not null then null
        when exists (
          select from known_contact where known_contact.channel_id = reveal.channel_id and suppressed_at is not null) then 'objection'
        else coalesce((
          select case reason when 'age' then 'expired' else 'objection' end from retired_contact
          where retired_contact.channel_id = reveal.channel_id order by retired_at desc, contact_id limit 1
        ), 'gone') end`.as('withheld'),
      'purchase.thumbnail_url as thumbnail',
      'channel.subscribers as subsCount',
      sql<string>`${RELEASE}.search_content_type_names(channel.content_types)`.as('content_type'),
      'channel.country',
      'best.source',
      isoInstant('best.last_seen_at').$castTo<string | null>().as('lastSeenAt'),
      'channel.url',
      isoInstant('purchase.created_at').as('boughtAt'),
      OPENED_BY.as('openedBy'),
      LAST_REPORT.as('report'),
      sql<PurchaseRecord['status']>`card.stage`.as('status'),
      'card.note',
      'card.version',
    ])
    .where('purchase.holder_id', '=', holderId)
}

interface ListedPurchases {
  readonly limit: number
  readonly after?: number | undefined
  /** The API's ids. */
  readonly channelIds?: readonly string[] | undefined
}

/**
 * A holder's newest purchase records, `limit` at most; with `after`, older than that transaction; with `channelIds`,
 * of those channels.
 */
export async function newestPurchases(
  db: Db | Tx,
  holderId: number,
  { limit, after, channelIds }: ListedPurchases,
): Promise<PurchaseRecord[]> {
  return purchaseRecordsOf(db, holderId)
    .$if(after !== undefined, (query) => query.where('purchase.transaction_id', '<', after ?? null))
    .$if(channelIds !== undefined, (query) =>
      query.where('reveal.channel_id', 'in', namedChannels(channelIds ?? [])),
    )
    .orderBy('purchase.transaction_id', 'desc')
    .limit(limit)
    .execute()
}

/** A purchase of a list, without what costs to read. */
interface ListedPurchase {
  readonly transactionId: number
  /** Our number. */
  readonly channel: number
  readonly channelName: string
}

/** The same purchases as `newestPurchases`, for somebody who reads their cards. */
export async function newestPurchased(
  db: Db,
  holderId: number,
  { limit, after }: Omit<ListedPurchases, 'channelIds'>,
): Promise<ListedPurchase[]> {
  const { rows } = await sql<ListedPurchase>`
    select purchase.transaction_id as "transactionId", reveal.channel_id as channel, purchase.channel_name as "channelName"
    from purchase join reveal on reveal.holder_id = purchase.holder_id and reveal.id = purchase.reveal_id
    where purchase.holder_id = ${holderId} and (${after ?? null}::integer is null or purchase.transaction_id < ${after ?? null})
    order by purchase.transaction_id desc limit ${limit}`.execute(db)
  return rows
}

/** SQL for our numbers of channels by the API's ids; a look-up of each, however much the holder has bought. */
function namedChannels(channelIds: readonly string[]) {
  return sql<number>`(select c.id from channel c where ${namedBy(channelIds)})`
}

/** How many purchase records a holder has; with `channelIds`, of those channels. */
export async function countPurchases(
  db: Db | Tx,
  holderId: number,
  channelIds?: readonly string[],
): Promise<number> {
  const { total } = await db
    .selectFrom('purchase')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('purchase.holder_id', '=', holderId)
    .$if(channelIds !== undefined, (query) =>
      query
        .innerJoin('reveal', (join) =>
          join
            .onRef('reveal.holder_id', '=', 'purchase.holder_id')
            .onRef('reveal.id', '=', 'purchase.reveal_id'),
        )
        .where('reveal.channel_id', 'in', namedChannels(channelIds ?? [])),
    )
    .executeTakeFirstOrThrow()
  return total
}
