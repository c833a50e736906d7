import { timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { DataOf } from '#shared/api/contract.ts'
import { CARDS_MAX, LISTS_MAX } from '#shared/rules/cards.ts'
import { keyedHash } from '#server/config/secret.ts'
import type { Core } from '#server/core.ts'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { namedBy } from '#server/features/catalogue/find-channel.sql.ts'
import { isoText } from '#server/features/catalogue/known-contacts.sql.ts'
import { LISTED_CHANNEL } from './cards.sql.ts'

export type List = DataOf<'GET /lists'>[number]

interface OneList {
  readonly holderId: number
  readonly listId: number
}

const SEED = 22

/** A new seed of a link, from which nobody without the secret can tell the link. */
export function linkSeed({ random }: Pick<Core, 'random'>): string {
  return random.token().slice(0, SEED)
}

function linkOf(secret: Buffer, seed: string): string {
  return seed + keyedHash(secret, 'shared list', seed).toString('base64url')
}

/** A holder's lists in the order in which they were made, or one of them. */
export async function readLists(
  db: Db | Tx,
  { secret }: Pick<Core, 'secret'>,
  holderId: number,
  listId?: number,
): Promise<List[]> {
  const { rows } = await sql<List>`
    select id as "listId", name, link_seed as link, ${isoText(sql`created_at`)} as "createdAt",
      (select count(*)::integer from list_card
        where list_card.holder_id = list.holder_id and list_card.list_id = list.id) as count
    from list where holder_id = ${holderId} and (${listId ?? null}::integer is null or id = ${listId ?? null})
    order by id`.execute(db)
  return rows.map((list) => ({ ...list, link: list.link && linkOf(secret, list.link) }))
}

/** The caller has locked the holder. @returns its number; undefined when there are too many, or one of that name */
export async function insertList(
  tx: Tx,
  { holderId, name, now }: { readonly holderId: number; readonly name: string; readonly now: Date },
): Promise<{ readonly listId: number } | 'lists_full' | 'list_name_taken'> {
  const { rows } = await sql<{ lists: number; isTaken: boolean }>`
    select count(*)::integer as lists, coalesce(bool_or(name = ${name}), false) as "isTaken" from list
    where holder_id = ${holderId}`.execute(tx)
  if (rows[0]!.isTaken) return 'list_name_taken'
  if (rows[0]!.lists >= LISTS_MAX) return 'lists_full'
  const inserted = await tx
    .insertInto('list')
    .values({ holder_id: holderId, name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { listId: inserted.id }
}

/** A channel that may become a card, locked against merges. */
export interface KnownChannel {
  readonly id: number
  readonly channelId: string
}

/**
 * The channels that the API's ids name, locked, always in the same order, against merges until the transaction ends: shown ones,
 * and those that the holder has a card of. An id that fits two names none.
 */
export async function lockChannels(
  tx: Db | Tx,
  holderId: number,
  channelIds: readonly string[],
  { demo }: Pick<Core, 'demo'>,
): Promise<(KnownChannel & { readonly channel_name: string })[]> {
  const { rows } = await sql<KnownChannel & { readonly channel_name: string }>`
    select c.id, ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as "channelId", c.name as channel_name from channel c
    where ${namedBy(channelIds)} and (
      (c.status = 'active' and (${demo !== null} or not c.is_demo))
      or exists (select from card where card.holder_id = ${holderId} and card.channel_id = c.id))
    order by c.id for key share`.execute(tx)
  const named = Object.groupBy(rows, ({ channelId }) => channelId)
  return rows.filter(({ channelId }) => named[channelId]?.length === 1)
}

interface Added extends OneList {
  readonly channels: readonly number[]
  readonly now: Date
}

/** Makes the cards that are missing. The caller has locked the holder. @returns false when that makes too many */
export async function addCards(tx: Tx, { holderId, channels, now }: Omit<Added, 'listId'>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into card (holder_id, channel_id, added_at)
    select ${holderId}::integer, id, ${now}::timestamptz from unnest(${channels}::bigint[]) id
    on conflict do nothing`.execute(tx)
  if (numAffectedRows === 0n) return true
  const { rows } = await sql<{ cards: number }>`
    select count(*)::integer as cards from card where holder_id = ${holderId}`.execute(tx)
  return rows[0]!.cards <= CARDS_MAX
}

/** @returns the channels that were not in the list before */
export async function addToList(
  tx: Tx,
  { holderId, listId, channels, now }: Added,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    insert into list_card (holder_id, list_id, channel_id, added_at)
    select ${holderId}::integer, ${listId}::integer, id, ${now}::timestamptz from unnest(${channels}::bigint[]) id
    on conflict do nothing returning channel_id as id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Takes channels out of a list, all of them by default, and removes the cards that had no other reason. @returns those that were in it */
export async function takeFromList(
  tx: Tx,
  { holderId, listId }: OneList,
  channelIds?: readonly string[],
): Promise<string[]> {
  const named = channelIds === undefined ? sql`true` : namedBy(channelIds)
  await lockCards(
    tx,
    holderId,
    sql`${named} and exists (select from list_card
      where list_card.holder_id = card.holder_id and list_card.list_id = ${listId} and list_card.channel_id = card.channel_id)`,
  )
  const { rows } = await sql<KnownChannel>`
    delete from list_card using channel c
    where list_card.holder_id = ${holderId} and list_card.list_id = ${listId} and c.id = list_card.channel_id and ${named}
    returning c.id, ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as "channelId"`.execute(tx)
  await dropIdleCards(
    tx,
    holderId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ channelId }) => channelId)
}

/** Locks cards before their places in lists, and in the order in which a merge of channels does. */
async function lockCards(tx: Tx, holderId: number, wanted: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from card join channel c on c.id = card.channel_id
    where card.holder_id = ${holderId} and ${wanted} order by card.channel_id for update of card`.execute(tx)
}

async function dropIdleCards(tx: Tx, holderId: number, channels: readonly number[]): Promise<void> {
  await sql`select drop_idle_cards(${holderId}, ${channels}::bigint[])`.execute(tx)
}

/** Deletes cards with all that was noted on them, but not those of purchases. @returns the channels' ids */
export async function deleteCards(
  tx: Tx,
  holderId: number,
  channelIds: readonly string[],
): Promise<string[]> {
  await lockCards(tx, holderId, namedBy(channelIds))
  const { rows } = await sql<Pick<KnownChannel, 'channelId'>>`
    delete from card using channel c
    where card.holder_id = ${holderId} and c.id = card.channel_id and ${namedBy(channelIds)}
      and not exists (select from reveal
        join purchase on purchase.holder_id = reveal.holder_id and purchase.reveal_id = reveal.id
        where reveal.holder_id = card.holder_id and reveal.channel_id = card.channel_id)
    returning ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as "channelId"`.execute(tx)
  return rows.map(({ channelId }) => channelId)
}

/** A list that somebody shares; undefined for a wrong or ended link. */
export async function findShared(
  { db, secret }: Pick<Core, 'db' | 'secret'>,
  link: string,
): Promise<(OneList & { readonly name: string }) | undefined> {
  const seed = link.slice(0, SEED)
  const [given, expected] = [Buffer.from(link), Buffer.from(linkOf(secret, seed))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return db
    .selectFrom('list')
    .select(['holder_id as holderId', 'id as listId', 'name'])
    .where('link_seed', '=', seed)
    .executeTakeFirst()
}

/** SQL for the channels of a shared list, as `entry` and `c`: without those that search does not show. */
function shownEntries({ holderId, listId }: OneList, { demo }: Pick<Core, 'demo'>): RawBuilder<unknown> {
  return sql`list_card entry join channel c on c.id = entry.channel_id
    where entry.holder_id = ${holderId} and entry.list_id = ${listId} and c.status = 'active'
      and (${demo !== null} or not c.is_demo)`
}

type ListedChannel = DataOf<'GET /shared-lists/{token}'>['channels'][number]

interface SharedRow {
  readonly channel: ListedChannel
  readonly place: { readonly addedAt: Date; readonly channel: number }
}

/** The channels of a list, the one added last first, with nothing that its holder noted or bought. */
export async function readShared(
  { db, demo }: Pick<Core, 'db' | 'demo'>,
  list: OneList,
  { limit, after }: { readonly limit: number; readonly after: SharedRow['place'] | undefined },
): Promise<SharedRow[]> {
  const { rows } = await sql<ListedChannel & { readonly placeAt: Date; readonly placeId: number }>`
    select ${LISTED_CHANNEL}, entry.added_at as "placeAt", entry.channel_id as "placeId"
    from ${shownEntries(list, { demo })} and (${after?.addedAt ?? null}::timestamptz is null
      or (entry.added_at, entry.channel_id) < (${after?.addedAt ?? null}, ${after?.channel ?? null}::bigint))
    order by entry.added_at desc, entry.channel_id desc limit ${limit}`.execute(db)
  return rows.map(({ placeAt, placeId, ...channel }) => ({
    channel,
    place: { addedAt: placeAt, channel: placeId },
  }))
}

export async function countShared({ db, demo }: Pick<Core, 'db' | 'demo'>, list: OneList): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${shownEntries(list, { demo })}`.execute(db)
  return rows[0]!.total
}
