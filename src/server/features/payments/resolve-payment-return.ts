import { ProviderRefused, ProviderUnavailable } from '#server/adapters/payments/payments.ts'
import type { App } from '#server/app.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { describeError } from '#server/describe-error.ts'
import { Refusal } from '#server/refusal.ts'
import { type Payment, readPayment } from './settlement.sql.ts'
import { type SettlingApp, settlePayment } from './settle-payment.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The page for somebody who comes back from the provider's: success for what is paid. Everything else is not, and shows
 * itself as what it is there: canceled, left unpaid, not known yet, and alike what never was, so that nothing is learned.
 * The provider is asked, as often as for notifications; when that fails, what is known decides.
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
    // The page asks again by itself.
    return 'paymenterror'
  }
}

async function ask(app: SettlingApp & Pick<App, 'limits'>, id: string): Promise<void> {
  try {
    // The turn of notifications: one comes at the same moment as a rule, and what it learns is not asked for twice.
    await app.inTurn(`notified ${id}`, async () => {
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
