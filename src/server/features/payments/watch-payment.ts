import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { describeError } from '#server/describe-error.ts'
import { Refusal } from '#server/refusal.ts'
import { findPayment, type PaymentRecord } from './payments.sql.ts'
import { type SettlingApp, settlePayment } from './settle-payment.ts'
import { claimCheck, isOpen, readPayment, UUID } from './settlement.sql.ts'

/** The provider is asked at most this often, however often the page asks. */
const PAUSE_MS = 2_000

/**
 * A person's payment in the provider's current state, for the page that they return to; in the stored state when the
 * provider does not answer.
 * @throws Refusal not_found
 */
export async function watchPayment(
  app: SettlingApp,
  { holderId, id }: { readonly holderId: number; readonly id: string },
): Promise<PaymentRecord> {
  const known = await findPayment(app.db, { holderId, id })
  if (known === null) throw new Refusal('not_found')
  if (!isOpen(known)) return known
  const now = app.clock.now()
  if (!(await claimCheck(app.db, 'payment', { id, now, before: new Date(now.getTime() - PAUSE_MS) })))
    return known
  try {
    await settlePayment(app, id)
  } catch (error) {
    if (!(error instanceof ProviderRefused) && !(error instanceof ProviderUnavailable)) throw error
    app.log.warn({ payment: id, reason: error.message }, 'the provider could not be asked about a payment')
    return known
  }
  return (await findPayment(app.db, { holderId, id })) ?? known
}

/**
 * The page for a person who returns from the provider: success when the payment is paid. The other page shows everything
 * else for what it is: canceled, unpaid, still unknown, and unknown ids alike, so that nothing can be learned from it. The
 * provider is asked within the limit of notifications; when that fails, the stored state decides.
 */
export async function resolvePaymentReturn(
  app: SettlingApp,
  id: string,
): Promise<'paymentsuccess' | 'paymenterror'> {
  if (!UUID.test(id)) return 'paymenterror'
  try {
    const known = await readPayment(app.db, id)
    if (known !== undefined && isOpen(known)) await ask(app, id)
    const { state = 'created' } = (await readPayment(app.db, id)) ?? {}
    return state === 'succeeded' || state === 'refunded' ? 'paymentsuccess' : 'paymenterror'
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    // The page asks again on its own.
    return 'paymenterror'
  }
}

async function ask(app: SettlingApp, id: string): Promise<void> {
  try {
    // Queued with notifications, because one usually arrives at the same moment: the provider is asked once.
    await app.runExclusive(`notified ${id}`, async () => {
      const now = await readPayment(app.db, id)
      if (now === undefined || !isOpen(now)) return
      await app.limits.consume('notified', id)
      await settlePayment(app, id)
    })
  } catch (error) {
    const isPassing = error instanceof ProviderUnavailable || error instanceof ProviderRefused
    if (!isPassing && !(error instanceof Refusal)) throw error
    app.log.warn({ payment: id, error: describeError(error) }, 'the provider could not be asked on a return')
  }
}
