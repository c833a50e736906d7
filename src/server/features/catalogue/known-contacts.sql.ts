import { type Expression, sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import type { RefusedSubject } from '#shared/rules/creators.ts'
import { REPORT_DAYS } from '#shared/rules/evidence.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { isShownAs } from './find-channel.sql.ts'

// Every reading of a contact's address for an answer. What its reader has not paid for must not leave from here.

/** Order of a channel's contacts, best first: not known to fail, what its owner said last, verified, last seen. */
export const BEST_FIRST = sql`contact.bounced_at is not null, contact.verification = 'invalid', contact.confirmed_at desc nulls last,
  contact.verification = 'valid' desc, contact.last_seen_at desc, contact.id`

/**
 * SQL for whether a holder that bought a channel is shown this `known_contact contact` of it: one that is on sale, and also off sale
 * what they bought or were given in its place; never one whose owner objected. To anybody else it is one that is on sale.
 */
export function isVisibleTo(holderId: number | Expression<number>) {
  return sql<boolean>`(contact.is_sold or (contact.suppressed_at is null and (
    exists (select from reveal own where own.contact_id = contact.id and own.holder_id = ${holderId})
    or exists (select from bad_contact_report given
      where given.replacement_id = contact.id and given.holder_id = ${holderId}))))`
}

/** Where an address comes from, as the buyer sees it: a page, or the kind of source. */
export const SOURCE = sql<string>`coalesce(nullif(contact.source_url, ''), contact.source_kind)`

export function isoInstant(column: string) {
  return isoText(sql.ref(column))
}

export function isoText(instant: Expression<unknown>) {
  // pg would return a Date; this is the API's text form, also inside JSON that PostgreSQL builds.
  return sql<string>`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

interface Offer {
  readonly contactId: number
  /** The holder's earlier reveal of the channel. */
  readonly revealId: number | null
}

/**
 * The best contact of a locked channel, locked with its address against suppression and removal until the transaction ends; null
 * without one. One that is no longer sold is offered only to a holder that has bought that very one.
 */
export async function lockOffer(
  tx: Tx,
  { holderId, channelId }: { readonly holderId: number; readonly channelId: number },
): Promise<Offer | null> {
  const { rows } = await sql<Offer>`
    select contact.id as "contactId", bought.id as "revealId"
    from known_contact contact
    left join reveal bought on bought.holder_id = ${holderId} and bought.channel_id = contact.channel_id
    where contact.channel_id = ${channelId} and ${isVisibleTo(holderId)}
    order by ${BEST_FIRST} limit 1
    for key share of contact`.execute(tx)
  return rows[0] ?? null
}

interface RevealedContact {
  readonly email: string
  readonly source: string
  /** ISO 8601, UTC. */
  readonly lastSeenAt: string
  /** What the holder has left to spend. */
  readonly uses: number
}

/** The contact that a holder has paid for. */
export async function readContact(
  tx: Tx,
  { contactId, holderId, now }: { readonly contactId: number; readonly holderId: number; readonly now: Date },
): Promise<RevealedContact> {
  return tx
    .selectFrom('contact')
    .select([
      'contact.address as email',
      SOURCE.as('source'),
      isoInstant('contact.last_seen_at').as('lastSeenAt'),
      usesLeft(holderId, now).as('uses'),
    ])
    .where('contact.id', '=', contactId)
    .executeTakeFirstOrThrow()
}

/** The address of a contact that is still known, for an email to its owner; undefined when it is not. */
export async function emailOfContact(tx: Tx, contactId: number): Promise<string | undefined> {
  const row = await tx.selectFrom('contact').select('address').where('id', '=', contactId).executeTakeFirst()
  return row?.address
}

/** A contact of a channel that somebody bought, as a report of theirs sees it. */
export interface OwnedContact {
  readonly id: number
  readonly address: string
  /** Whether the holder has been shown it: what was bought, or given in its place. So was the first of the list, the best. */
  readonly isOwn: boolean
  /** Whether it was reported for this purchase. */
  readonly isReported: boolean
  /** Whether that report waits without an answer of the mail server. */
  readonly mayProve: boolean
  /** Whether it is on sale, and not known to fail. */
  readonly isGood: boolean
}

/** The contacts that a reveal may show its buyer, the best first, locked as of `lockOffer` with `isLocked`. */
export async function readOwned(
  db: Db | Tx,
  {
    holderId,
    revealId,
    channelId,
    isLocked,
  }: {
    readonly holderId: number
    readonly revealId: number
    readonly channelId: number
    readonly isLocked: boolean
  },
): Promise<readonly OwnedContact[]> {
  const ofReveal = sql`holder_id = ${holderId} and reveal_id = ${revealId}`
  const { rows } = await sql<OwnedContact>`
    select contact.id, contact.address, contact.is_sold and contact.bounced_at is null as "isGood",
      contact.id = (select contact_id from reveal where holder_id = ${holderId} and id = ${revealId})
        or exists (select from bad_contact_report where ${ofReveal} and replacement_id = contact.id) as "isOwn",
      exists (select from bad_contact_report where ${ofReveal} and contact_id = contact.id) as "isReported",
      exists (select from bad_contact_report where ${ofReveal} and contact_id = contact.id
        and state = 'review' and kind <> 'bounced') as "mayProve"
    from known_contact contact
    where contact.channel_id = ${channelId} and ${isVisibleTo(holderId)}
    order by ${BEST_FIRST} ${isLocked ? sql`for key share of contact` : sql``}`.execute(db)
  return rows
}

/** The contact that would be sold, with its address: never to be answered as it is. */
export interface SoldContact {
  readonly address: string
  readonly sourceKind: string
  readonly sourceUrl: string
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  readonly verification: 'unverified' | 'valid' | 'unknown'
  readonly verifiedAt: Date | null
  readonly confirmedAt: Date | null
  /** Who gives out mailboxes at its domain; null until that is found out. */
  readonly provider: string | null
  /** When a buyer last said that emails to it come back. */
  readonly bouncedAt: Date | null
  /** Subjects of advertising that its owner does not want. */
  readonly refuses: readonly RefusedSubject[]
  /** How many people have bought it, counted as far as `MAX_BUYERS`. */
  readonly buyers: number
  /** How many people have reported it lately with success. */
  readonly reports: number
}

export interface OfferedChannel {
  readonly name: string
  readonly handle: string | null
  /** Null when nothing is sold. */
  readonly contact: SoldContact | null
}

/** Beyond this, more buyers make no difference to what is shown. */
const MAX_BUYERS = 21

/**
 * A channel with the contact that a reveal would sell, in one statement; null when the id names no channel. Numbers are of that
 * contact alone, so they tell nothing of others of the channel.
 */
export async function readOffered(
  db: Db,
  {
    channelId,
    withDemo,
    now,
  }: { readonly channelId: string; readonly withDemo: boolean; readonly now: Date },
): Promise<OfferedChannel | null> {
  const since = new Date(now.getTime() - REPORT_DAYS * DAY_MS)
  const { rows } = await sql<{ name: string; handle: string | null } & Partial<SoldContact>>`
    select c.name, c.handle, sold.*
    from channel c
    left join lateral (
      select contact.address, contact.source_kind as "sourceKind", contact.source_url as "sourceUrl",
        contact.first_seen_at as "firstSeenAt", contact.last_seen_at as "lastSeenAt", contact.verification,
        contact.verified_at as "verifiedAt", contact.confirmed_at as "confirmedAt",
        (select provider from mail_domain where domain = split_part(contact.address, '@', 2)) as provider,
        contact.bounced_at as "bouncedAt", contact.refuses,
        (select count(*)::integer from (
          select from reveal where reveal.contact_id = contact.id limit ${MAX_BUYERS}) bought) as buyers,
        (select count(distinct holder_id)::integer from bad_contact_report report
          where report.contact_id = contact.id and state in ('credited', 'replaced') and reason <> 'returned'
            and reported_at > ${since}) as reports
      from known_contact contact
      where contact.channel_id = c.id and contact.is_sold
      order by ${BEST_FIRST} limit 1
    ) sold on true
    where ${isShownAs(channelId, withDemo)} limit 2`.execute(db)
  const [row] = rows
  if (row === undefined || rows.length > 1) return null
  const { name, handle, ...contact } = row
  return { name, handle, contact: contact.address == null ? null : (contact as SoldContact) }
}
