import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import type { App } from '#server/app.ts'
import { sha256 } from '#server/config/secret.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { confirmContacts, pauseContacts } from '#server/features/catalogue/creator-contacts.sql.ts'
import {
  LOCK_TIMEOUT_MS,
  refuseDuringImport,
  waitAtMost,
} from '#server/features/catalogue/import-lock.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { endPause, findPauses, lockCreatorLink, setPause, setRefuses } from './creators.sql.ts'
import { readKept } from './read-kept.ts'

/** A transaction that waits for no import. @throws Refusal unavailable while an import writes the same channels */
export async function changeContacts<T>({ db }: Pick<App, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return refuseDuringImport(() =>
    transact(db, async (tx) => {
      await waitAtMost(tx, LOCK_TIMEOUT_MS)
      return work(tx)
    }),
  )
}

/**
 * Does what the owner of an address wants, by a mailed link: confirms it, sets the subjects that are not wanted, pauses.
 * Repeats are harmless. Lock order: link, terms, channels by id, contacts.
 * @throws Refusal wrong_token, unavailable
 */
export async function changeTerms(
  app: Pick<App, 'db' | 'clock'>,
  { token, isRight, refuses, pause }: BodyOf<'PUT /creator'>,
): Promise<DataOf<'PUT /creator'>> {
  const now = app.clock.now()
  return changeContacts(app, async (tx) => {
    const link = await lockCreatorLink(tx, sha256(token), now)
    // One that asks about a preferred address does not speak for it yet.
    if (link === undefined || link.insteadOf !== null) throw new Refusal('wrong_token')
    const { address, mailedAt } = link
    if (refuses !== undefined) await setRefuses(tx, { address, refuses, now })
    if (pause === 'off') await endPause(tx, address, now)
    else if (pause !== undefined)
      await setPause(tx, { address, months: pause === 'open' ? null : Number(pause), now })
    if (isRight === true) await confirmContacts(tx, { address, mailedAt, now })
    if (pause !== undefined) await pauseContacts(tx, address, pause !== 'off')
    return readKept(tx, link)
  })
}

/** Puts contacts on sale again whose pause is over, and withholds what an import added while its pause began. */
export async function settlePauses({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const { address, isOver } of await findPauses(db, now)) {
    await transact(db, async (tx) => {
      // The owner may have changed it since it was found.
      if (isOver && !(await endPause(tx, address, now, now))) return
      await pauseContacts(tx, address, !isOver)
    })
  }
}
