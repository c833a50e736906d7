import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { REQUEST_WORKING_DAYS } from '#shared/rules/creators.ts'
import type { Creator, Operator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { noteChange } from '#server/audit/note-change.ts'
import { moscowDate } from '#server/clock.ts'
import { transact } from '#server/db/connect.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { addressName } from '#server/security-log.ts'
import { answerEmail } from './creators.mails.ts'
import { findCreatorLink, lockCreatorLink } from './creators.sql.ts'
import { queueReceipt } from './queue-receipt.ts'
import {
  type CreatorRequest,
  findRequest,
  insertRequest,
  insertRequestByHand,
  noteAnswer,
  openRequests,
} from './requests.sql.ts'

interface Question extends Omit<BodyOf<'POST /creator/request'>, 'token'> {
  readonly language: Language
}

/**
 * Keeps what the owner of an address asks by a mailed link, and confirms it by an email. The same again, while it is open, is
 * kept once. Nothing is answered by itself; `requests list` shows it.
 * @throws Refusal wrong_token, too_many_requests
 */
export async function askOperator(
  app: Core,
  { tokenHash }: Creator,
  { kind, text, language }: Question,
): Promise<DataOf<'POST /creator/request'>> {
  const now = app.clock.now()
  const link = await findCreatorLink(app.db, tokenHash, now)
  // One that asks about a preferred address does not speak for it yet.
  if (link === undefined || link.insteadOf !== null) throw new Refusal('wrong_token')
  const { address } = link
  return transact(app.db, async (tx) => {
    if ((await lockCreatorLink(tx, tokenHash, now)) === undefined) throw new Refusal('wrong_token')
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

/**
 * Keeps a request that came by post or mail, on the operator's behalf. One of the same address, kind and date is kept once, also
 * of two commands at the same moment.
 * @throws Refusal request_to_come: that day is after today; request_kept
 */
export async function addRequest(
  core: Core,
  by: Operator,
  { address, kind, text, language, received }: CommandInput<'requests add'>,
): Promise<CommandOutput<'requests add'>> {
  if (received > moscowDate(core.clock.now())) throw new Refusal('request_to_come', { extras: { received } })
  const receivedAt = new Date(`${received}T00:00:00+03:00`)
  const due = dueAfter(receivedAt)
  return transact(core.db, async (tx) => {
    const row = { address, kind, text, language, received_at: receivedAt, due_on: due }
    const { id, isNew } = await insertRequestByHand(tx, row)
    if (!isNew) throw new Refusal('request_kept', { extras: { id } })
    const after = { kind, due, address: addressName(core.secret, address) }
    await noteChange(tx, core, by, { verb: 'requests add', kind: 'request', id, after })
    return { id }
  })
}

/**
 * Answers a request by an email to the address that asked, on the operator's behalf. Of two answers at once one is sent.
 * @throws Refusal no_such_request, answer_or_elsewhere
 */
export async function answerRequest(
  core: Core,
  by: Operator,
  { request: id, text, elsewhere }: CommandInput<'requests answer'>,
): Promise<CommandOutput<'requests answer'>> {
  if ((text === undefined) !== elsewhere) throw new Refusal('answer_or_elsewhere')
  return transact(core.db, async (tx) => {
    const now = core.clock.now()
    const isChanged = await noteAnswer(tx, id, now)
    const request = await findRequest(tx, id)
    if (request === undefined) throw new Refusal('no_such_request')
    if (!isChanged) return { isChanged }
    const { address, dueOn: due } = request
    if (text !== undefined)
      await queueEmail(tx, core, address, answerEmail(request, text, core.config.supportEmail))
    const after = { due, late: moscowDate(now) > due, byEmail: !elsewhere }
    await noteChange(tx, core, by, { verb: 'requests answer', kind: 'request', id, after })
    return { isChanged }
  })
}

/** Requests without an answer, those due first. */
export async function listRequests(
  { db, clock }: Core,
  _by: Operator,
  { limit }: CommandInput<'requests list'>,
): Promise<CommandOutput<'requests list'>> {
  const today = moscowDate(clock.now())
  return (await openRequests(db, limit)).map((request) => stateOf(request, today))
}

/** One request, with its words and the address that asked. @throws Refusal no_such_request */
export async function showRequest(
  { db, clock }: Core,
  _by: Operator,
  { request: id }: CommandInput<'requests show'>,
): Promise<CommandOutput<'requests show'>> {
  const request = await findRequest(db, id)
  if (request === undefined) throw new Refusal('no_such_request')
  const { address, text, language } = request
  return { ...stateOf(request, moscowDate(clock.now())), address, text, language }
}

function stateOf({ id, kind, receivedAt, dueOn, answeredAt }: CreatorRequest, today: string) {
  const state = answeredAt !== null ? 'answered' : today > dueOn ? 'late' : 'open'
  return { id, kind, receivedOn: moscowDate(receivedAt), dueOn, state } as const
}
