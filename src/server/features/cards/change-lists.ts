import type { DataOf } from '#shared/api/contract.ts'
import type { FieldProblem } from '#shared/api/errors.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import {
  addCards,
  addToList,
  insertList,
  linkSeed,
  type List,
  lockChannels,
  readLists,
  takeFromList,
} from './lists.sql.ts'

interface Acting {
  readonly holderId: number
  /** The person who does it for the holder. */
  readonly actorId: number
}

interface OneList extends Acting {
  readonly listId: number
}

interface Channels {
  /** The API's ids. */
  readonly channelIds: readonly string[]
}

interface NewList extends Acting {
  readonly name: string
  readonly channelIds?: readonly string[] | undefined
}

/**
 * Makes a list with its first channels.
 * @throws Refusal invalid_input: too many lists, the name is taken, or too many cards
 */
export async function makeList(core: Core, { name, channelIds = [], ...acting }: NewList): Promise<List> {
  return listTransaction(core, acting, async (tx) => {
    const { holderId } = acting
    const made = await insertList(tx, { holderId, name, now: core.clock.now() })
    if (typeof made === 'string') throw fieldRefusal('name', made)
    const one = { ...made, ...acting }
    await fill(tx, core, { ...one, channelIds })
    return readList(tx, core, one)
  })
}

/**
 * Puts channels into a list; each gets a card if it has none.
 * @throws Refusal not_found, invalid_input: too many cards; then none is added
 */
export async function putChannels(
  core: Core,
  given: OneList & Channels,
): Promise<DataOf<'PUT /lists/{listId}/channels'>> {
  return listTransaction(core, given, async (tx) => {
    await readList(tx, core, given)
    const { added, unknown } = await fill(tx, core, given)
    return { list: await readList(tx, core, given), added, unknown }
  })
}

function listTransaction<T>(core: Core, acting: Acting, work: (tx: Tx) => Promise<T>): Promise<T> {
  return holderTransaction(core, { ...acting, scope: 'purchases:write' }, work)
}

async function fill(tx: Tx, core: Core, { holderId, listId, channelIds }: OneList & Channels) {
  const now = core.clock.now()
  const known = await lockChannels(tx, holderId, channelIds, core)
  const channels = known.map(({ id }) => id)
  const isRoom = await addCards(tx, { holderId, channels, now })
  if (!isRoom) throw fieldRefusal('channelIds', 'cards_full')
  const isAdded = await addToList(tx, { holderId, listId, channels, now })
  const names = new Set(known.map(({ channelId }) => channelId))
  return {
    added: known.flatMap(({ id, channelId }) => (isAdded.has(id) ? [channelId] : [])),
    unknown: channelIds.filter((channelId) => !names.has(channelId)),
  }
}

/** Takes channels out of a list. @throws Refusal not_found */
export async function takeChannels(
  core: Core,
  { channelIds, ...one }: OneList & Channels,
): Promise<DataOf<'DELETE /lists/{listId}/channels'>> {
  return listTransaction(core, one, async (tx) => {
    const removed = await takeFromList(tx, one, channelIds)
    return { list: await readList(tx, core, one), removed }
  })
}

/** @throws Refusal not_found, invalid_input: another list has the name */
export async function renameList(
  core: Core,
  { name, ...one }: OneList & { readonly name: string },
): Promise<List> {
  return listTransaction(core, one, async (tx) => {
    const lists = await readLists(tx, core, one.holderId)
    const isTaken = lists.some((list) => list.name === name && list.listId !== one.listId)
    if (isTaken) throw fieldRefusal('name', 'list_name_taken')
    return changeList(tx, core, one, { name })
  })
}

/** Opens a list to everybody who has the link, which stays the same while it is open. @throws Refusal not_found */
export async function shareList(core: Core, one: OneList): Promise<List> {
  return listTransaction(core, one, async (tx) => {
    const list = await readList(tx, core, one)
    return list.link === null ? changeList(tx, core, one, { link_seed: linkSeed(core) }) : list
  })
}

/** @throws Refusal not_found */
export async function endSharing(core: Core, one: OneList): Promise<List> {
  return listTransaction(core, one, (tx) => changeList(tx, core, one, { link_seed: null }))
}

/** Deletes a list with the cards that had no other reason. @returns what makes it again; @throws Refusal not_found */
export async function deleteList(core: Core, one: OneList): Promise<DataOf<'DELETE /lists/{listId}'>> {
  return listTransaction(core, one, async (tx) => {
    const { name } = await readList(tx, core, one)
    const channelIds = await takeFromList(tx, one)
    await tx.deleteFrom('list').where('holder_id', '=', one.holderId).where('id', '=', one.listId).execute()
    return { name, channelIds }
  })
}

async function changeList(
  tx: Tx,
  core: Core,
  one: OneList,
  facts: { readonly name: string } | { readonly link_seed: string | null },
): Promise<List> {
  await tx
    .updateTable('list')
    .set(facts)
    .where('holder_id', '=', one.holderId)
    .where('id', '=', one.listId)
    .execute()
  return readList(tx, core, one)
}

async function readList(tx: Tx, core: Core, { holderId, listId }: OneList): Promise<List> {
  const [list] = await readLists(tx, core, holderId, listId)
  if (list === undefined) throw new Refusal('not_found')
  return list
}

function fieldRefusal(field: string, problem: FieldProblem): Refusal {
  return new Refusal('invalid_input', { fields: { [field]: problem } })
}
