import { type Insertable, sql } from 'kysely'
import type { RefusedSubject } from '#shared/rules/creators.ts'
import type { DataOf } from '#shared/api/contract.ts'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/tables.ts'

interface Notice {
  readonly addressHash: Buffer
  readonly contactId: number
  readonly link: Insertable<DB['creator_link']>
}

/** What the notice tells. */
export interface NoticedContact {
  readonly channelName: string
  readonly language: string | null
  readonly country: string | null
  readonly sourceKind: string
  readonly sourceUrl: string
  readonly lastSeenAt: Date
}

/**
 * Marks the owner of an address as notified, once for good: of several transactions that do it at the same time, all but
 * one wait and find it done. @returns null when the owner was notified before
 */
export async function insertNotice(
  tx: Tx,
  { addressHash, contactId, link }: Notice,
): Promise<NoticedContact | null> {
  const { rows } = await sql<NoticedContact>`
    with noticed as (
      insert into creator_notice (address_hash, sent_at) values (${addressHash}, ${link.created_at})
      on conflict do nothing returning sent_at
    ), linked as (
      insert into creator_link (token_hash, address, created_at, expires_at)
      select ${link.token_hash}::bytea, ${link.address}, sent_at, ${link.expires_at}::timestamptz from noticed
    )
    select channel.name as "channelName", channel.language, channel.country, source_kind as "sourceKind",
      source_url as "sourceUrl", last_seen_at as "lastSeenAt"
    from noticed, contact join channel on channel.id = contact.channel_id where contact.id = ${contactId}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** What an email to the owner of a contact tells; throws when there is no such contact. */
export async function readNoticed(tx: Tx, contactId: number): Promise<NoticedContact> {
  const { rows } = await sql<NoticedContact>`
    select channel.name as "channelName", channel.language, channel.country, source_kind as "sourceKind",
      source_url as "sourceUrl", last_seen_at as "lastSeenAt"
    from contact join channel on channel.id = contact.channel_id where contact.id = ${contactId}`.execute(tx)
  if (rows[0] === undefined) throw new Error('the contact is gone')
  return rows[0]
}

export async function insertCreatorLink(tx: Tx, link: Insertable<DB['creator_link']>): Promise<void> {
  await tx.insertInto('creator_link').values(link).execute()
}

/** A valid link. */
export interface CreatorLink {
  readonly address: string
  readonly insteadOf: string | null
  readonly mailedAt: Date
}

export async function findCreatorLink(
  db: Db | Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<CreatorLink | undefined> {
  return validLink(db, tokenHash, now).executeTakeFirst()
}

/** The same, and an objection, which deletes the link first, waits for the end of the transaction. */
export async function lockCreatorLink(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<CreatorLink | undefined> {
  return validLink(tx, tokenHash, now).forUpdate().executeTakeFirst()
}

function validLink(db: Db | Tx, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('creator_link')
    .select(['address', 'instead_of as insteadOf', 'created_at as mailedAt'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
}

/** From then on the link speaks for its own address, as long as that one is preferred. */
export async function settlePreference(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx
    .updateTable('creator_link')
    .set({ instead_of: null, for_preference: true })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function purgeCreatorLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('creator_link').where('expires_at', '<=', now).execute()
}

/** Forgets the links that speak for an address or would prefer another one to it, and what is preferred to it. */
export async function forgetCreator(tx: Tx, address: string): Promise<void> {
  for (const table of ['creator_link', 'creator_preference'] as const)
    await tx
      .deleteFrom(table)
      .where((eb) => eb.or([eb('address', '=', address), eb('instead_of', '=', address)]))
      .execute()
}

/** Whether the owner of an address objected. Until the transaction ends, later objections wait. */
export async function hasObjected(tx: Tx, address: string, hash: Buffer): Promise<boolean> {
  await sql`lock table suppression in share mode`.execute(tx)
  const { rows } = await sql`
    select from suppression where address_hash = ${hash}
    union all select from address where address = ${address} and suppressed_at is not null limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

type ShownChannel = DataOf<'POST /search'>[number]

export interface KeptChannel {
  readonly channel_name: string
  readonly url: string | null
  readonly sourceKind: string
  readonly sourceUrl: string
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly confirmedAt: Date | null
  /** As everybody sees it; null when nobody does. */
  readonly shown: ShownChannel | null
}

const SHOWN_CHANNELS = 50

/** The channels that have an address, by name. */
export async function readKeptChannels(db: Db | Tx, address: string): Promise<readonly KeptChannel[]> {
  return db
    .selectFrom('known_contact as contact')
    .innerJoin('channel', 'channel.id', 'contact.channel_id')
    .select([
      'channel.name as channel_name',
      'channel.url',
      'contact.source_kind as sourceKind',
      'contact.source_url as sourceUrl',
      'contact.first_seen_at as firstSeenAt',
      'contact.last_seen_at as lastSeenAt',
      'contact.confirmed_at as confirmedAt',
      sql<ShownChannel | null>`${RELEASE}.shown_channel(channel.id)`.as('shown'),
    ])
    .where('contact.address', '=', address)
    .where('contact.suppressed_at', 'is', null)
    .orderBy('channel.name')
    .orderBy('channel.id')
    .limit(SHOWN_CHANNELS)
    .execute()
}

interface Terms {
  readonly refuses: RefusedSubject[]
  readonly isPaused: boolean
  readonly pausedUntil: Date | null
  /** How many people have bought a contact with the address. */
  readonly sold: number
  /** What no channel can be sold with it for. */
  readonly notSold: 'bounced' | 'stale' | null
}

export async function readTerms(db: Db | Tx, address: string): Promise<Terms> {
  const { rows } = await sql<Terms>`
    select coalesce(refuses, '{}') as refuses, paused_at is not null as "isPaused", paused_until as "pausedUntil",
      (select count(distinct holder_id) from reveal join contact on contact.id = reveal.contact_id
       where contact.address = ${address}) as sold,
      case when suppressed_at is null then
        case when is_undeliverable then 'bounced' when (
          select bool_and('stale' = any(withheld)) from contact where contact.address = ${address}) then 'stale' end end as "notSold"
    from (select ${address}::text as address) asked left join address using (address)`.execute(db)
  return rows[0]!
}
