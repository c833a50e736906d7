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
  type List,
  lockChannels,
  readLists,
  takeFromList,
} from './lists.sql.ts'

interface OneList {
  readonly holderId: number
  readonly listId: number
}

interface Channels {
  /** The API's ids. */
  readonly channelIds: readonly string[]
}

interface NewList {
  readonly holderId: number
  readonly name: string
  readonly channelIds?: readonly string[] | undefined
}

/**
 * Makes a list with its first channels.
 * @throws Refusal invalid_input: too many lists, the name is taken, or too many cards
 */
export async function makeList(core: Core, { holderId, name, channelIds = [] }: NewList): Promise<List> {
  return holderTransaction(core, holderId, async (tx) => {
    const made = await insertList(tx, { holderId, name, now: core.clock.now() })
    if (typeof made === 'string') throw fieldRefusal('name', made)
    await fill(tx, core, { ...made, holderId, channelIds })
    return readList(tx, { ...made, holderId })
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
  return holderTransaction(core, given.holderId, async (tx) => {
    await readList(tx, given)
    const { added, unknown } = await fill(tx, core, given)
    return { list: await readList(tx, given), added, unknown }
  })
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
  return holderTransaction(core, one.holderId, async (tx) => {
    const removed = await takeFromList(tx, one, channelIds)
    return { list: await readList(tx, one), removed }
  })
}

/** @throws Refusal not_found, invalid_input: another list has the name */
export async function renameList(
  core: Core,
  { name, ...one }: OneList & { readonly name: string },
): Promise<List> {
  return holderTransaction(core, one.holderId, async (tx) => {
    const lists = await readLists(tx, one.holderId)
    const isTaken = lists.some((list) => list.name === name && list.listId !== one.listId)
    if (isTaken) throw fieldRefusal('name', 'list_name_taken')
    return changeList(tx, one, { name })
  })
}

/** Opens a list to everybody who has the link, which stays the same while it is open. @throws Refusal not_found */
export async function shareList(core: Core, one: OneList): Promise<List> {
  return holderTransaction(core, one.holderId, async (tx) => {
    const list = await readList(tx, one)
    return list.link === null ? changeList(tx, one, { link_token: core.random.token() }) : list
  })
}

/** @throws Refusal not_found */
export async function endSharing(core: Core, one: OneList): Promise<List> {
  return holderTransaction(core, one.holderId, (tx) => changeList(tx, one, { link_token: null }))
}

/** Deletes a list with the cards that had no other reason. @returns what makes it again; @throws Refusal not_found */
export async function deleteList(core: Core, one: OneList): Promise<DataOf<'DELETE /lists/{listId}'>> {
  return holderTransaction(core, one.holderId, async (tx) => {
    const { name } = await readList(tx, one)
    const channelIds = await takeFromList(tx, one)
    await tx.deleteFrom('list').where('holder_id', '=', one.holderId).where('id', '=', one.listId).execute()
    return { name, channelIds }
  })
}

async function changeList(
  tx: Tx,
  one: OneList,
  facts: { readonly name: string } | { readonly link_token: string | null },
): Promise<List> {
  await tx
    .updateTable('list')
    .set(facts)
    .where('holder_id', '=', one.holderId)
    .where('id', '=', one.listId)
    .execute()
  return readList(tx, one)
}

async function readList(tx: Tx, { holderId, listId }: OneList): Promise<List> {
  const [list] = await readLists(tx, holderId, listId)
  if (list === undefined) throw new Refusal('not_found')
  return list
}

function fieldRefusal(field: string, problem: FieldProblem): Refusal {
  return new Refusal('invalid_input', { fields: { [field]: problem } })
}
