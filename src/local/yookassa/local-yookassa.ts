import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { deliverNotifications } from './deliver-notifications.ts'
import { type Event, LocalProvider } from './local-provider.ts'
import { registerPaymentPage } from './pay.routes.ts'
import { sentinelOf } from './sentinels.ts'
import { registerApi } from './api.routes.ts'
import { type LocalPayment, type LocalRefund, paymentObject, refundObject } from './wire.ts'

interface LocalYookassaOptions {
  readonly log: Pick<Logger, 'warn'>
  readonly shopId: string
  readonly secretKey: string
  /** The URL for notifications; null sends none. */
  readonly notifyUrl: (() => string) | null
  /** The start of the payment page's URL, where that is not the host that the shop calls. */
  readonly pagesUrl?: string | null
  readonly now?: () => Date
  /** The wait after a failed notification; it doubles after each further failure. */
  readonly retryMs?: number
  readonly lateMs?: number
}

/** The payment provider's API, payment page and notifications on this machine. It takes no money. */
export interface LocalYookassa {
  readonly provider: LocalProvider
  /** Registers /local/yookassa/v3/... (API) and /local/yookassa/pay/... (page). */
  register(fastify: FastifyInstance): Promise<void>
  /** Registers the page alone. */
  registerPages(fastify: FastifyInstance): Promise<void>
  /** The notification about the current state of a payment or refund. */
  notification(event: Event, about: LocalPayment | LocalRefund): object
  close(): void
}

export function startLocalYookassa(options: LocalYookassaOptions): LocalYookassa {
  const {
    log,
    shopId,
    secretKey,
    notifyUrl,
    pagesUrl = null,
    now = () => new Date(),
    retryMs = 1_000,
    lateMs = 5_000,
  } = options
  const deliveries = deliverNotifications({ log, retryMs })

  function notification(event: string, about: LocalPayment | LocalRefund): object {
    const object = 'paymentId' in about ? refundObject(about) : paymentObject(about, shopId, '')
    return { type: 'notification', event, object }
  }

  async function tell(event: Event, about: LocalPayment | LocalRefund): Promise<void> {
    if (notifyUrl === null) return
    const payment = 'paymentId' in about ? provider.payments.get(about.paymentId) : about
    const sentinel = sentinelOf(payment?.email ?? null)
    if (sentinel === 'lost') return
    const bodies = [notification(event, about)]
    if (sentinel === 'thrice') bodies.push(...bodies, ...bodies)
    if (sentinel === 'shuffled' && 'status' in about) {
      bodies.push(notification('payment.waiting_for_capture', { ...about, status: 'pending' }))
    }
    const delayMs = sentinel === 'late' ? lateMs : 0
    const url = notifyUrl()
    await Promise.all(bodies.map((body) => deliveries.deliver({ url, body, delayMs })))
  }

  const provider: LocalProvider = new LocalProvider({
    now,
    tell: (event, about) => void tell(event, about),
  })
  return {
    provider,
    notification,
    async register(fastify) {
      await fastify.register(
        async (scope) => {
          registerApi(scope, {
            provider,
            shopId,
            secretKey,
            pagesUrl,
            // Notified before the answer is sent: as early as possible.
            succeedFirst: async (payment) => {
              payment.status = 'succeeded'
              payment.settledAt = now()
              await tell('payment.succeeded', payment)
            },
          })
          registerPaymentPage(scope, provider)
        },
        { prefix: '/local/yookassa' },
      )
    },
    async registerPages(fastify) {
      await fastify.register(async (scope) => registerPaymentPage(scope, provider), {
        prefix: '/local/yookassa',
      })
    },
    close: () => deliveries.close(),
  }
}
