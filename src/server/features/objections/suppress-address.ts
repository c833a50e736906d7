import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { forgetCreator } from '#server/features/creators/creators.sql.ts'
import { forgetEvidence } from '#server/features/evidence/reports.sql.ts'
import { countReturns, returnObjectedJob } from '#server/features/evidence/return-uses.ts'
import { addressHash, suppressContacts } from '#server/features/catalogue/contacts.sql.ts'
import { hideChannelsOf } from '#server/features/catalogue/hide-channel.ts'
import { LOCK_TIMEOUT_MS, waitAtMost } from '#server/features/catalogue/import-lock.sql.ts'
import { type Job, NEVER_GIVEN_UP } from '#server/jobs/job.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { addressName } from '#server/security-log.ts'
import { removedEmail } from './objections.mails.ts'
import { insertSuppression, isSuppressed } from './optout.sql.ts'
import { countWithheld } from './withheld.sql.ts'

interface Wanted {
  /** Also takes the pages of the address's channels away. */
  readonly hidesChannels?: boolean
  /** That of the email which confirms it to the owner; without it there is none. */
  readonly language?: Language
}

export const suppressJob: Job<Core, Wanted & { readonly address: string }> = {
  name: 'suppress',
  options: NEVER_GIVEN_UP,
  run: (app, { address, ...wanted }) => suppressAddress(app, address, wanted),
}

/**
 * Withholds an address for good: first from the catalogue, then, by its keyed hash, from every later import. Whoever bought it
 * within the days of the warranty gets the use back. Repeats are harmless, and send no email.
 * @param lockTimeoutMs how long to wait for each lock; without it, without a limit
 * @throws the database's error 55P03 after that time (`isLockTimeout`)
 */
export async function suppressAddress(
  app: Core,
  address: string,
  {
    hidesChannels = false,
    language,
    lockTimeoutMs = null,
  }: Wanted & { readonly lockTimeoutMs?: number | null } = {},
): Promise<void> {
  // A transaction of its own: storing the hash has to wait for the end of an import.
  await withLockTimeout(app, lockTimeoutMs, (tx) => withhold(tx, app, { address }))
  await withLockTimeout(app, lockTimeoutMs, async (tx) => {
    const isNew = await insertSuppression(tx, addressHash(app.secret, address), app.clock.now())
    // Again: that import may have added the address.
    const pages = await withhold(tx, app, { address, hidesChannels })
    if (language === undefined || (!isNew && pages.length === 0)) return
    await queueEmail(tx, app, address, removedEmail(language, pages, app.config.supportEmail))
  })
}

interface Withholding {
  readonly address: string
  /** Imports have to be held off for it. */
  readonly hidesChannels?: boolean
}

/**
 * Withholds an address, and lets the uses come back that were spent on it within the days of the warranty.
 * @returns the names of the channels that it hid
 */
async function withhold(
  tx: Tx,
  app: Core,
  { address, hidesChannels = false }: Withholding,
): Promise<readonly string[]> {
  const { clock, jobs } = app
  const now = clock.now()
  await forgetCreator(tx, address)
  const pages = hidesChannels ? await hideChannelsOf(tx, app, address) : []
  const contactIds = await suppressContacts(tx, address, now)
  // Again: a reveal that this has waited for may have notified the owner, with a link.
  await forgetCreator(tx, address)
  if (contactIds.length === 0) return pages
  await forgetEvidence(tx, contactIds)
  await jobs.enqueue(tx, returnObjectedJob, { contactIds, at: now.toISOString() })
  return pages
}

function withLockTimeout<T>(
  { db }: Core,
  lockTimeoutMs: number | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => {
    if (lockTimeoutMs !== null) await waitAtMost(tx, lockTimeoutMs)
    return work(tx)
  })
}

interface Suppression {
  /** Normalised. */
  readonly address: string
  /** Counts what would be withheld without doing it. */
  readonly isDryRun: boolean
}

/**
 * Withholds an address as its owner's confirmed objection does, on the operator's behalf and in one transaction.
 * @returns what it withheld or would withhold; null when nothing was left to do
 * @throws the database's error 55P03 while an import is being written (`isLockTimeout`); nothing was changed then
 */
export async function suppressForOwner(
  app: Core,
  by: Operator,
  { address, isDryRun }: Suppression,
): Promise<CommandOutput<'contacts suppress'>> {
  return withLockTimeout(app, LOCK_TIMEOUT_MS, async (tx) => {
    const now = app.clock.now()
    const count = async () => ({
      ...(await countWithheld(tx, address)),
      uses: await countReturns(tx, address, now),
    })
    if (isDryRun) {
      const withheld = await count()
      const isKnown = await isSuppressed(tx, addressHash(app.secret, address))
      return isKnown && withheld.channels === 0 ? null : withheld
    }
    // Before anything is counted: of two at once, the second waits here and finds nothing left.
    const isNew = await insertSuppression(tx, addressHash(app.secret, address), now)
    const withheld = await count()
    if (!isNew && withheld.channels === 0) return null
    await withhold(tx, app, { address })
    await noteChange(tx, app, by, {
      verb: 'contacts suppress',
      kind: 'address',
      id: addressName(app.secret, address),
      after: { ...withheld },
    })
    return withheld
  })
}
