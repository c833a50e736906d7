import { type RawBuilder, sql } from 'kysely'
import type { CommandOutput } from '#shared/api/commands.ts'
import { RELEASE } from '#server/db/code.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Invariant } from '#server/db/invariant.ts'
import { Refusal } from '#server/refusal.ts'
import { namedBy, ourNumberIn } from './find-channel.sql.ts'

/** A channel as the operator changes it. */
export interface KnownChannel {
  /** Our number. */
  readonly id: number
  readonly platform: string
  readonly platformId: string | null
  readonly handle: string | null
  readonly name: string
  readonly url: string | null
  readonly contentTypes: number
  readonly audiences: number
  readonly country: string | null
  readonly language: string | null
  readonly status: string
  readonly isDemo: boolean
  readonly editedFacts: number
}

/** The refusal in place of a channel that is not found by its name. */
type Unknown = Refusal<'no_such_channel' | 'several_channels'>

const FACTS = sql`id, platform, platform_id as "platformId", handle, name, url, content_types as "contentTypes", audiences,
  country, language, status, is_demo as "isDemo", edited_facts as "editedFacts"`

/**
 * Finds each channel that the operator names by the API's id or by our number, whatever its status, and locks it until the
 * transaction ends. An id of one that is the number of another names neither.
 * @returns in place of one that is not found so, the refusal to throw
 */
export function lockKnown<const Names extends readonly string[]>(
  tx: Tx,
  names: Names,
): Promise<{ readonly [Place in keyof Names]: KnownChannel | Unknown }> {
  return findKnown(tx, names, sql`for update`)
}

/** The number of one that is only looked at. @throws Refusal no_such_channel, several_channels */
export async function numberOf(db: Db, name: string): Promise<number> {
  const [known] = await findKnown(db, [name], sql``)
  if (known instanceof Refusal) throw known
  return known.id
}

async function findKnown<const Names extends readonly string[]>(
  db: Db | Tx,
  names: Names,
  lock: RawBuilder<unknown>,
): Promise<{ readonly [Place in keyof Names]: KnownChannel | Unknown }> {
  const numbers = names.flatMap((name) => ourNumberIn(name) ?? [])
  const { rows } = await sql<KnownChannel & { readonly ref: string }>`
    select ${FACTS}, ${RELEASE}.channel_ref(platform, platform_id, id) as ref from channel c
    where (${namedBy(names)}) or id = any(${numbers}::bigint[])
    order by id ${lock}`.execute(db)
  const found = names.map((name) => {
    const fitting = rows.filter(({ id, ref }) => ref === name || id === ourNumberIn(name))
    const extras = { named: name }
    if (fitting.length > 1) return new Refusal('several_channels', { extras })
    return fitting[0] ?? new Refusal('no_such_channel', { extras })
  })
  return found as { [Place in keyof Names]: KnownChannel | Unknown }
}

/** Locks one channel. @throws Refusal no_such_channel, several_channels */
export async function lockNamed(tx: Tx, name: string): Promise<KnownChannel> {
  const [known] = await lockKnown(tx, [name])
  if (known instanceof Refusal) throw known
  return known
}

/** One who manages more channels asks the operator. */
const CHANNELS_OF_ONE = 50

/** Locks the channels that have an address and no other one that is not objected to: those are not its owner's alone. */
export async function lockKnownOf(tx: Tx, address: string): Promise<readonly KnownChannel[]> {
  const { rows } = await sql<KnownChannel>`
    select ${FACTS} from channel where id in (
      select channel_id from contact mine where address = ${address} and not exists (
        select from known_contact other where other.channel_id = mine.channel_id and other.address <> mine.address
          and other.suppressed_at is null))
    order by id limit ${CHANNELS_OF_ONE} for update`.execute(tx)
  return rows
}

/** Updates the search after a change of these channels. */
export async function refreshSearch(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select search_refresh(${ids}::bigint[])`.execute(tx)
}

/** Hides a channel, or gives it the status that it has on its platform, as far as that is known. @returns its new status */
export async function setHidden(
  tx: Tx,
  { id, isHidden, goneSince }: { readonly id: number; readonly isHidden: boolean; readonly goneSince: Date },
): Promise<string> {
  const { rows } = await sql<{ status: string }>`
    update channel set updated_at = now(), status = case when ${isHidden} then 'hidden'
      when missing_since <= ${goneSince} then 'gone' else 'active' end
    where id = ${id} returning status`.execute(tx)
  return rows[0]!.status
}

/** What a merge moves from one channel to another. */
export type Moved = NonNullable<CommandOutput<'channels merge'>['moved']>

export async function countMoved(tx: Tx, from: number, into: number): Promise<Moved> {
  const { rows } = await sql<Moved>`
    select (select count(*) from contact where channel_id = ${from}) as contacts,
      (select count(*) from contact gone join contact kept using (address)
        where gone.channel_id = ${from} and kept.channel_id = ${into}) as "contactsOfBoth",
      (select count(*) from purchase join reveal on reveal.holder_id = purchase.holder_id and reveal.id = purchase.reveal_id
        where reveal.channel_id = ${from}) as purchases,
      (select count(*) from purchase join reveal on reveal.holder_id = purchase.holder_id and reveal.id = purchase.reveal_id
        where reveal.channel_id = ${from} and exists (
          select from reveal other where other.holder_id = reveal.holder_id and other.channel_id = ${into})) as "purchasesOfBoth",
      (select count(*) from channel_day where channel_id = ${from}) as days`.execute(tx)
  return rows[0]!
}

/** The channel that one with this number was merged into by the operator; null when the audit knows of none. */
export async function mergedInto(tx: Tx, id: number): Promise<number | null> {
  const { rows } = await sql<{ into: number }>`
    select (after ->> 'into')::bigint as into from audit_entry
    where subject_kind = 'channel' and subject_id = ${String(id)} and verb = 'channels merge'
    order by audit_entry.id desc limit 1`.execute(tx)
  return rows[0]?.into ?? null
}

/** What must always hold for addresses, and for what the operator has done to channels. */
export const catalogueInvariants: readonly Invariant[] = [
  {
    name: 'address-in-use',
    sentence: 'An address is kept only while a channel has it, or its owner wants a pause.',
    offences: sql`
      select format('address noted %s', coalesce(confirmed_at, verified_at)::date) as offence from address
      where paused_at is null and not exists (select from contact where contact.address = address.address)`,
  },
  {
    name: 'hidden-not-found',
    sentence: 'No search finds a channel that the operator has hidden.',
    offences: sql`
      select format('channel %s', c.id) as offence from channel c
      where c.status = 'hidden' and (
        exists (select from search_entry e where e.channel_id = c.id)
        or exists (select from search_order o where o.channel_id = c.id))`,
  },
  {
    name: 'edited-found-so',
    sentence: 'Searches find every channel that the operator has edited by its facts as edited.',
    offences: sql`
      select format('channel %s', c.id) as offence from channel c
      where (c.status = 'hidden' or c.edited_facts <> 0) and c.status = 'active' and not exists (
        select from search_entry e
        where e.channel_id = c.id and e.words = c.search_words and e.name_key = replace(c.name_key, ' ', '')
          and (e.content_types, e.audiences) = (c.content_types, c.audiences)
          and (e.country, e.language) is not distinct from (c.country, c.language))`,
  },
]
