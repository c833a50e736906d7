import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { LocalProvider } from './local-provider.ts'
import { type Sentinel, sentinelOf } from './sentinels.ts'
import {
  errorObject,
  type LocalPayment,
  paymentObject,
  paymentOrder,
  refundObject,
  refundOrder,
} from './wire.ts'

interface ApiOptions {
  readonly provider: LocalProvider
  readonly shopId: string
  readonly secretKey: string
  /** Pays a payment and sends the notification before the call that created it is answered. */
  /** The start of the payment page's URL; null: the host that the shop called. */
  readonly pagesUrl: string | null
  readonly succeedFirst: (payment: LocalPayment) => Promise<void>
}

const BUSY_MS = 100
const KEY = /^[0-9a-zA-Z+\-_.]{1,64}$/

/** What an idempotence key stands for: the data of its first call, and what was created. */
interface Made {
  readonly data: string
  readonly id: string
}

/** The provider's API v3 (OpenAPI of 2026-02): creates, finds and lists payments and refunds. */
export function registerApi(fastify: FastifyInstance, options: ApiOptions): void {
  const { provider, shopId, pagesUrl, succeedFirst } = options
  const made = new Map<string, Made>()
  const failedOnce = new Set<string>()
  const expected = `Basic ${Buffer.from(`${shopId}:${options.secretKey}`).toString('base64')}`

  const problem = (reply: FastifyReply, status: number, code: string, more = {}) =>
    reply.status(status).send(errorObject(randomUUID(), code, more))

  /** A payment as the shop sees it; its page has the host that the shop called, unless another is set. */
  function show(payment: LocalPayment, { host }: FastifyRequest): object {
    const shown = paymentObject(
      payment,
      shopId,
      `${pagesUrl ?? `http://${host}`}/local/yookassa/pay/${payment.id}`,
    )
    return sentinelOf(payment.email) === 'broken' ? { ...shown, status: 'otherwise' } : shown
  }

  /** Whether this is the first call with a key; only then sentinels fail. */
  function isFirst(key: string): boolean {
    const isNew = !failedOnce.has(key)
    failedOnce.add(key)
    return isNew
  }

  /** Creates something once per key, and returns it again for the same data. */
  function readOrder<Order>(
    request: FastifyRequest,
    reply: FastifyReply,
    schema: z.ZodType<Order>,
  ): { readonly order: Order; readonly key: string; readonly data: string } | null {
    const key = request.headers['idempotence-key']
    if (typeof key !== 'string' || !KEY.test(key)) {
      problem(reply, 400, 'invalid_request', { parameter: 'Idempotence-Key' })
      return null
    }
    const read = schema.safeParse(request.body)
    if (!read.success) {
      const parameter = read.error.issues[0]?.path.join('.') ?? ''
      problem(reply, 400, 'invalid_request', { parameter })
      return null
    }
    const data = createHash('sha256').update(JSON.stringify(request.body)).digest('hex')
    const before = made.get(key)
    if (before !== undefined && before.data !== data) {
      problem(reply, 400, 'invalid_request', {
        parameter: 'Idempotence-Key',
        description: 'The key stands for other data',
      })
      return null
    }
    return { order: read.data, key, data }
  }

  fastify.addHook('onRequest', async (request, reply) => {
    const isApi = request.url.startsWith('/local/yookassa/v3')
    if (isApi && request.headers.authorization !== expected) {
      return problem(reply, 401, 'invalid_credentials', { parameter: 'Authorization' })
    }
    return undefined
  })

  fastify.post('/v3/payments', async (request, reply) => {
    const read = readOrder(request, reply, paymentOrder)
    if (read === null) return reply
    const { order, key, data } = read
    const sentinel: Sentinel | null = sentinelOf(order.receipt?.customer.email ?? null)
    if (sentinel === 'refused') return problem(reply, 400, 'invalid_request', { parameter: 'receipt' })
    if (sentinel === 'down') return problem(reply, 500, 'internal_server_error')
    const first = isFirst(key)
    if (sentinel === 'busy' && first) {
      return problem(reply, 429, 'too_many_requests', { retry_after: BUSY_MS })
    }
    const before = made.get(key)
    const payment = (before && provider.find(before.id)) ?? provider.create(order)
    made.set(key, { data, id: payment.id })
    if (first && sentinel === 'early') await succeedFirst(payment)
    if (first && sentinel === 'fails') return problem(reply, 500, 'internal_server_error')
    // No answer: the client times out and closes the connection.
    if (first && sentinel === 'hangs') return reply.hijack()
    return reply.send(show(payment, request))
  })

  fastify.get('/v3/payments/:id', async (request, reply) => {
    const payment = provider.find((request.params as { readonly id: string }).id)
    if (payment === undefined) return problem(reply, 404, 'not_found')
    const isGarbled = sentinelOf(payment.email) === 'garbled'
    return reply.send(isGarbled ? { ...show(payment, request), status: 'otherwise' } : show(payment, request))
  })

  fastify.get('/v3/payments', async (request, reply) => {
    const all = [...provider.payments.values()].toReversed()
    return reply.send(page(request, all, (payment) => show(payment, request)))
  })

  fastify.post('/v3/refunds', async (request, reply) => {
    const read = readOrder(request, reply, refundOrder)
    if (read === null) return reply
    const before = made.get(read.key)
    const known = before === undefined ? undefined : provider.refunds.get(before.id)
    const isTorn = sentinelOf(provider.find(read.order.payment_id)?.email ?? null) === 'torn'
    if (isTorn && known !== undefined) return problem(reply, 400, 'invalid_request')
    const refund = known ?? provider.refund(read.order)
    if (refund === null) return problem(reply, 400, 'invalid_request', { parameter: 'payment_id' })
    made.set(read.key, { data: read.data, id: refund.id })
    if (isTorn) {
      request.raw.socket.destroy()
      return reply.hijack()
    }
    return reply.send(refundObject(refund))
  })

  fastify.get('/v3/refunds/:id', async (request, reply) => {
    const refund = provider.findRefund((request.params as { readonly id: string }).id)
    if (refund === undefined) return problem(reply, 404, 'not_found')
    return reply.send(refundObject(refund))
  })

  fastify.get('/v3/refunds', async (request, reply) => {
    const { payment_id, 'created_at.gte': since } = request.query as Readonly<
      Record<string, string | undefined>
    >
    const all = [...provider.refunds.values()]
      .filter((refund) => payment_id === undefined || refund.paymentId === payment_id)
      .filter((refund) => since === undefined || refund.createdAt >= new Date(since))
      .toReversed()
    return reply.send(page(request, all, refundObject))
  })
}

/** One page of a list: `limit` 1 to 100, by default 10; the cursor is the id of the next page's first item. */
function page<Item extends { readonly id: string; readonly status: string }>(
  request: FastifyRequest,
  all: readonly Item[],
  show: (item: Item) => object,
): object {
  const { limit, cursor, status } = request.query as Readonly<Record<string, string | undefined>>
  const matching = all.filter((item) => status === undefined || item.status === status)
  const start =
    cursor === undefined
      ? 0
      : Math.max(
          matching.findIndex(({ id }) => id === cursor),
          0,
        )
  const end = start + Math.min(Math.max(Number(limit ?? 10) || 10, 1), 100)
  const next = matching[end]
  const items = matching.slice(start, end).map(show)
  return { type: 'list', items, ...(next !== undefined && { next_cursor: next.id }) }
}
