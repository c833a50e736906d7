import type { DataOf, BodyOf } from '#shared/api/contract.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import {
  LOCK_TIMEOUT_MS,
  refuseDuringImport,
  waitAtMost,
} from '#server/features/catalogue/import-lock.sql.ts'
import { lockChannelsOf } from '#server/features/catalogue/contacts.sql.ts'
import { queueCreatorNotice } from '#server/features/creators/notify-creator.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { markContact } from './note-bounce.ts'
import { type Bounce, readBounce } from './read-bounce.ts'
import { returnUse } from './return-uses.ts'
import {
  emailOfContact,
  type Bought,
  countRecent,
  findBought,
  findReplacement,
  hasReturned,
  insertReport,
  type ShownContact,
  shownContacts,
  takeUnprovenReport,
} from './reports.sql.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

type Verdict = Omit<DataOf<'POST /purchases/{transactionId}/report'>, 'uses'>
type Given = BodyOf<'POST /purchases/{transactionId}/report'>
type ReportingApp = Core & Pick<App, 'faults'>

interface Report extends Given {
  readonly holderId: number
  /** The person who reports it for the holder. */
  readonly actorId: number
  readonly transactionId: number
}

/** By how much the clocks of mail servers may differ from ours. */
const CLOCKS_MS = HOUR_MS
const KEPT_EVIDENCE = 8_000
/** Uses that come back by themselves in `WARRANTY_DAYS`: this number, or this share of what was bought in them; of gifts, one. */
const RETURNS = { least: 3, share: 0.2, gifts: 1 }

/**
 * Reports a bought contact. When the mail server says for good that there is no such mailbox, another contact of the channel
 * takes its place, or else the use comes back, in this transaction and once for a reveal, whatever is reported at the same
 * time. Lock order: holder, channel, contact, lots.
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
      .selectNoFrom(usesLeft(report.holderId, app.clock.now()).as('uses'))
      .executeTakeFirstOrThrow()
    await app.faults('report.decided')
    return { ...verdict, ...uses }
  }
  const answer = await refuseDuringImport(() => holderTransaction(app, report.holderId, decided))
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
  const { holderId, actorId, kind } = report
  const { revealId } = bought
  // The same row, so that a buyer who has its number finds the answer there.
  const id =
    kind === 'bounced'
      ? await takeUnprovenReport(tx, { holderId, revealId, contactId: contact.id })
      : undefined
  const facts = {
    ...(id !== undefined && { id }),
    holder_id: holderId,
    actor_id: actorId,
    reveal_id: revealId,
    contact_id: contact.id,
    kind,
    evidence: bounce === null ? null : bounce.said.slice(0, KEPT_EVIDENCE),
    code: bounce?.code ?? null,
    reported_at: now,
  }
  const wait = async (reason: Verdict['reason']): Promise<Verdict> => {
    if ((await insertReport(tx, { ...facts, state: 'review', reason })) === undefined)
      throw new Refusal('already_reported')
    return { state: 'review', reason }
  }
  if (bounce?.meaning !== 'gone') return wait('unclear')
  if (!(await mayReturn(tx, { holderId, revealId, now }))) return wait('many')
  const other = await findReplacement(tx, holderId, bought, contact.id)
  const state = other === undefined ? 'credited' : 'replaced'
  const decision = { state, reason: 'gone', decided_at: now, replacement_id: other?.id ?? null }
  if ((await insertReport(tx, { ...facts, ...decision })) === undefined) throw new Refusal('already_reported')
  await markContact(tx, app, { contactId: contact.id, address: contact.address, at: now })
  if (other === undefined) await returnUse(tx, { holderId, revealId, cause: 'report', now })
  else await queueCreatorNotice(tx, app, { contactId: other.id, address: other.address, now })
  return { state, reason: 'gone' }
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
  { holderId, transactionId, kind, evidence = '' }: Report,
  now: Date,
): Promise<Found | Verdict> {
  const bought = await findBought(tx, holderId, transactionId)
  if (bought === undefined) throw new Refusal('not_found')
  if (now.getTime() > bought.at.getTime() + WARRANTY_DAYS * DAY_MS)
    return { state: 'refused', reason: 'late' }
  const shown = await shownContacts(tx, holderId, bought)
  const [best] = shown
  if (best === undefined) throw new Refusal('no_contact')
  if (await hasReturned(tx, holderId, bought.revealId)) throw new Refusal('already_reported')
  const { contact, bounce } =
    kind === 'bounced' ? await readFor(shown, bought, evidence) : { contact: best, bounce: null }
  const meaning = bounce?.meaning
  // The same email may come back for good tomorrow.
  if (meaning === 'temporary' || meaning === 'policy') return { state: 'refused', reason: meaning }
  // What was said without an answer of the mail server does not stand in the way of one.
  if (contact.isReported && !(kind === 'bounced' && contact.mayProve)) throw new Refusal('already_reported')
  return { bought, contact, bounce }
}

/** Reads evidence as an answer about one of the contacts that the holder was shown. */
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

/** Whether the use of a reveal may come back without anybody looking. */
async function mayReturn(tx: Tx, of: { holderId: number; revealId: number; now: Date }): Promise<boolean> {
  const { reveals, returns, gifts, isGift } = await countRecent(tx, of)
  const most = Math.max(RETURNS.least, Math.floor(reveals * RETURNS.share))
  return returns < most && !(isGift && gifts >= RETURNS.gifts)
}

/**
 * Locks the channels of a reported contact. Merges change reports and reveals under that lock, so a decision about a report must
 * come before or after.
 * @throws the database's error 55P03 while an import is being written (`isLockTimeout`)
 */
export async function lockReported(tx: Tx, contactId: number): Promise<void> {
  await waitAtMost(tx, LOCK_TIMEOUT_MS)
  const address = await emailOfContact(tx, contactId)
  if (address !== undefined) await lockChannelsOf(tx, address)
}
