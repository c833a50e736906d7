import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import type { App } from '#server/app.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { describeError } from '#server/describe-error.ts'
import { Refusal } from '#server/refusal.ts'
import { type Payment, readPayment } from './settlement.sql.ts'
import { type SettlingApp, settlePayment } from './settle-payment.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The page for a person who returns from the provider: success when the payment is paid. The other page shows everything
 * else for what it is: canceled, unpaid, still unknown, and unknown ids alike, so that nothing can be learned from it. The
 * provider is asked within the limit of notifications; when that fails, the stored state decides.
 */
export async function resolvePaymentReturn(
  app: SettlingApp & Pick<App, 'limits'>,
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

async function ask(app: SettlingApp & Pick<App, 'limits'>, id: string): Promise<void> {
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

function isOpen({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'created' || state === 'pending'
}
