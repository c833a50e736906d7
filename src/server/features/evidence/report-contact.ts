import type { DataOf, BodyOf } from '#shared/api/contract.ts'
import { PATHS } from '#shared/paths.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import type { App } from '#server/app.ts'
import { sha256 } from '#server/config/secret.ts'
import type { Tx } from '#server/db/connect.ts'
import {
  LOCK_TIMEOUT_MS,
  refuseDuringImport,
  waitAtMost,
} from '#server/features/catalogue/import-lock.sql.ts'
import { lockChannelsOf, noteBounce } from '#server/features/catalogue/contacts.sql.ts'
import { queueCreatorNotice } from '#server/features/creators/notify-creator.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { type Job, NEVER_GIVEN_UP } from '#server/jobs/job.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { domainOf, foldAddress, foldTags, isKnownProvider } from '#server/people/mailboxes.ts'
import { personTransaction, withPersonLocked } from '#server/people/person-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { type Bounce, isOfOneMessage, meaningOf, readBounce } from './read-bounce.ts'
import { decisionEmail, returnUse } from './return-uses.ts'
import {
  emailOfContact,
  type Bought,
  countRecent,
  decideReport,
  findBought,
  findReplacement,
  findSharedOpinions,
  findWaiting,
  hasReturned,
  insertReport,
  type Opinion,
  readBouncers,
  readOpinions,
  type ShownContact,
  shownContacts,
  takeUnprovenReport,
} from './reports.sql.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

type Verdict = Omit<DataOf<'POST /purchases/{transactionId}/report'>, 'uses'>
type Given = BodyOf<'POST /purchases/{transactionId}/report'>
type ReportingApp = Pick<
  App,
  'db' | 'clock' | 'runExclusive' | 'jobs' | 'faults' | 'config' | 'random' | 'secret' | 'log'
>

interface Report extends Given {
  readonly personId: number
  readonly transactionId: number
}

/** By how much the clocks of mail servers may differ from ours. */
const CLOCKS_MS = HOUR_MS
const KEPT_EVIDENCE = 8_000
/** Uses that come back by themselves in `WARRANTY_DAYS`: this number, or this share of what was bought in them. */
const RETURNS = { least: 3, share: 0.2 }
/** The number of buyers of different firms who must say the same of a contact before it counts for everybody. */
const PROOFS = 2

/**
 * Reports a bought contact. When the mail server says for good that there is no such mailbox, another contact of the channel
 * takes its place, or else the use comes back, in this transaction and once for a reveal, whatever is reported at the same
 * time. Lock order: person, channel, contact, lots.
 * @throws Refusal not_found (no such purchase), no_contact (nothing is shown of it), already_reported, wrong_evidence,
 *   unavailable (an import is writing the same channel)
 */
export async function reportContact(
  app: ReportingApp,
  report: Report,
): Promise<DataOf<'POST /purchases/{transactionId}/report'>> {
  const decided = async (tx: Tx) => {
    await waitAtMost(tx, LOCK_TIMEOUT_MS)
    const verdict = await decide(tx, app, report)
    const uses = await tx
      .selectNoFrom(usesLeft(report.personId, app.clock.now()).as('uses'))
      .executeTakeFirstOrThrow()
    await app.faults('report.decided')
    return { ...verdict, ...uses }
  }
  const answer = await refuseDuringImport(() => personTransaction(app, report.personId, decided))
  await app.faults('report.committed')
  return answer
}

async function decide(tx: Tx, app: ReportingApp, report: Report): Promise<Verdict> {
  const now = app.clock.now()
  const first = await findReported(tx, report, now)
  if ('state' in first) return first
  await lockChannelsOf(tx, first.contact.address)
  // Again: a merge, an objection or another report may have come first.
  const found = await findReported(tx, report, now)
  if ('state' in found) return found
  const { bought, contact, bounce } = found
  if (bought.channelId !== first.bought.channelId || contact.address !== first.contact.address)
    throw new Refusal('unavailable', { retryAfter: 1 })
  const { personId, kind } = report
  const { revealId } = bought
  const meaning = bounce === null ? null : meaningOf(bounce)
  // The same row, so that whoever was told its number finds the answer there.
  const id =
    kind === 'bounced'
      ? await takeUnprovenReport(tx, { personId, revealId, contactId: contact.id })
      : undefined
  const facts = {
    ...(id !== undefined && { id }),
    person_id: personId,
    reveal_id: revealId,
    contact_id: contact.id,
    kind,
    evidence: bounce === null ? null : bounce.said.slice(0, KEPT_EVIDENCE),
    digest: bounce === null ? null : digestOf(bounce, contact.address),
    code: bounce?.code ?? null,
    reported_at: now,
  }
  const wait = async (reason: Verdict['reason']): Promise<Verdict> => {
    if ((await insertReport(tx, { ...facts, state: 'review', reason })) === undefined)
      throw new Refusal('already_reported')
    return { state: 'review', reason }
  }
  if (kind === 'no_mailbox' || meaning === 'unclear') return wait('unclear')
  if (meaning === null) {
    const waiting = await wait('alone')
    const opinions = await readOpinions(tx, contact.id)
    if (countCompanies(opinions) < PROOFS) return waiting
    // The others' uses come back under their own locks.
    await app.jobs.enqueue(tx, settleAgreedJob, { contactId: contact.id })
    return (await settle(tx, personId, contact.id, now)) ?? waiting
  }
  if (!(await mayReturn(tx, personId, now))) return wait('many')
  const other = await findReplacement(tx, personId, bought, contact.id)
  const state = other === undefined ? 'credited' : 'replaced'
  const decision = { state, reason: 'gone', decided_at: now, replacement_id: other?.id ?? null }
  const reportId = await insertReport(tx, { ...facts, ...decision })
  if (reportId === undefined) return wait('known')
  await countBounce(tx, app, { address: contact.address, reportId, at: now })
  if (other === undefined) await returnUse(tx, { personId, revealId, cause: 'report', now })
  else await queueCreatorNotice(tx, app, { contactId: other.id, address: other.address, now })
  return { state, reason: 'gone' }
}

/**
 * Notes that emails to an address come back, as a report of `at` shows. When this report is the one that takes it off sale, the log says which one, because
 * two people who lie together could do it, too.
 */
export async function countBounce(
  tx: Tx,
  { log }: Pick<App, 'log'>,
  { address, reportId, at }: { readonly address: string; readonly reportId: number; readonly at: Date },
): Promise<void> {
  const countProofs = async () => countCompanies(await readBouncers(tx, address))
  if (await noteBounce(tx, { address, countProofs, enough: PROOFS, at }))
    log.warn({ report: reportId }, 'a contact is no longer sold because emails to it came back')
}

/** By what an answer is known again; null where servers say the same to everybody. */
function digestOf({ said }: Bounce, address: string): Buffer | null {
  return isOfOneMessage(said, address) ? sha256(said.replaceAll(/\s+/g, ' ').trim()) : null
}

interface Found {
  readonly bought: Bought
  readonly contact: ShownContact
  /** Null where nothing was pasted. */
  readonly bounce: Bounce | null
}

/** What a report is about, or why it is refused without keeping anything of it. */
async function findReported(
  tx: Tx,
  { personId, transactionId, kind, evidence = '' }: Report,
  now: Date,
): Promise<Found | Verdict> {
  const bought = await findBought(tx, personId, transactionId)
  if (bought === undefined) throw new Refusal('not_found')
  if (now.getTime() > bought.at.getTime() + WARRANTY_DAYS * DAY_MS)
    return { state: 'refused', reason: 'late' }
  const shown = await shownContacts(tx, personId, bought)
  const [best] = shown
  if (best === undefined) throw new Refusal('no_contact')
  if (await hasReturned(tx, personId, bought.revealId)) throw new Refusal('already_reported')
  const { contact, bounce } =
    kind === 'bounced' ? await readFor(shown, bought, evidence) : { contact: best, bounce: null }
  const meaning = bounce === null ? null : meaningOf(bounce)
  // The same email may come back for good tomorrow.
  if (meaning === 'temporary' || meaning === 'policy') return { state: 'refused', reason: meaning }
  // What was said without an answer of the mail server does not stand in the way of one.
  if (contact.isReported && !(kind === 'bounced' && contact.mayProve)) throw new Refusal('already_reported')
  return { bought, contact, bounce }
}

/** Reads evidence as an answer about one of the contacts that the person was shown. */
async function readFor(
  shown: readonly ShownContact[],
  { at }: Bought,
  evidence: string,
): Promise<{ readonly contact: ShownContact; readonly bounce: Bounce }> {
  for (const contact of shown) {
    const bounce = await readBounce(evidence, contact.address)
    if (typeof bounce === 'string') continue
    // An email from before the purchase was not written to what was bought.
    if (bounce.at === null || bounce.at.getTime() >= at.getTime() - CLOCKS_MS) return { contact, bounce }
  }
  throw new Refusal('wrong_evidence')
}

/** Whether more uses may come back to a person without anybody looking. */
async function mayReturn(tx: Tx, personId: number, now: Date): Promise<boolean> {
  const { reveals, returns } = await countRecent(tx, personId, now)
  return returns < Math.max(RETURNS.least, Math.floor(reveals * RETURNS.share))
}

/** Of how many firms people are; at a provider for everybody each mailbox counts, however its address is spelled. */
function countCompanies(people: readonly Opinion[]): number {
  const firms = people.map(({ email }) =>
    isKnownProvider(email) ? foldTags(foldAddress(email)) : domainOf(email),
  )
  return new Set(firms).size
}

/** Gives back the uses of all who say of a contact what two independent buyers say. */
export const settleAgreedJob: Job<ReportingApp, { readonly contactId: number }> = {
  name: 'settle_agreed_reports',
  options: NEVER_GIVEN_UP,
  run: (app, { contactId }) => settleAgreed(app, contactId),
}

/** Settles opinions that a merge of channels has brought together: each was the only one when it came. */
export async function settleMergedOpinions(app: ReportingApp): Promise<void> {
  for (const contactId of await findSharedOpinions(app.db)) await settleAgreed(app, contactId)
}

async function settleAgreed(app: ReportingApp, contactId: number): Promise<void> {
  const opinions = await readOpinions(app.db, contactId)
  // The operator may have refused one meanwhile, or its account may be closed.
  if (countCompanies(opinions) < PROOFS) return
  for (const { personId } of opinions)
    await withPersonLocked(app, personId, async (tx, email) => {
      await lockReported(tx, contactId)
      const waiting = await findWaiting(tx, personId, contactId)
      if (email === undefined || waiting === undefined) return
      if ((await settle(tx, personId, contactId, app.clock.now())) === null) return
      const { language, channelName } = waiting
      const link = `${app.config.publicUrl}${PATHS.purchases}`
      await queueEmail(tx, app, email, decisionEmail(language, { channelName, outcome: 'agreed', link }))
    })
}

/**
 * Locks the channels of a reported contact. Merges change reports and reveals under that lock, so whoever decides a report must
 * come before or after.
 * @throws the database's error 55P03 while an import is being written (`isLockTimeout`)
 */
export async function lockReported(tx: Tx, contactId: number): Promise<void> {
  await waitAtMost(tx, LOCK_TIMEOUT_MS)
  const address = await emailOfContact(tx, contactId)
  if (address !== undefined) await lockChannelsOf(tx, address)
}

/** Decides a person's report that waited for a second one. @returns null when none waits */
async function settle(tx: Tx, personId: number, contactId: number, now: Date): Promise<Verdict | null> {
  const waiting = await findWaiting(tx, personId, contactId)
  if (waiting === undefined) return null
  const { id, revealId } = waiting
  if (!(await mayReturn(tx, personId, now))) return null
  // Nothing says that another contact of the channel is the right person's. It waits, so the use has not come back.
  await decideReport(tx, id, { state: 'credited', reason: 'agreed', decided_at: now })
  await returnUse(tx, { personId, revealId, cause: 'report', now })
  return { state: 'credited', reason: 'agreed' }
}
