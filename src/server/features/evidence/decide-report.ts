import type { CommandOutput } from '#shared/api/commands.ts'
import type { Core } from '#server/core.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { LOCK_TIMEOUT_MS, waitAtMost } from '#server/features/catalogue/import-lock.sql.ts'
import { emailOfContact } from '#server/features/catalogue/known-contacts.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { markContact } from './note-bounce.ts'
import { findReport } from './open-reports.sql.ts'
import { decideReport, lockRevealed } from './reports.sql.ts'
import { linkToPage } from '#server/render-email.ts'
import { decisionEmail, returnUse } from './return-uses.ts'

interface Decision {
  readonly reportId: number
  /** Whether the use comes back. */
  readonly isCredited: boolean
}

/** How a decision ended; `decided before` also when the use came back otherwise, which settles what waits of the reveal. */
type DecisionOutcome = CommandOutput<'reports decide'>['outcome']

/**
 * Decides a report that waits, on the operator's behalf: the use comes back, or not. The buyer is notified by an email, which does not
 * name the operator's reason. Of two decisions at once the first counts. Lock order: holder, channel, report, lots.
 * @throws Refusal no_such_report
 * @throws the database's error 55P03 while an import is being written (`isLockTimeout`); nothing was changed then
 */
export async function decideByHand(
  app: Core,
  by: Operator,
  { reportId, isCredited }: Decision,
): Promise<DecisionOutcome> {
  const known = await findReport(app.db, reportId)
  if (known === undefined) throw new Refusal('no_such_report')
  const { holderId } = known
  return withHolderLocked(app, holderId, async (tx, isOpen) => {
    const now = app.clock.now()
    await waitAtMost(tx, LOCK_TIMEOUT_MS)
    await lockRevealed(tx, holderId, known.revealId)
    // After the lock: a merge may have come first, and the contact be another one of this address.
    const report = await findReport(tx, reportId)
    if (report?.state !== 'review') return 'decided before'
    // Without an account nobody could spend the use.
    if (!isOpen) return 'account closed'
    const { revealId, contactId, kind, reason: before, reportedAt, channelName, email, language } = report
    const address = await emailOfContact(tx, contactId)
    const isBounce = kind === 'bounced' || kind === 'no_mailbox'
    const state = isCredited ? 'credited' : 'refused'
    await decideReport(tx, reportId, { state, reason: 'operator', decided_at: now })
    if (isCredited && isBounce && address !== undefined)
      await markContact(tx, app, { contactId, address, at: reportedAt })
    if (isCredited) await returnUse(tx, { holderId, revealId, cause: 'report', now })
    await noteChange(tx, app, by, {
      verb: 'reports decide',
      kind: 'report',
      id: reportId,
      before: { state: 'review', reason: before, kind, person: holderId, reveal: revealId },
      after: { state },
    })
    const link = linkToPage(app.config, 'purchases', language)
    const message = decisionEmail(language, { channelName, outcome: state, link })
    if (email !== null) await queueEmail(tx, app, email, message)
    return state
  })
}
