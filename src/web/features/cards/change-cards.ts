import type { BodyGiven } from '#shared/api/contract.ts'
import { BULK_MAX } from '#shared/rules/cards.ts'
import { call, CallError } from '#web/kit/api/call.ts'
import { onLogout } from '#web/kit/api/session.ts'
import { type CardRecord, type Noted, type Person, showNoted, withNoted } from './card-records.ts'

export type CardPatch = Omit<BodyGiven<'PATCH /cards/{channelId}'>, 'version'>
export type BulkPatch = BodyGiven<'POST /cards/bulk'>['patch']
type Former = CardPatch & { readonly version: number }

/** The former values of changed cards: given back, they undo the change. */
export type Undo = readonly { readonly card: CardRecord; readonly before: Former }[]

/** Somebody else has changed the same of a card. */
export class Conflict extends CallError {
  readonly theirs: CardRecord
  readonly mine: CardPatch

  constructor(theirs: CardRecord, mine: CardPatch) {
    super('changed_meanwhile')
    this.theirs = theirs
    this.mine = mine
  }
}

/** Of each card the last change, which later ones wait for: each names the version that the one before it made. */
const underWay = new Map<string, Promise<unknown>>()
/** The cards as the server last answered them. */
const answered = new Map<string, CardRecord>()
onLogout(() => answered.clear())

/**
 * Changes a card. It shows at once, and is taken back when it fails.
 * @param people who may be in charge
 * @throws Conflict when somebody changed the same meanwhile
 */
export async function changeCard(
  card: CardRecord,
  patch: CardPatch,
  people: readonly Person[],
): Promise<Undo> {
  const id = card.channelId
  showNoted(new Map([[id, apply(withNoted(card), patch, people)]]))
  const before = underWay.get(id)
  const work = async (): Promise<Undo> => {
    await before?.catch(() => {})
    const last = answered.get(id)
    const known = last !== undefined && last.version >= card.version ? last : card
    // What shows is settled by the last change that is under way.
    const settle = (now: CardRecord) => {
      answered.set(id, now)
      if (underWay.get(id) === done) showNoted(new Map([[id, now]]))
    }
    try {
      const { data, meta } = await send(known, patch)
      settle(data)
      return [{ card: data, before: { ...meta.before, version: data.version } }]
    } catch (error) {
      settle(error instanceof Conflict ? error.theirs : known)
      throw error
    }
  }
  const done = work()
  underWay.set(id, done)
  try {
    return await done
  } finally {
    if (underWay.get(id) === done) underWay.delete(id)
  }
}

async function send(known: CardRecord, patch: CardPatch, attempts = 3) {
  try {
    return await call('PATCH /cards/{channelId}', {
      params: { channelId: known.channelId },
      body: { version: known.version, ...patch },
      keepalive: true,
      handles: ['too_many_requests'],
    })
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'changed_meanwhile')) throw error
    const theirs = error.extras['data'] as CardRecord
    // Where the other change was of something else, both stay.
    if (attempts === 0 || contestedOf(known, theirs, patch).length > 0) throw new Conflict(theirs, patch)
    return send(theirs, patch, attempts - 1)
  }
}

const FIELDS = ['stage', 'ownerId', 'nextStepOn', 'price', 'tags', 'note'] as const
export type CardField = (typeof FIELDS)[number]

/** What of a card a change and another one have set differently. */
export function contestedOf(known: Noted, theirs: Noted, patch: CardPatch): readonly CardField[] {
  return FIELDS.filter((field) => {
    if (patch[field] === undefined) return false
    const now = JSON.stringify(valueOf(theirs, field))
    return now !== JSON.stringify(valueOf(known, field)) && now !== JSON.stringify(patch[field])
  })
}

export function valueOf(card: Noted, field: CardField): CardPatch[CardField] {
  return field === 'ownerId' ? (card.owner?.userId ?? null) : card[field]
}

function apply(card: CardRecord, { ownerId, ...rest }: CardPatch, people: readonly Person[]): CardRecord {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const owner = ownerId === undefined ? card.owner : (people.find(({ userId }) => userId === ownerId) ?? null)
  return { ...card, ...given, owner }
}

/** Makes one change to many cards, whatever was changed meanwhile. @returns those that it changed */
export async function changeCards(
  cards: readonly CardRecord[],
  patch: BulkPatch,
  people: readonly Person[],
): Promise<Undo> {
  const { addTags = [], removeTags = [], ...rest } = patch
  const next = new Map(
    cards.map((card) => {
      const tags = [...new Set([...card.tags, ...addTags])].filter((tag) => !removeTags.includes(tag))
      return [card.channelId, apply({ ...card, tags: tags.toSorted() }, rest, people)]
    }),
  )
  showNoted(next)
  try {
    const changed = await inParts(cards, async (part) => {
      const channelIds = part.map(({ channelId }) => channelId)
      return (await call('POST /cards/bulk', { body: { channelIds, patch } })).data.changed
    })
    return settleAll(changed, next)
  } catch (error) {
    showNoted(new Map(cards.map((card) => [card.channelId, card])))
    throw error
  }
}

/** Takes a change back, except where somebody changed a card after it. */
export async function undoChange(undo: Undo, people: readonly Person[]): Promise<Undo> {
  const [only] = undo
  if (only !== undefined && undo.length === 1) {
    const { version: _, ...patch } = only.before
    return changeCard(only.card, patch, people)
  }
  const changed = await inParts(undo, async (part) => {
    const changes = part.map(({ card: { channelId }, before }) => ({ channelId, ...before }))
    return (await call('PATCH /cards', { body: { changes } })).data.changed
  })
  return settleAll(
    changed,
    new Map(undo.map(({ card, before }) => [card.channelId, apply(card, before, people)])),
  )
}

type Changed = readonly { channelId: string; version: number; before: CardPatch }[]

/** Shows the cards that the server has changed, with the versions that it gave them. */
function settleAll(changed: Changed, next: ReadonlyMap<string, CardRecord>): Undo {
  const undo = changed.flatMap(({ channelId, version, before }) => {
    const card = next.get(channelId)
    return card === undefined ? [] : [{ card: { ...card, version }, before: { ...before, version } }]
  })
  for (const { card } of undo) answered.set(card.channelId, card)
  showNoted(new Map(undo.map(({ card }) => [card.channelId, card])))
  return undo
}

/** As many at a time as one call takes. */
export async function inParts<T, R>(
  all: readonly T[],
  work: (part: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < all.length; start += BULK_MAX) {
    results.push(...(await work(all.slice(start, start + BULK_MAX))))
  }
  return results
}
