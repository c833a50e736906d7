import { sql } from 'kysely'
import type { BodyOf, DataOf, ExtrasOf } from '#shared/api/contract.ts'
import { type Stage, TAGS_MAX, TAGS_OF_CARD_MAX } from '#shared/rules/cards.ts'
import type { Core } from '#server/core.ts'
import { RELEASE } from '#server/db/code.ts'
import type { Tx } from '#server/db/connect.ts'
import { namedBy } from '#server/features/catalogue/find-channel.sql.ts'
import { type PurchaseRecord, purchaseRecordsOf } from '#server/features/reveals/reveals.sql.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { readStanding } from '#server/holders/members.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { type Card, readCard } from './cards.sql.ts'

export type Patch = Omit<BodyOf<'PATCH /cards/{channelId}'>, 'version'> &
  Pick<BodyOf<'POST /cards/bulk'>['patch'], 'addTags' | 'removeTags'>

interface Change {
  /** The API's id. */
  readonly channelId: string
  /** The version that the change was made on; null: any. */
  readonly version: number | null
  readonly patch: Patch
}

interface Changes {
  readonly holderId: number
  /** The person who makes them. */
  readonly actorId: number
  readonly changes: readonly Change[]
  /** Where the changes are in the call, for refusals of a field: `patch.`. */
  readonly path?: string
}

type Before = ExtrasOf<'PATCH /cards/{channelId}'>['meta']['before']
type Outcome = DataOf<'POST /cards/bulk'>

const WRITE = 'purchases:write'

/** What a change can change, as stored. */
export interface Noted {
  readonly stage: Stage
  readonly note: string
  readonly tags: readonly string[]
  readonly next_step_on: string | null
  /** In hundredths. */
  readonly price: number | null
  readonly currency: string | null
  readonly owner_id: number | null
}

interface Found extends Noted {
  readonly channel_id: number
  readonly channelId: string
  readonly version: number
}

interface Event {
  readonly kind: 'stage' | 'note' | 'tags' | 'next_step' | 'price' | 'owner'
  readonly value?: string | null
  readonly owner_id?: number | null
}

/**
 * Changes cards of a holder, each if it still has the version on which its change was made, and notes what was set in its
 * history. Of two changes of one version exactly one is made. Never half of a change; of several cards those that can be.
 * @throws Refusal invalid_input: too many tags, or a person who does not work for the holder; nothing is changed then
 */
export async function changeCards(core: Core, changes: Changes): Promise<Outcome> {
  return holderTransaction(core, { ...changes, scope: WRITE }, (tx) =>
    changeCardsIn(tx, core.clock.now(), changes),
  )
}

/** The same in a transaction that has locked the holder. */
export async function changeCardsIn(
  tx: Tx,
  now: Date,
  { holderId, actorId, changes, path = '' }: Changes,
): Promise<Outcome> {
  await refuseStrangers(tx, holderId, changes, path)
  const found = await lockCards(
    tx,
    holderId,
    changes.map(({ channelId }) => channelId),
  )
  const [changed, skipped]: [Outcome['changed'], Outcome['skipped']] = [[], []]
  const [written, events]: [(Noted & { channel_id: number })[], (Event & { channel_id: number })[]] = [[], []]
  for (const { channelId, version, patch } of changes) {
    const card = found.get(channelId)
    if (card === undefined) {
      skipped.push({ channelId, reason: 'not_found' })
    } else if (version !== null && version !== card.version) {
      skipped.push({ channelId, reason: 'changed_meanwhile' })
    } else {
      const next = patched(card, patch)
      if (next.tags.length > TAGS_OF_CARD_MAX) throw refusalOf(`${path}addTags`, 'tags_of_card')
      const { set, before } = differences(card, next)
      if (set.length === 0) {
        skipped.push({ channelId, reason: 'unchanged' })
        continue
      }
      const { channel_id } = card
      written.push({ ...next, channel_id })
      events.push(...set.map((event) => ({ ...event, channel_id })))
      changed.push({ channelId, version: card.version + 1, before })
      // A second change of the same card in the same call comes too late.
      found.set(channelId, { ...card, version: GONE })
    }
  }
  if (written.length > 0) await write(tx, { holderId, actorId, now, written, events })
  if (events.some(({ kind }) => kind === 'tags')) await refuseManyTags(tx, holderId, changes, path)
  return { changed, skipped }
}

/** A card as a change makes it. */
export function patched(card: Noted, patch: Patch): Noted {
  const { stage, note, tags, addTags = [], removeTags = [], nextStepOn, price, ownerId } = patch
  const kept = [...(tags ?? card.tags), ...addTags].filter((tag) => !removeTags.includes(tag))
  return {
    stage: stage ?? card.stage,
    note: note ?? card.note,
    tags: [...new Set(kept)].toSorted(),
    next_step_on: nextStepOn === undefined ? card.next_step_on : nextStepOn,
    ...(price === undefined ? { price: card.price, currency: card.currency } : storedPrice(price)),
    owner_id: ownerId === undefined ? card.owner_id : ownerId,
  }
}

export function storedPrice(price: Card['price']): Pick<Noted, 'price' | 'currency'> {
  return price === null
    ? { price: null, currency: null }
    : { price: Math.round(price.amount * HUNDREDTHS), currency: price.currency }
}

const HUNDREDTHS = 100
/** No card has it. */
const GONE = 0

/** What a change sets, for the history, and the former values of it, which undo it. */
function differences(was: Noted, is: Noted): { readonly set: readonly Event[]; readonly before: Before } {
  const [set, before]: [Event[], Before] = [[], {}]
  if (is.stage !== was.stage) {
    set.push({ kind: 'stage', value: is.stage })
    before.stage = was.stage
  }
  if (is.note !== was.note) {
    set.push({ kind: 'note', value: is.note === '' ? null : is.note })
    before.note = was.note
  }
  if (is.tags.join() !== was.tags.join()) {
    set.push({ kind: 'tags', value: is.tags.length === 0 ? null : is.tags.join() })
    before.tags = [...was.tags]
  }
  if (is.next_step_on !== was.next_step_on) {
    set.push({ kind: 'next_step', value: is.next_step_on })
    before.nextStepOn = was.next_step_on
  }
  if (is.price !== was.price || is.currency !== was.currency) {
    set.push({ kind: 'price', value: writtenPrice(is) })
    before.price = priceOf(was)
  }
  if (is.owner_id !== was.owner_id) {
    set.push({ kind: 'owner', owner_id: is.owner_id })
    before.ownerId = was.owner_id
  }
  return { set, before }
}

function priceOf({ price, currency }: Noted): NonNullable<Before['price']> | null {
  type Currency = NonNullable<Before['price']>['currency']
  return price === null ? null : { amount: price / HUNDREDTHS, currency: currency as Currency }
}

function writtenPrice({ price, currency }: Noted): string | null {
  return price === null ? null : `${(price / HUNDREDTHS).toFixed(2)} ${currency}`
}

type ShownChange = DataOf<'POST /cards/file/preview'>['lines'][number]['changes'][number]

/** What differs between two states of a card, as its history writes values; the person in charge is left out. */
export function shownChanges(was: Noted, is: Noted): ShownChange[] {
  const [from, to] = [differences(is, was).set, differences(was, is).set]
  return to.flatMap(({ kind, value = null }, index) =>
    kind === 'owner' ? [] : [{ field: kind, from: from[index]?.value ?? null, to: value }],
  )
}

/** Locks those of a holder's cards that channels' ids name, always in the same order. */
async function lockCards(
  tx: Tx,
  holderId: number,
  channelIds: readonly string[],
): Promise<Map<string, Found>> {
  const { rows } = await sql<Found>`
    select ${RELEASE}.channel_ref(c.platform, c.platform_id, c.id) as "channelId", card.channel_id, card.version, card.stage,
      card.note, card.tags, card.next_step_on, card.price, card.currency, card.owner_id
    from card join channel c on c.id = card.channel_id
    where card.holder_id = ${holderId} and ${namedBy(channelIds)}
    order by card.channel_id for update of card`.execute(tx)
  return new Map(rows.map((row) => [row.channelId, row]))
}

interface Written {
  readonly holderId: number
  readonly actorId: number
  readonly now: Date
  readonly written: readonly (Noted & { readonly channel_id: number })[]
  readonly events: readonly (Event & { readonly channel_id: number })[]
}

async function write(tx: Tx, { holderId, actorId, now, written, events }: Written): Promise<void> {
  await sql`
    update card
    set stage = given.stage, note = given.note, tags = given.tags, next_step_on = given.next_step_on, price = given.price,
      currency = given.currency, owner_id = given.owner_id, version = card.version + 1, changed_at = ${now}, actor_id = ${actorId}
    from jsonb_to_recordset(${JSON.stringify(written)}) as given (channel_id bigint, stage text, note text, tags text[],
      next_step_on date, price bigint, currency text, owner_id integer)
    where card.holder_id = ${holderId} and card.channel_id = given.channel_id`.execute(tx)
  await sql`
    insert into card_event (holder_id, channel_id, actor_id, kind, value, owner_id, created_at)
    select ${holderId}::integer, channel_id, ${actorId}::integer, kind, value, owner_id, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(events)})
      as given (channel_id bigint, kind text, value text, owner_id integer)`.execute(tx)
}

async function refuseStrangers(
  tx: Tx,
  holderId: number,
  changes: readonly Change[],
  path: string,
): Promise<void> {
  const owners = new Set(changes.flatMap(({ patch }) => patch.ownerId ?? []))
  for (const personId of owners) {
    if ((await readStanding(tx, { holderId, personId })) === 'none')
      throw refusalOf(`${path}ownerId`, 'not_colleague')
  }
}

async function refuseManyTags(
  tx: Tx,
  holderId: number,
  changes: readonly Change[],
  path: string,
): Promise<void> {
  const { rows } = await sql<{ tags: number }>`
    select count(distinct tag)::integer as tags from card cross join unnest(tags) tag
    where holder_id = ${holderId}`.execute(tx)
  if (rows[0]!.tags <= TAGS_MAX) return
  const isAdded = changes.some(({ patch }) => patch.addTags !== undefined)
  throw refusalOf(`${path}${isAdded ? 'addTags' : 'tags'}`, 'tags_full')
}

function refusalOf(field: string, problem: 'tags_of_card' | 'tags_full' | 'not_colleague'): Refusal {
  return new Refusal('invalid_input', { fields: { [field]: problem } })
}

interface CardChange extends Omit<Changes, 'changes' | 'path'> {
  readonly channelId: string
  readonly version: number
  readonly patch: Patch
}

/**
 * Changes one card. @returns it, and the former values of what was changed
 * @throws Refusal changed_meanwhile with the card, not_found, invalid_input
 */
export async function changeCard(
  core: Core,
  { holderId, actorId, channelId, version, patch }: CardChange,
): Promise<{ readonly card: Card; readonly before: Before }> {
  return holderTransaction(core, { holderId, actorId, scope: WRITE }, async (tx) => {
    const changes = [{ channelId, version, patch }]
    const { changed, skipped } = await changeCardsIn(tx, core.clock.now(), { holderId, actorId, changes })
    const card = await readCard(tx, holderId, channelId)
    if (card === undefined) throw new Refusal('not_found')
    if (skipped[0]?.reason === 'changed_meanwhile') {
      throw new Refusal('changed_meanwhile', { extras: { data: card } })
    }
    return { card, before: changed[0]?.before ?? {} }
  })
}

type PurchaseChange = BodyOf<'PATCH /purchases/{transactionId}'> & {
  readonly holderId: number
  readonly actorId: number
  readonly transactionId: number
}

/**
 * Changes the card of a purchase. @returns the purchase
 * @throws Refusal changed_meanwhile with the purchase, not_found
 */
export async function changePurchase(
  core: Core,
  { holderId, actorId, transactionId, version, status, note }: PurchaseChange,
): Promise<PurchaseRecord> {
  return holderTransaction(core, { holderId, actorId, scope: WRITE }, async (tx) => {
    const purchase = purchaseRecordsOf(tx, holderId).where('purchase.transaction_id', '=', transactionId)
    const before = await purchase.executeTakeFirst()
    if (before === undefined) throw new Refusal('not_found')
    const changes = [{ channelId: before.channelId, version, patch: { stage: status, note } }]
    const { skipped } = await changeCardsIn(tx, core.clock.now(), { holderId, actorId, changes })
    const record = await purchase.executeTakeFirstOrThrow()
    if (skipped[0]?.reason === 'changed_meanwhile') {
      throw new Refusal('changed_meanwhile', { extras: { data: record } })
    }
    return record
  })
}
