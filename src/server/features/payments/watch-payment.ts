import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import { Refusal } from '#server/refusal.ts'
import { findPayment, type PaymentRecord } from './payments.sql.ts'
import { claimCheck } from './settlement.sql.ts'
import { type SettlingApp, settlePayment } from './settle-payment.ts'

/** The provider is asked at most this often, however often the page asks. */
const PAUSE_MS = 2_000

/**
 * A person's payment in the provider's current state, for the page that they return to; in the stored state when the
 * provider does not answer.
 * @throws Refusal not_found
 */
export async function watchPayment(
  app: SettlingApp,
  { personId, id }: { readonly personId: number; readonly id: string },
): Promise<PaymentRecord> {
  const known = await findPayment(app.db, { personId, id })
  if (known === null) throw new Refusal('not_found')
  if (known.state !== 'created' && known.state !== 'pending') return known
  const now = app.clock.now()
  if (!(await claimCheck(app.db, { id, now, before: new Date(now.getTime() - PAUSE_MS) }))) return known
  try {
    await settlePayment(app, id)
  } catch (error) {
    if (!(error instanceof ProviderRefused) && !(error instanceof ProviderUnavailable)) throw error
    app.log.warn({ payment: id, reason: error.message }, 'the provider could not be asked about a payment')
    return known
  }
  return (await findPayment(app.db, { personId, id })) ?? known
}
