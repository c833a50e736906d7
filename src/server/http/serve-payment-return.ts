import type { FastifyInstance } from 'fastify'
import { PATHS, paymentReturn } from '#shared/paths.ts'
import type { App } from '../app.ts'
import { returnPayer } from '../features/payments/return-payer.ts'

/**
 * `GET /api/payments/:id/return`, where the provider's page leads: on to the page that the payment's state asks for. It needs
 * neither key nor session, as the way back may end in another browser, and says no more than the name of that page.
 */
export function servePaymentReturn(api: FastifyInstance, app: App): void {
  const path = paymentReturn(':id').replace(/^\/api/, '')
  api.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params as { readonly id: string }
    const page = await returnPayer(app, id)
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${PATHS[page]}?payment=${encodeURIComponent(id)}`, 303)
  })
}
