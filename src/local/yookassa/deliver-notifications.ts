import type { Logger } from 'pino'

interface Delivery {
  /** The URL where the shop listens. */
  readonly url: string
  readonly body: object
  readonly delayMs: number
}

interface DeliverOptions {
  readonly log: Pick<Logger, 'warn'>
  /** The wait after the first failure; it doubles after each further one. */
  readonly retryMs: number
}

const TRIES = 12

/** Delivers notifications like the provider: each until it is answered with 200. */
export function deliverNotifications({ log, retryMs }: DeliverOptions) {
  const stop = new AbortController()
  const timers = new Set<NodeJS.Timeout>()

  function later(work: () => Promise<void>, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void work()
    }, ms)
    timers.add(timer)
  }

  async function send({ url, body }: Delivery, attempt = 1): Promise<void> {
    if (stop.signal.aborted) return
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: stop.signal,
    })
      .then(async (response) => {
        await response.arrayBuffer()
        return response.status
      })
      // Nobody listens, or the connection broke, perhaps while the answer was being read.
      .catch(() => 0)
    if (status === 200 || stop.signal.aborted) return
    if (attempt === TRIES) {
      log.warn({ status }, 'the local payment provider gave up a notification')
      return
    }
    later(() => send({ url, body, delayMs: 0 }, attempt + 1), retryMs * 2 ** (attempt - 1))
  }

  return {
    /** Resolves after the first attempt, unless the delivery is delayed. */
    async deliver(delivery: Delivery): Promise<void> {
      if (delivery.delayMs === 0) await send(delivery)
      else later(() => send(delivery), delivery.delayMs)
    },
    close(): void {
      stop.abort()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
