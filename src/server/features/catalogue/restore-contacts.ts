import { sql } from 'kysely'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact } from '#server/db/connect.ts'
import { addressName } from '#server/security-log.ts'
import { changeAddresses, lockChannelsOf, noteBounce } from './contacts.sql.ts'
import { waitForImport } from './import-lock.sql.ts'

interface Restoring {
  /** Normalised. */
  readonly address: string
  /** Counts what would change without changing it. */
  readonly isDryRun: boolean
}

/** Contacts with the address of which it is noted that emails come back, one of each channel. */
export interface Restored {
  readonly channels: number
  /** Of these, those whose contact is on sale again: nothing else keeps it off. */
  readonly sold: number
}

/**
 * Forgets that emails to an address came back, on the operator's behalf: from now on only later bounces count.
 * @throws the database's error 55P03 while an import is being written (`isLockTimeout`); nothing was changed then
 */
export async function restoreContacts(
  app: Core,
  by: Operator,
  { address, isDryRun }: Restoring,
): Promise<Restored> {
  return transact(app.db, async (tx) => {
    await waitForImport(tx)
    // Before anything is counted: of two at once, the second waits here and finds nothing left.
    await lockChannelsOf(tx, [address])
    const { rows } = await sql<Restored>`
      select count(*)::integer as channels, (count(*) filter (where is_undeliverable and withheld = '{}'
        and paused_at is null and verification <> 'invalid'))::integer as sold
      from known_contact where address = ${address} and suppressed_at is null and bounced_at is not null`.execute(
      tx,
    )
    const restored = rows[0]!
    if (isDryRun || restored.channels === 0) return restored
    const forgotten = { bounced_at: null, is_undeliverable: false, restored_at: app.clock.now() }
    await changeAddresses(tx, [address], () =>
      tx.updateTable('address').set(forgotten).where('address', '=', address).execute(),
    )
    const id = addressName(app.secret, address)
    await noteChange(tx, app, by, { verb: 'contacts restore', kind: 'address', id, after: { ...restored } })
    return restored
  })
}

/**
 * Takes an address off sale that does not work, on the operator's behalf; buyers still see it.
 * @returns how many channels had it on sale, or withheld for another reason
 * @throws as `restoreContacts`
 */
export async function withholdContacts(
  app: Core,
  by: Operator,
  { address, isDryRun }: Restoring,
): Promise<number> {
  return transact(app.db, async (tx) => {
    await waitForImport(tx)
    // Before anything is counted: of two at once, the second waits here and finds nothing left.
    await lockChannelsOf(tx, [address])
    const { rows } = await sql<{ channels: number }>`
      select count(*)::integer as channels from known_contact
      where address = ${address} and suppressed_at is null and not is_undeliverable`.execute(tx)
    const { channels } = rows[0]!
    if (isDryRun || channels === 0) return channels
    await noteBounce(tx, { address, at: app.clock.now(), isOurs: true })
    const id = addressName(app.secret, address)
    await noteChange(tx, app, by, { verb: 'contacts withhold', kind: 'address', id, after: { channels } })
    return channels
  })
}
