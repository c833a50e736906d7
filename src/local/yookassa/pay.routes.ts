import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import type { LocalProvider } from './local-provider.ts'
import { PAY_STYLE, payPage } from './pay-page.ts'
import type { LocalPayment } from './wire.ts'

/** What its forms send. */
const pressed = z.object({
  action: z.string(),
  number: z.string().default(''),
  amount: z.string().default(''),
})

const styleHash = createHash('sha256').update(PAY_STYLE).digest('base64')

/** The payment page: pay with a test card, leave, let the payment expire, or refund as in the shop's cabinet. */
export function registerPaymentPage(fastify: FastifyInstance, provider: LocalProvider): void {
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const find = (request: FastifyRequest) => provider.find((request.params as { readonly id: string }).id)

  fastify.get('/pay/:id', async (request, reply) => {
    const payment = find(request)
    return show(request, reply.status(payment === undefined ? 404 : 200), payment)
  })

  fastify.post('/pay/:id', async (request, reply) => {
    const payment = find(request)
    if (payment === undefined) return show(request, reply.status(404), payment)
    const given = pressed.safeParse(request.body)
    if (!given.success) return show(request, reply.status(400), payment)
    const { action, number, amount } = given.data
    if (payment.status === 'pending' && action === 'pay') {
      if (!provider.pay(payment, number.replace(/\s/g, ''))) return show(request, reply, payment, true)
    }
    if (payment.status === 'pending' && action === 'expire') {
      provider.cancel(payment, 'expired_on_confirmation')
    }
    if (action === 'refund') {
      // As in the shop's cabinet: such a refund names no order of the shop.
      const value = /^\d{1,7}(\.\d{1,2})?$/.test(amount) ? Number(amount).toFixed(2) : ''
      const order = { payment_id: payment.id, amount: { value, currency: 'RUB' as const }, metadata: {} }
      const isMade = Number(value) > 0 && provider.refund(order) !== null
      return isMade ? reply.redirect(request.url, 303) : show(request, reply, payment, true)
    }
    return reply.redirect(payment.returnUrl, 303)
  })
}

async function show(
  request: FastifyRequest,
  reply: FastifyReply,
  payment: LocalPayment | undefined,
  error = false,
): Promise<FastifyReply> {
  // Only a whole product registers a cookie parser.
  const cookies = (request as { readonly cookies?: Readonly<Record<string, string | undefined>> }).cookies
  const language = negotiateLanguage(cookies?.[LANGUAGE_COOKIE], request.headers['accept-language'])
  const formTargets = payment === undefined ? "'self'" : `'self' ${new URL(payment.returnUrl).origin}`
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action ${formTargets}`,
    )
    .type('text/html; charset=utf-8')
    .send(payPage({ language, payment, error }))
}
