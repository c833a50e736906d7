import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import type { Operator } from '#server/actor/actor.ts'
import { Refusal } from '#server/refusal.ts'
import { refundPayment } from './refund-payment.ts'
import { settlePayment, type SettlingApp } from './settle-payment.ts'
import { UUID } from './settlement.sql.ts'

/** Settles a payment by what the provider says. @throws Refusal no_such_payment, no_provider_answer: nothing was decided */
export async function settleByHand(
  app: SettlingApp,
  by: Operator,
  { id }: CommandInput<'payments settle'>,
): Promise<CommandOutput<'payments settle'>> {
  const state = UUID.test(id) ? await settlePayment(app, id, null, by).catch(unanswered(false)) : null
  if (state === null) throw new Refusal('no_such_payment')
  return { state }
}

/** Refunds what is unspent of a payment. @throws Refusal of 'payments refund' */
export async function refundByHand(
  app: SettlingApp,
  by: Operator,
  { id, cause, isDryRun }: CommandInput<'payments refund'>,
): Promise<CommandOutput<'payments refund'>> {
  if (!UUID.test(id)) throw new Refusal('no_such_payment')
  // The provider is asked only after the uses are withdrawn and the refund is stored.
  const refund = await refundPayment(app, by, id, { cause, isDryRun }).catch(unanswered(true))
  if (refund.state === 'canceled' && !isDryRun) throw new Refusal('refund_canceled', { extras: refund })
  return refund
}

function unanswered(isRefund: boolean): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ProviderRefused) && !(error instanceof ProviderUnavailable)) throw error
    throw new Refusal('no_provider_answer', { extras: { answer: error.message, isRefund }, cause: error })
  }
}
