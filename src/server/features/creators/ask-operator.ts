import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { REQUEST_WORKING_DAYS, type RequestKind } from '#shared/rules/creators.ts'
import type { Core } from '#server/core.ts'
import { noteChange, type Operator } from '#server/audit/note-change.ts'
import { moscowDate } from '#server/clock.ts'
import { sha256 } from '#server/config/secret.ts'
import { transact } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { addressName } from '#server/security-log.ts'
import { answerEmail } from './creators.mails.ts'
import { findCreatorLink, lockCreatorLink } from './creators.sql.ts'
import { queueReceipt } from './queue-receipt.ts'
import { findRequest, insertRequest, insertRequestByHand, noteAnswer } from './requests.sql.ts'

/**
 * Keeps what the owner of an address asks by a mailed link, and confirms it by an email. The same again, while it is open, is
 * kept once. Nothing is answered by itself; `requests list` shows it.
 * @throws Refusal wrong_token, too_many_requests
 */
export async function askOperator(
  app: Core,
  { token, kind, text, language }: BodyOf<'POST /creator/request'> & { readonly language: Language },
): Promise<DataOf<'POST /creator/request'>> {
  const now = app.clock.now()
  const link = await findCreatorLink(app.db, sha256(token), now)
  // One that asks about a preferred address does not speak for it yet.
  if (link === undefined || link.insteadOf !== null) throw new Refusal('wrong_token')
  const { address } = link
  return transact(app.db, async (tx) => {
    if ((await lockCreatorLink(tx, sha256(token), now)) === undefined) throw new Refusal('wrong_token')
    const asked = { address, kind, text, language, received_at: now, due_on: dueAfter(now) }
    const { dueOn, isNew } = await insertRequest(tx, asked)
    if (isNew) {
      const full = await app.limits.takeAll(tx, [['verification_day', `request of ${address}`]])
      if (full !== null) throw new Refusal('too_many_requests')
      await queueReceipt(tx, app, { address, language, acts: [{ kind: 'asked', about: kind, text, dueOn }] })
    }
    return { dueOn }
  })
}

/** The last day for an answer, `YYYY-MM-DD` in Moscow: a number of working days after an instant, whatever holidays there are. */
export function dueAfter(received: Date): string {
  const day = new Date(`${moscowDate(received)}T00:00:00Z`)
  for (let left = REQUEST_WORKING_DAYS; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() % 6 !== 0) left -= 1
  }
  return day.toISOString().slice(0, 10)
}

interface GivenRequest {
  /** Normalised. */
  readonly address: string
  readonly kind: RequestKind
  readonly text: string
  readonly language: Language
  readonly receivedAt: Date
}

/**
 * Keeps a request that came by post or mail, on the operator's behalf. One of the same address, kind and date is kept once, also
 * of two commands at the same moment.
 * @returns its number, that of the one which is kept already, or null when it would have come after today
 */
export async function addRequest(
  app: Core,
  by: Operator,
  { address, kind, text, language, receivedAt }: GivenRequest,
): Promise<{ readonly id: number; readonly isNew: boolean } | null> {
  if (moscowDate(receivedAt) > moscowDate(app.clock.now())) return null
  return transact(app.db, async (tx) => {
    const dueOn = dueAfter(receivedAt)
    const added = await insertRequestByHand(tx, {
      address,
      kind,
      text,
      language,
      received_at: receivedAt,
      due_on: dueOn,
    })
    if (added.isNew) {
      const after = { kind, due: dueOn, address: addressName(app.secret, address) }
      await noteChange(tx, app, by, { verb: 'requests add', kind: 'request', id: added.id, after })
    }
    return added
  })
}

interface Answer {
  readonly requestId: number
  /** Null: it was answered by another way, and no email is sent. */
  readonly text: string | null
}

/** Answers a request by an email to the address that asked, on the operator's behalf. Of two answers at once one is sent. */
export async function answerRequest(
  app: Core,
  by: Operator,
  { requestId, text }: Answer,
): Promise<'answered' | 'answered before' | 'no such request'> {
  return transact(app.db, async (tx) => {
    const now = app.clock.now()
    const isFirst = await noteAnswer(tx, requestId, now)
    const request = await findRequest(tx, requestId)
    if (request === undefined) return 'no such request'
    if (!isFirst) return 'answered before'
    const { address, dueOn } = request
    if (text !== null) await queueEmail(tx, app, address, answerEmail(request, text, app.config.supportEmail))
    await noteChange(tx, app, by, {
      verb: 'requests answer',
      kind: 'request',
      id: requestId,
      after: { due: dueOn, late: moscowDate(now) > dueOn, byEmail: text !== null },
    })
    return 'answered'
  })
}
