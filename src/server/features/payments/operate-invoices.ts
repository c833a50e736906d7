import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange } from '#server/audit/note-change.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import type { Core } from '#server/core.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { asInvoice, findInvoice } from './invoices.sql.ts'
import { findPayment } from './payments.sql.ts'
import { credit } from './settle-payment.ts'
import { advancePayment, lockPayment } from './settlement.sql.ts'
import { attachDocument } from './write-document.ts'

async function requireInvoice({ db }: Core, number: string) {
  const invoice = await findInvoice(db, number)
  if (invoice === undefined) throw new Refusal('no_such_invoice')
  return invoice
}

/**
 * Credits an invoice whose transfer has arrived, also after its time: once, however often and at once it is confirmed.
 * @throws Refusal no_such_invoice, other_amount, invoice_canceled, account_gone: nothing was credited
 */
export async function confirmInvoice(
  app: Core & Pick<App, 'faults'>,
  by: Operator,
  { number, amount, isDryRun }: CommandInput<'invoices confirm'>,
): Promise<CommandOutput<'invoices confirm'>> {
  const known = await requireInvoice(app, number)
  const { id, holderId, uses } = known
  if (amount * 100 !== known.amount) throw new Refusal('other_amount', { extras: { amount: known.amount } })
  const settledAt = app.clock.now()
  const payment = isUnpaid(known) && !isDryRun ? await findPayment(app.db, { holderId, id }) : null
  // Before anything is locked: a file takes a while.
  const document =
    payment &&
    (await attachDocument(
      app,
      { holderId, language: known.language },
      { ...payment, state: 'succeeded', cancelReason: null, settledAt: settledAt.toISOString() },
    ))
  const isChanged = await withHolderLocked(app, holderId, async (tx, isOpen) => {
    const locked = await lockPayment(tx, id)
    if (locked?.state === 'succeeded' || locked?.state === 'refunded') return false
    if (locked === undefined || !isUnpaid(locked)) throw new Refusal('invoice_canceled')
    if (!isOpen) throw new Refusal('account_gone')
    if (isDryRun) return true
    await advancePayment(tx, { id, from: [locked.state], to: 'succeeded', cancelReason: null, settledAt })
    await credit(app, tx, locked, document)
    const [before, after] = [{ state: locked.state }, { state: 'succeeded', kopecks: known.amount }]
    await noteChange(tx, app, by, { verb: 'invoices confirm', kind: 'payment', id, before, after })
    await app.faults('payment.credited')
    return true
  })
  if (isChanged && !isDryRun)
    app.security.record('payment_succeeded', { personId: known.actorId ?? holderId })
  const invoice = asInvoice(await requireInvoice(app, number))
  return { invoice, uses, isChanged, isLate: isChanged && settledAt >= invoice.validUntil }
}

/** Whether nobody paid or canceled it, though its time may be over. */
function isUnpaid({
  state,
  cancelReason,
}: {
  readonly state: string
  readonly cancelReason: string | null
}): boolean {
  return state === 'pending' || (state === 'canceled' && cancelReason === 'expired')
}

/** Cancels an invoice that will not be paid. @throws Refusal no_such_invoice, invoice_paid */
export async function cancelNamedInvoice(
  core: Core,
  by: Operator,
  { number }: CommandInput<'invoices cancel'>,
): Promise<CommandOutput<'invoices cancel'>> {
  const { id } = await requireInvoice(core, number)
  const step = { id, from: ['pending'], to: 'canceled', cancelReason: 'withdrawn' } as const
  const isChanged = await transact(core.db, async (tx) => {
    if (!(await advancePayment(tx, { ...step, settledAt: core.clock.now() }))) return false
    const [before, after] = [{ state: 'pending' }, { state: 'canceled' }]
    await noteChange(tx, core, by, { verb: 'invoices cancel', kind: 'payment', id, before, after })
    return true
  })
  const invoice = asInvoice(await requireInvoice(core, number))
  if (invoice.state !== 'canceled') throw new Refusal('invoice_paid')
  return { invoice, isChanged }
}
