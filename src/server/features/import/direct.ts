import { once } from 'node:events'
import type { ClientBase } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { type TakenDown, putBackIndexes, takeDownIndexes } from './bulk.sql.ts'
import { NEW_CHANNEL_COLUMNS, NEW_CONTACT_COLUMNS, newChannelCells, newContactLines } from './copy.ts'
import { openKeyedLines } from './keyed-lines.ts'
import { isImportFree } from './stage.sql.ts'
import { SeenChannels } from './seen.ts'
import type { Applied } from './apply.ts'
import type { Staging } from './staging.ts'
import { isSuppressing } from './suppression.ts'

/** The file cannot be copied straight into the catalogue; staged rows can say more. */
export class NotDirect extends Error {}

export interface DirectLoad extends Staging {
  /** After `end`: brings indexes and search structures up. */
  finish(onPhase: (phase: 'writing' | 'indexing') => void): Promise<Applied>
}

// The tables were emptied by this transaction: rows need no mark of when they became visible.
const COPY_CHANNELS = `copy channel (${NEW_CHANNEL_COLUMNS}) from stdin (freeze)`
const COPY_CONTACTS = `copy contact (${NEW_CONTACT_COLUMNS}) from stdin (freeze)`
/** One connection copies into one table at a time, so contacts gather. */
const CONTACT_BYTES = 2 * 1024 * 1024
const PIECE_CHARACTERS = 64 * 1024
const MOST_WAITING = 8
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Copies rows straight into an empty catalogue. That takes half the work of staged rows, and holds for files that name
 * every channel once, of which there is nothing to compare.
 *
 * @throws NotDirect when the catalogue is not empty or in use, or somebody objected to being listed; later, when a row needs more
 */
export async function openDirectLoad(client: ClientBase): Promise<DirectLoad> {
  if (!(await isImportFree(client)) || (await isSuppressing(client))) throw new NotDirect()
  const taken = await takeDownIndexes(client)
  if (taken.length === 0) throw new NotDirect()
  return directLoad(client, taken, await reserveIds(client))
}

function directLoad(client: ClientBase, taken: TakenDown, firstId: number): DirectLoad {
  const seen = new SeenChannels()
  let id = firstId
  let contactsAdded = 0
  let contacts = ''
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  let channelCopy: CopyStreamQuery | undefined
  const waiting: Uint8Array[] = []
  let isSending = false
  const lines = openKeyedLines((bytes) => {
    waiting.push(bytes)
    if (!isSending) void send()
  })

  async function send(): Promise<void> {
    isSending = true
    try {
      for (let bytes = waiting.shift(); bytes !== undefined; bytes = waiting.shift()) {
        if (gatheredBytes > CONTACT_BYTES) await sendContacts()
        channelCopy ??= openCopy(COPY_CHANNELS)
        if (!channelCopy.write(bytes)) await once(channelCopy, 'drain')
        lines.wake()
      }
    } catch (error) {
      lines.fail(error as Error)
    } finally {
      isSending = false
      lines.wake()
    }
  }

  async function sendContacts(): Promise<void> {
    await endCopy(channelCopy)
    channelCopy = undefined
    const copy = openCopy(COPY_CONTACTS)
    for (const bytes of gathered) copy.write(bytes)
    gathered = []
    gatheredBytes = 0
    await endCopy(copy)
  }

  function gatherContacts(): void {
    const bytes = Buffer.from(contacts)
    contacts = ''
    gathered.push(bytes)
    gatheredBytes += bytes.length
  }

  function openCopy(command: string): CopyStreamQuery {
    const copy = client.query(copyFrom(command))
    copy.on('error', lines.fail)
    return copy
  }

  return {
    add(row) {
      const { platform, platformId, handle, name, source } = row
      const isTwice =
        (platformId !== null && seen.meet(1, platform, platformId)) ||
        (handle !== null && seen.meet(2, platform, handle)) ||
        (platformId === null && handle === null && name !== null && seen.meet(3, source, name.toLowerCase()))
      if (isTwice || name === null) throw new NotDirect()
      lines.add(newChannelCells(row, id), name)
      if (row.contacts !== null) {
        contacts += newContactLines(row.contacts, id)
        contactsAdded += row.contacts.addresses.length
        if (contacts.length > PIECE_CHARACTERS) gatherContacts()
      }
      id++
    },
    async send() {
      lines.pass()
      await lines.until(() => !lines.isBehind() && waiting.length < MOST_WAITING)
    },
    async end() {
      lines.pass()
      await lines.until(() => lines.isDone() && !isSending)
      gatherContacts()
      await sendContacts()
    },
    async finish(onPhase) {
      onPhase('writing')
      await restartIds(client, id)
      try {
        await putBackIndexes(client, taken)
      } catch (error) {
        // A channel or a handle stands there twice: only staged rows can be made one.
        if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
          throw new NotDirect()
        throw error
      }
      onPhase('indexing')
      await client.query('select search_rebuild()')
      await client.query('analyze channel, contact')
      return {
        added: id - firstId,
        changed: 0,
        unchanged: 0,
        merged: 0,
        unknown: 0,
        contactsAdded,
        contactsChanged: 0,
        contactsWithheld: 0,
      }
    },
    [Symbol.asyncDispose]: lines[Symbol.asyncDispose],
  }
}

async function endCopy(copy: CopyStreamQuery | undefined): Promise<void> {
  if (copy === undefined) return
  copy.end()
  await once(copy, 'finish')
}

/**
 * The next id. Others who want one wait for the end of the transaction, because ALTER locks the counter; but who has had
 * one in a transaction that goes on holds it, and may wait for this import.
 */
async function reserveIds(client: ClientBase): Promise<number> {
  await client.query(`set local lock_timeout = '50ms'`)
  try {
    const { rows } = await client.query<{ id: number }>(
      `select nextval(pg_get_serial_sequence('channel', 'id')) as id`,
    )
    const id = rows[0]?.id as number
    await restartIds(client, id)
    await client.query('set local lock_timeout = 0')
    return id
  } catch (error) {
    if (hasCode(error, LOCK_NOT_AVAILABLE)) throw new NotDirect()
    throw error
  }
}

async function restartIds(client: ClientBase, id: number): Promise<void> {
  await client.query(`alter table channel alter column id restart with ${id}`)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
