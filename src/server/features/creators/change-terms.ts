import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { Creator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { lockChannelsOf } from '#server/features/catalogue/contacts.sql.ts'
import {
  confirmAddress,
  endPause,
  findEndedPauses,
  setPause,
  setRefuses,
} from '#server/features/catalogue/creator-contacts.sql.ts'
import {
  isLockTimeout,
  LOCK_TIMEOUT_MS,
  refuseDuringImport,
  waitAtMost,
} from '#server/features/catalogue/import-lock.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { lockCreatorLink } from './creators.sql.ts'
import type { Act } from './creators.mails.ts'
import { queueReceipt } from './queue-receipt.ts'
import { readKept } from './read-kept.ts'
import { takeBackPreferred } from './take-back-preferred.ts'

/** A transaction that waits for no import. @throws Refusal unavailable while an import writes the same channels */
export async function changeContacts<T>({ db }: Core, work: (tx: Tx) => Promise<T>): Promise<T> {
  return refuseDuringImport(() =>
    transact(db, async (tx) => {
      await waitAtMost(tx, LOCK_TIMEOUT_MS)
      return work(tx)
    }),
  )
}

interface Given extends Omit<BodyOf<'PUT /creator'>, 'token'> {
  readonly language: Language
}

/**
 * Does what the owner of an address wants, by a mailed link: confirms it, sets the subjects that are not wanted, pauses,
 * takes back another address that is preferred to it. What changes something is confirmed by one email; repeats are harmless.
 * Lock order: links, then as of `changeAddresses`.
 * @throws Refusal wrong_token, too_many_requests, unavailable
 */
export async function changeTerms(
  app: Core,
  { tokenHash }: Creator,
  { isRight, refuses, pause, takesBack, language }: Given,
): Promise<DataOf<'PUT /creator'>> {
  const now = app.clock.now()
  return changeContacts(app, async (tx) => {
    const isTakenBack = takesBack === true && (await takeBackPreferred(tx, { tokenHash, now }))
    const link = await lockCreatorLink(tx, tokenHash, now)
    // One that asks about a preferred address does not speak for it yet.
    if (link === undefined || link.insteadOf !== null) throw new Refusal('wrong_token')
    const { address, mailedAt } = link
    const acts: Act[] = []
    if (pause !== undefined || isRight === true) await lockChannelsOf(tx, [address])
    if (refuses !== undefined && (await setRefuses(tx, { address, refuses })))
      acts.push({ kind: 'subjects', refuses })
    if (pause === 'off') {
      if (await endPause(tx, address)) acts.push({ kind: 'resumed' })
    } else if (pause !== undefined) {
      const until = await setPause(tx, { address, months: pause === 'open' ? null : Number(pause), now })
      if (until !== undefined) acts.push({ kind: 'paused', until })
    }
    if (isRight === true || isTakenBack) {
      const isNews = await confirmAddress(tx, { address, mailedAt, now })
      if (isTakenBack) acts.push({ kind: 'takenBack' })
      else if (isNews) acts.push({ kind: 'confirmed' })
    }
    // Nothing keeps an owner from taking back what somebody else with a link did.
    const isCounted = !isTakenBack && acts.some(({ kind }) => kind !== 'resumed')
    const isFull = isCounted && (await app.limits.takeAll(tx, [['receipt_day', address]])) !== null
    if (isFull) throw new Refusal('too_many_requests')
    await queueReceipt(tx, app, { address, language, acts })
    return readKept(tx, link)
  })
}

/** How long the job waits for each lock once an import has been met. */
const HELD_TIMEOUT_MS = 100

/**
 * Puts contacts on sale again whose pause is over. What an import holds is left to the next run.
 */
export async function endPauses({ db, clock }: Core): Promise<void> {
  const now = clock.now()
  let patience = LOCK_TIMEOUT_MS
  for (const address of await findEndedPauses(db, now)) {
    try {
      await transact(db, async (tx) => {
        await waitAtMost(tx, patience)
        // The owner may have changed it since it was found.
        await endPause(tx, address, now)
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      // An import holds more than one: the run must end before the next.
      patience = HELD_TIMEOUT_MS
    }
  }
}
