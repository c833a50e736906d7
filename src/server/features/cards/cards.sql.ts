import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { DataOf } from '#shared/api/contract.ts'
import type { card } from '#shared/api/cards.ts'
import type { Stage } from '#shared/rules/cards.ts'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Keyset } from '#server/db/keyset-page.ts'
import { namedBy } from '#server/features/catalogue/find-channel.sql.ts'
import { isoText } from '#server/features/catalogue/known-contacts.sql.ts'
import { purchaseRecordsOf } from '#server/features/reveals/reveals.sql.ts'

export type Card = z.infer<typeof card>

/** SQL for what cards and shared lists tell of a channel `c`. */
export const LISTED_CHANNEL = sql`${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as "channelId", c.name as channel_name,
  c.thumbnail_url as thumbnail, ${RELEASE}.search_content_type_names(c.content_types) as content_type, c.subscribers as "subsCount", c.url,
  c.country, c.language, ${isoText(sql`c.last_upload_at`)} as "lastUploadAt",
  ${isoText(sql`c.uploads_checked_at`)} as "uploadsCheckedAt", c.has_contact as "hasContact"`

/** SQL for whether a holder's card of channel `c` is shown: a hidden channel only to those who bought it. */
const IS_SHOWN = sql<boolean>`(c.status <> 'hidden' or exists (
  select from reveal where reveal.holder_id = card.holder_id and reveal.channel_id = card.channel_id))`

/** SQL for somebody who works for the holder; null when the account no longer exists. */
function personOf(id: RawBuilder<unknown>) {
  return sql`(select jsonb_build_object('userId', person.id, 'username', person.username) from person where person.id = ${id})`
}

/** A place among cards: added then, and our number of the channel. */
interface CardPlace {
  readonly addedAt: Date
  readonly channel: number
}

interface CardRow {
  /** The card as the API returns it. */
  readonly card: Card
  readonly place: CardPlace
}

export const BY_ADDITION: Keyset<{ readonly place: CardPlace }, CardPlace> = {
  write: ({ place }) => `${place.addedAt.getTime()} ${place.channel}`,
  read(text) {
    const [, at, id] = /^(\d{1,14}) (\d{1,15})$/.exec(text) ?? []
    return at === undefined ? undefined : { addedAt: new Date(Number(at)), channel: Number(id) }
  },
}

/** Which cards; what is left out means any. */
export interface WantedCards {
  readonly list?: number | undefined
  readonly stage?: Stage | undefined
  readonly owner?: number | 'none' | undefined
  readonly due?: string | undefined
  readonly tag?: string | undefined
  readonly q?: string | undefined
  readonly channelId?: readonly string[] | undefined
  /** Our numbers of the channels. */
  readonly channels?: readonly number[] | undefined
  /** Bought, and not removed since. */
  readonly isPurchase?: boolean | undefined
}

function isWanted({
  list,
  stage,
  owner,
  due,
  tag,
  q = '',
  channelId,
  channels,
  isPurchase = false,
}: WantedCards): RawBuilder<boolean> {
  const conditions = [
    list !== undefined &&
      sql`exists (select from list_card where list_card.holder_id = card.holder_id
        and list_card.list_id = ${list} and list_card.channel_id = card.channel_id)`,
    stage !== undefined && sql`card.stage = ${stage}`,
    owner !== undefined && (owner === 'none' ? sql`card.owner_id is null` : sql`card.owner_id = ${owner}`),
    due !== undefined && sql`card.next_step_on <= ${due}`,
    tag !== undefined && sql`card.tags @> array[${tag}]::text[]`,
    q !== '' &&
      sql`(strpos(lower(c.name), lower(${q}::text)) > 0 or strpos(lower(card.note), lower(${q}::text)) > 0)`,
    channelId !== undefined && namedBy(channelId),
    channels !== undefined && sql`card.channel_id = any(${channels}::bigint[])`,
    isPurchase &&
      sql`exists (select from reveal
        join purchase on purchase.holder_id = reveal.holder_id and purchase.reveal_id = reveal.id
        where reveal.holder_id = card.holder_id and reveal.channel_id = card.channel_id)`,
  ].filter((condition) => condition !== false)
  return sql<boolean>`${sql.join([IS_SHOWN, ...conditions], sql` and `)}`
}

/** SQL for a holder's cards that are wanted, as `card`, each with its channel `c`. */
function wantedCards(holderId: number, wanted: WantedCards) {
  return sql`card join channel c on c.id = card.channel_id where card.holder_id = ${holderId} and ${isWanted(wanted)}`
}

interface Page {
  readonly limit: number
  readonly after?: CardPlace | undefined
  /** By the date of the next step; the one added last first by default. */
  readonly isByDate?: true
}

/** A holder's cards as the API returns them, with contacts as in purchase records: only what was bought and is still listed. */
export async function readCards(
  db: Db | Tx,
  holderId: number,
  wanted: WantedCards,
  { limit, after, isByDate }: Page,
): Promise<CardRow[]> {
  const purchase = purchaseRecordsOf(db, holderId)
    .select('reveal.actor_id')
    .where(sql<boolean>`reveal.channel_id = page.channel_id`)
    // There is only one; without a limit PostgreSQL would read all purchases of the holder for every page.
    .limit(1)
  const { rows } = await sql<Omit<Card, 'purchase'> & Record<string, unknown>>`
    select ${LISTED_CHANNEL}, page.stage, page.note, page.tags, page.next_step_on as "nextStepOn",
      case when page.price is not null
        then jsonb_build_object('amount', page.price / 100.0, 'currency', page.currency) end as price,
      ${personOf(sql`page.owner_id`)} as owner,
      array(select list_id from list_card
        where list_card.holder_id = page.holder_id and list_card.channel_id = page.channel_id order by list_id) as lists,
      exists (select from reveal
        where reveal.holder_id = page.holder_id and reveal.channel_id = page.channel_id) as "isBought",
      case when bought.transaction_id is not null then jsonb_build_object(
        'transaction_id', bought.transaction_id, 'email', bought.email, 'withheld', bought.withheld,
        'source', bought.source, 'lastSeenAt', bought."lastSeenAt", 'boughtAt', bought."boughtAt",
        'boughtBy', ${personOf(sql`bought.actor_id`)}) end as purchase,
      ${isoText(sql`page.added_at`)} as "addedAt", page.version, ${isoText(sql`page.changed_at`)} as "changedAt",
      ${personOf(sql`page.actor_id`)} as "changedBy", page.added_at as "placeAt", page.channel_id as "placeId"
    from (
      select card.* from ${wantedCards(holderId, wanted)}
        and (${after?.addedAt ?? null}::timestamptz is null
          or (card.added_at, card.channel_id) < (${after?.addedAt ?? null}, ${after?.channel ?? null}::bigint))
      order by ${isByDate ? sql`card.next_step_on,` : sql``} card.added_at desc, card.channel_id desc limit ${limit}
    ) page
    join channel c on c.id = page.channel_id
    left join lateral (${purchase}) bought on true
    order by ${isByDate ? sql`page.next_step_on,` : sql``} page.added_at desc, page.channel_id desc`.execute(
    db,
  )
  return rows.map(({ placeAt, placeId, ...card }) => ({
    card: card as unknown as Card,
    place: { addedAt: placeAt as Date, channel: placeId as number },
  }))
}

/** The holder's card of the channel that the API's id names; undefined when there is none. */
export async function readCard(db: Db | Tx, holderId: number, channelId: string): Promise<Card | undefined> {
  // An id that fits two channels names none.
  const rows = await readCards(db, holderId, { channelId: [channelId] }, { limit: 2 })
  return rows.length === 1 ? rows[0]?.card : undefined
}

export async function countCards(db: Db | Tx, holderId: number, wanted: WantedCards): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${wantedCards(holderId, wanted)}`.execute(db)
  return rows[0]!.total
}

interface NotedExport {
  readonly holderId: number
  readonly actorId: number
  readonly wanted: WantedCards
  readonly format: string
  readonly now: Date
}

/** Notes in the history of each card that it was exported, once a day for each person. The caller has locked the holder. */
export async function noteExport(
  tx: Tx,
  { holderId, actorId, wanted, format, now }: NotedExport,
): Promise<void> {
  await sql`
    insert into card_event (holder_id, channel_id, actor_id, kind, value, created_at)
    select card.holder_id, card.channel_id, ${actorId}::integer, 'exported', ${format}::text, ${now}::timestamptz
    from ${wantedCards(holderId, wanted)} and not exists (
      select from card_event event
      where event.holder_id = card.holder_id and event.channel_id = card.channel_id and event.kind = 'exported'
        and event.actor_id = ${actorId} and event.value = ${format} and event.created_at > ${now}::timestamptz - interval '1 day')`.execute(
    tx,
  )
}

/** The tags in use, in alphabetical order, with the number of cards. */
export async function readTags(db: Db, holderId: number): Promise<DataOf<'GET /cards/tags'>> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::integer as count from card cross join unnest(tags) tag
    where holder_id = ${holderId} group by tag order by tag`.execute(db)
  return rows
}

export type CardEvent = DataOf<'GET /cards/{channelId}/events'>[number]

/** A place in a card's history: then, and the event's number; 0 for the reveal. */
interface EventPlace {
  readonly at: Date
  readonly id: number
}

interface EventRow {
  readonly event: CardEvent
  readonly place: EventPlace
}

export const BY_EVENT: Keyset<EventRow, EventPlace> = {
  write: ({ place }) => `${place.at.getTime()} ${place.id}`,
  read(text) {
    const [, at, id] = /^(\d{1,14}) (\d{1,15})$/.exec(text) ?? []
    return at === undefined ? undefined : { at: new Date(Number(at)), id: Number(id) }
  },
}

/** What happened to the card of a channel, the newest first: changes of the card, and that it was bought. */
export async function readEvents(
  db: Db,
  { holderId, channel }: { readonly holderId: number; readonly channel: number },
  { limit, after }: { readonly limit: number; readonly after: EventPlace | undefined },
): Promise<EventRow[]> {
  const { rows } = await sql<CardEvent & { readonly placeAt: Date; readonly placeId: number }>`
    select ${isoText(sql`event.created_at`)} as at, ${personOf(sql`event.actor_id`)} as by, event.kind,
      case when event.kind = 'owner'
        then (select username from person where person.id = event.owner_id)
        else event.value end as value,
      event.created_at as "placeAt", event.id as "placeId"
    from (
      select id, actor_id, kind, value, owner_id, created_at from card_event
      where holder_id = ${holderId} and channel_id = ${channel}
      union all
      select 0, actor_id, 'revealed', null, null, created_at from reveal
      where holder_id = ${holderId} and channel_id = ${channel}
    ) event
    where ${after?.at ?? null}::timestamptz is null
      or (event.created_at, event.id) < (${after?.at ?? null}, ${after?.id ?? null}::bigint)
    order by event.created_at desc, event.id desc limit ${limit}`.execute(db)
  return rows.map(({ placeAt, placeId, ...event }) => ({ event, place: { at: placeAt, id: placeId } }))
}

/** Our number of the channel of a card that is shown; undefined without such a card. */
export async function findCard(
  db: Db | Tx,
  holderId: number,
  channelId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from ${wantedCards(holderId, { channelId: [channelId] })} limit 2`.execute(db)
  return rows.length === 1 ? rows[0]?.id : undefined
}
