import { type Insertable, sql } from 'kysely'
import { REFUSED_SUBJECTS, type RefusedSubject } from '#shared/rules/creators.ts'
import type { DataOf } from '#shared/api/contract.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/tables.ts'

/** SQL for the subjects that the owner of a `contact` does not want, in alphabetical order; empty when nothing was said. */
export const REFUSES = sql<RefusedSubject[]>`coalesce(
  (select refuses from creator_terms where creator_terms.address = contact.address), '{}')`

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

/** Forgets what the owner of an address said, and the links that speak for it or would prefer another one to it. */
export async function forgetCreator(tx: Tx, address: string): Promise<void> {
  for (const table of ['creator_link', 'creator_preference'] as const)
    await tx
      .deleteFrom(table)
      .where((eb) => eb.or([eb('address', '=', address), eb('instead_of', '=', address)]))
      .execute()
  await tx.deleteFrom('creator_terms').where('address', '=', address).execute()
}

const IS_LEFT = sql<boolean>`not exists (select from contact where contact.address = creator_terms.address)`

/** Forgets what was said of addresses that no channel has any more, unless they are to be paused when one has them again. */
export async function deleteUnusedTerms(db: Db): Promise<void> {
  await db.deleteFrom('creator_terms').where('paused_at', 'is', null).where(IS_LEFT).execute()
}

/** Locks what was said of some addresses, which comes before the locks on their channels. */
export async function lockTerms(tx: Tx, addresses: readonly string[]): Promise<void> {
  await tx
    .selectFrom('creator_terms')
    .select('address')
    .where('address', 'in', addresses)
    .orderBy('address')
    .forUpdate()
    .execute()
}

/** Forgets what was said of those of some addresses that no channel has any more. */
export async function deleteUnusedTermsOf(tx: Tx, addresses: readonly string[]): Promise<void> {
  await tx.deleteFrom('creator_terms').where('address', 'in', addresses).where(IS_LEFT).execute()
}

/** Whether the owner of an address objected. Until the transaction ends, later objections wait. */
export async function hasObjected(tx: Tx, address: string, hash: Buffer): Promise<boolean> {
  await sql`lock table suppression in share mode`.execute(tx)
  const { rows } = await sql`
    select from suppression where address_hash = ${hash}
    union all select from contact where address = ${address} and suppressed_at is not null limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

interface Refusals {
  readonly address: string
  readonly refuses: readonly RefusedSubject[]
  readonly now: Date
}

/** Only where something is kept of the address. @returns whether they are others than before */
export async function setRefuses(tx: Tx, { address, refuses, now }: Refusals): Promise<boolean> {
  const sorted = REFUSED_SUBJECTS.filter((subject) => refuses.includes(subject)).toSorted()
  const { rows } = await sql`
    insert into creator_terms (address, refuses, updated_at)
    select ${address}, ${sorted}::text[], ${now}
    where exists (${keptOf(address)}) and (
      ${sorted.length > 0} or exists (select from creator_terms where address = ${address}))
    on conflict (address) do update set refuses = excluded.refuses, updated_at = excluded.updated_at
      where creator_terms.refuses <> excluded.refuses
    returning address`.execute(tx)
  return rows.length > 0
}

interface PauseGiven {
  readonly address: string
  /** Null: until the owner ends it. */
  readonly months: number | null
  readonly now: Date
}

/** @returns until when it is paused, null without an end; undefined when it was paused until the same day before */
export async function setPause(
  tx: Tx,
  { address, months, now }: PauseGiven,
): Promise<Date | null | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    insert into creator_terms (address, paused_at, paused_until, updated_at)
    select ${address}, ${now}, ${now}::timestamptz + make_interval(months => ${months}::integer), ${now}
    where exists (${keptOf(address)})
    on conflict (address) do update set paused_at = coalesce(creator_terms.paused_at, excluded.paused_at),
      paused_until = excluded.paused_until, updated_at = excluded.updated_at
      where creator_terms.paused_at is null or date_trunc('day', creator_terms.paused_until, 'UTC')
        is distinct from date_trunc('day', excluded.paused_until, 'UTC')
    returning paused_until as until`.execute(tx)
  return rows[0]?.until
}

/** @param dueAt only a pause that has ended by then @returns whether there was one */
export async function endPause(tx: Tx, address: string, now: Date, dueAt?: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('creator_terms')
    .set({ paused_at: null, paused_until: null, updated_at: now })
    .where('address', '=', address)
    .where('paused_at', 'is not', null)
    .$if(dueAt !== undefined, (query) => query.where('paused_until', '<=', dueAt ?? null))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Gives a preferred address what was said of the other one, if it is new: no channel has it, and nothing was said of it.
 * Otherwise a person who prefers an address could take it off sale for channels that are not theirs.
 */
export async function copyTerms(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    insert into creator_terms (address, refuses, paused_at, paused_until, updated_at)
    select ${to}, refuses, paused_at, paused_until, updated_at from creator_terms
    where address = ${from} and not exists (select from contact where contact.address = ${to})
    on conflict do nothing`.execute(tx)
}

/**
 * Addresses whose pause is over, those with a contact that a running import added without it, and those with one that is
 * still paused though nobody wants that any more.
 */
export async function findUnsettledPauses(db: Db, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from creator_terms
    where paused_at is not null and (paused_until <= ${now} or exists (
      select from contact where contact.address = creator_terms.address and not 'paused' = any(withheld)))
    union
    select address from contact
    where 'paused' = any(withheld) and suppressed_at is null and not exists (
      select from creator_terms where creator_terms.address = contact.address and paused_at is not null)
    order by address`.execute(db)
  return rows.map((row) => row.address)
}

const keptOf = (address: string) =>
  sql`select from contact where address = ${address} and suppressed_at is null`

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
    .selectFrom('contact')
    .innerJoin('channel', 'channel.id', 'contact.channel_id')
    .select([
      'channel.name as channel_name',
      'channel.url',
      'contact.source_kind as sourceKind',
      'contact.source_url as sourceUrl',
      'contact.first_seen_at as firstSeenAt',
      'contact.last_seen_at as lastSeenAt',
      'contact.confirmed_at as confirmedAt',
      sql<ShownChannel | null>`(search_page_of(array[channel.id], null, null, 1, null)).items::json -> 0`.as(
        'shown',
      ),
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
      (select case when bool_or('bounced' = any(withheld)) then 'bounced' when bool_and('stale' = any(withheld)) then 'stale' end
       from contact where contact.address = ${address} and suppressed_at is null) as "notSold"
    from (select ${address}::text as address) asked left join creator_terms using (address)`.execute(db)
  return rows[0]!
}
