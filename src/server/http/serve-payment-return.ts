import type { FastifyInstance } from 'fastify'
import { PATHS, paymentReturn } from '#shared/paths.ts'
import type { App } from '../app.ts'
import type { Core } from '../core.ts'
import { resolvePaymentReturn } from '#server/features/payments/watch-payment.ts'
import { Refusal } from '../refusal.ts'
import { networkOf } from '#server/http/calls/request-facts.ts'

/**
 * `GET /api/payments/:id/return`, where the provider's page returns to: redirects to the page for the payment's state. It
 * needs neither key nor session, as the person may return in another browser, and reveals only the name of that page.
 */
export function servePaymentReturn(api: FastifyInstance, app: App): void {
  const path = paymentReturn(':id').replace(/^\/api/, '')
  api.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params as { readonly id: string }
    // A flood is redirected to the page that polls by itself, which costs the database nothing.
    const page = (await isFlood(app, networkOf(request.ip)))
      ? 'paymenterror'
      : await resolvePaymentReturn(app, id)
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${PATHS[page]}?payment=${encodeURIComponent(id)}`, 303)
  })
}

async function isFlood({ limits }: Core, network: string): Promise<boolean> {
  try {
    await limits.consume('all', network)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}
