import { sql } from 'kysely'
import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import {
  LOCK_TIMEOUT_MS,
  refuseDuringImport,
  waitAtMost,
} from '#server/features/catalogue/import-lock.sql.ts'
import { type OwnedContact, readOwned } from '#server/features/catalogue/known-contacts.sql.ts'
import { queueCreatorNotice } from '#server/features/creators/notify-creator.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { markContact } from './note-bounce.ts'
import { type Bounce, readBounce } from './read-bounce.ts'
import { returnUse } from './return-uses.ts'
import {
  type Bought,
  countRecent,
  findBought,
  hasReturned,
  insertReport,
  lockRevealed,
  type Recent,
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
 * takes its place, or else the use comes back, once for a reveal, whatever is reported at the same time. What was pasted is read
 * first; then one transaction locks, decides and writes. Lock order: holder, channel, contacts with their addresses, lots.
 * @throws Refusal not_found (no such purchase), no_contact (nothing is shown of it), already_reported, wrong_evidence,
 *   unavailable (an import is giving the address to another channel)
 */
export async function reportContact(
  app: ReportingApp,
  report: Report,
): Promise<DataOf<'POST /purchases/{transactionId}/report'>> {
  const { holderId, actorId } = report
  const answer = report.kind === 'bounced' ? await readAnswer(app.db, report) : null
  const work = async (tx: Tx) => {
    await waitAtMost(tx, LOCK_TIMEOUT_MS)
    const now = app.clock.now()
    const facts = await lockFacts(tx, report, now)
    const decision = decide(facts, { kind: report.kind, answer, now })
    const { state, reason } = decision
    if (state !== 'refused') await carryOut(tx, app, { report, facts, answer, decision, now })
    const uses = await tx.selectNoFrom(usesLeft(holderId, now).as('uses')).executeTakeFirstOrThrow()
    await app.faults('report.decided')
    return { state, reason, ...uses }
  }
  const verdict = await refuseDuringImport(() =>
    holderTransaction(app, { holderId, actorId, scope: 'purchases:write' }, work),
  )
  await app.faults('report.committed')
  return verdict
}

/** What a mail server answered about a contact that the holder was shown. */
interface Answer {
  readonly address: string
  readonly bounce: Bounce
}

/** Reads what was pasted as an answer about one of the contacts that the holder was shown; null when it is none. */
async function readAnswer(
  db: Db,
  { holderId, transactionId, evidence = '' }: Report,
): Promise<Answer | null> {
  const bought = await findBought(db, holderId, transactionId)
  if (bought === undefined) return null
  for (const { address } of shownOf(await readOwned(db, { holderId, ...bought, isLocked: false }))) {
    const bounce = await readBounce(evidence, address)
    if (typeof bounce === 'string') continue
    // An email from before the purchase was not written to what was bought.
    if (bounce.at === null || bounce.at.getTime() >= bought.at.getTime() - CLOCKS_MS)
      return { address, bounce }
  }
  return null
}

/** The contacts that a buyer has been shown: the best of today, what was bought, and what was given in its place. */
function shownOf(contacts: readonly OwnedContact[]): readonly OwnedContact[] {
  return contacts.filter(({ isOwn }, place) => place === 0 || isOwn)
}

/** What a report is decided by. */
interface Facts {
  readonly bought: Bought
  readonly contacts: readonly OwnedContact[]
  readonly isReturned: boolean
  readonly recent: Recent
}

async function lockFacts(tx: Tx, { holderId, actorId, transactionId }: Report, now: Date): Promise<Facts> {
  await lockRevealed(
    tx,
    holderId,
    sql<number>`(select reveal_id from purchase where holder_id = ${holderId} and transaction_id = ${transactionId})`,
  )
  const bought = await findBought(tx, holderId, transactionId)
  if (bought === undefined) throw new Refusal('not_found')
  const { revealId } = bought
  return {
    bought,
    contacts: await readOwned(tx, { holderId, ...bought, isLocked: true }),
    isReturned: await hasReturned(tx, holderId, revealId),
    recent: await countRecent(tx, { holderId, actorId, revealId, now }),
  }
}

interface Decision extends Verdict {
  readonly contact: OwnedContact | undefined
  /** What takes its place: the best other one on sale, not known to fail, and not reported by this buyer. */
  readonly other?: OwnedContact | undefined
}

/** What becomes of a report. @throws Refusal no_contact, already_reported, wrong_evidence */
function decide(
  { bought, contacts, isReturned, recent }: Facts,
  { kind, answer, now }: { readonly kind: Given['kind']; readonly answer: Answer | null; readonly now: Date },
): Decision {
  const isProof = kind === 'bounced'
  const shown = shownOf(contacts)
  const contact = isProof ? shown.find(({ address }) => address === answer?.address) : shown[0]
  if (now.getTime() > bought.at.getTime() + WARRANTY_DAYS * DAY_MS)
    return { state: 'refused', reason: 'late', contact }
  if (shown.length === 0) throw new Refusal('no_contact')
  if (isReturned) throw new Refusal('already_reported')
  if (contact === undefined) throw new Refusal('wrong_evidence')
  const meaning = answer?.bounce.meaning
  // The same email may come back for good tomorrow.
  if (meaning === 'temporary' || meaning === 'policy') return { state: 'refused', reason: meaning, contact }
  // What was said without an answer of the mail server does not stand in the way of one.
  if (contact.isReported && !(isProof && contact.mayProve)) throw new Refusal('already_reported')
  if (meaning !== 'gone') return { state: 'review', reason: 'unclear', contact }
  if (!mayReturn(recent)) return { state: 'review', reason: 'many', contact }
  const other = contacts.find(({ id, isGood, isReported }) => isGood && !isReported && id !== contact.id)
  return { state: other === undefined ? 'credited' : 'replaced', reason: 'gone', contact, other }
}

/** Whether the use of a reveal may come back without anybody looking. */
function mayReturn({ reveals, returns, gifts, isGift }: Recent): boolean {
  const most = Math.max(RETURNS.least, Math.floor(reveals * RETURNS.share))
  return returns < most && !(isGift && gifts >= RETURNS.gifts)
}

interface Decided {
  readonly report: Report
  readonly facts: Facts
  readonly answer: Answer | null
  readonly decision: Decision
  readonly now: Date
}

async function carryOut(
  tx: Tx,
  app: ReportingApp,
  { report: { holderId, actorId, kind }, facts, answer, decision, now }: Decided,
): Promise<void> {
  const { state, reason, contact, other } = decision
  const { revealId } = facts.bought
  const of = { holderId, revealId, contactId: contact!.id }
  // The same row, so that a buyer who has its number finds the answer there.
  const id = contact!.mayProve ? await takeUnprovenReport(tx, of) : undefined
  const inserted = await insertReport(tx, {
    ...(id !== undefined && { id }),
    holder_id: holderId,
    actor_id: actorId,
    reveal_id: revealId,
    contact_id: contact!.id,
    replacement_id: other?.id ?? null,
    kind,
    evidence: answer === null ? null : answer.bounce.said.slice(0, KEPT_EVIDENCE),
    code: answer?.bounce.code ?? null,
    state,
    reason,
    reported_at: now,
    decided_at: state === 'review' ? null : now,
  })
  if (inserted === undefined) throw new Refusal('already_reported')
  if (state === 'review') return
  await markContact(tx, app, { contactId: contact!.id, address: contact!.address, at: now })
  if (other === undefined) await returnUse(tx, { holderId, revealId, cause: 'report', now })
  else await queueCreatorNotice(tx, app, { contactId: other.id, address: other.address, now })
}
