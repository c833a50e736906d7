import type { FastifyInstance } from 'fastify'
import { PATHS, paymentReturn } from '#shared/paths.ts'
import type { App } from '../app.ts'
import { resolvePaymentReturn } from '../features/payments/resolve-payment-return.ts'
import { Refusal } from '../refusal.ts'
import { networkOf } from './calls/network.ts'

/**
 * `GET /api/payments/:id/return`, where the provider's page leads: on to the page that the payment's state asks for. It needs
 * neither key nor session, as the way back may end in another browser, and says no more than the name of that page.
 */
export function servePaymentReturn(api: FastifyInstance, app: App): void {
  const path = paymentReturn(':id').replace(/^\/api/, '')
  api.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params as { readonly id: string }
    // A flood is led to the page that asks again by itself, at no cost of the database.
    const page = (await isFlood(app, networkOf(request.ip)))
      ? 'paymenterror'
      : await resolvePaymentReturn(app, id)
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${PATHS[page]}?payment=${encodeURIComponent(id)}`, 303)
  })
}

async function isFlood({ limits }: Pick<App, 'limits'>, network: string): Promise<boolean> {
  try {
    await limits.consume('all', network)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}
