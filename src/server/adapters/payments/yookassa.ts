import type { z } from 'zod'
import type { Language } from '#shared/i18n/messages.ts'
import { type CallOutcome, failureOfFetch, type OutsideCalls, UNWATCHED } from '#server/outside-calls.ts'
import { readJsonAnswer } from '../answers/read-answer.ts'
import { isLoopbackHost } from '#server/config/loopback.ts'
import {
  type Payments,
  type ProviderPayment,
  ProviderRefused,
  ProviderUnavailable,
  type Receipt,
} from './payments.ts'
import { readPayment, readProblem, readRefund, readRefunds } from './yookassa-answers.ts'

/** How receipts (54-FZ) classify what is sold, by the provider's codes; the accountant decides. */
export interface ReceiptRules {
  /** 1 to 12. */
  readonly vatCode: number
  readonly subject: string
  readonly mode: string
}

interface YookassaOptions {
  /** Without a trailing slash. Read on every call, because a stand-in learns its port late. */
  readonly url: () => string
  readonly shopId: string
  readonly secretKey: string
  /** The time limit of one attempt. */
  readonly timeoutMs: number
  /** Null when the shop sends no receipts through the provider. */
  readonly receipts: ReceiptRules | null
  /** Hosts of payment pages besides the provider's own: a stand-in's, and ours where it is behind us. */
  readonly pageHosts?: readonly string[]
  readonly calls?: OutsideCalls
}

interface Call<Answer> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly reads: z.ZodType<Answer>
  readonly body?: object
  /** Idempotence-Key. */
  readonly key?: string
}

const TRIES = 3
/** In bytes; a hundred refunds are less than a tenth of it. */
const ANSWER_MAX = 1024 * 1024
/** Waits between attempts, ours or as long as the provider asks, up to the maximum; longer waits are left to a later call. */
const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 3_000
/** Unauthorized or forbidden: a wrong key or a locked shop, which says nothing about the order and can be corrected. */
const IS_ABOUT_US = new Set([401, 403])
/** Timeout, conflict with the same call, too many requests: the same call may succeed later. */
const IS_PASSING = new Set([408, 409, 429])
/** Where people are sent to pay: these hosts and those below them, over https. */
const PAGE_HOSTS = ['yoomoney.ru', 'yookassa.ru']
const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', ru: 'ru_RU' }

/** YooKassa, API version 3 (yookassa.ru/developers/using-api). */
export function yookassa({ calls = UNWATCHED, pageHosts = [], ...options }: YookassaOptions): Payments {
  const authorization = `Basic ${Buffer.from(`${options.shopId}:${options.secretKey}`).toString('base64')}`

  /** An answer that somebody has changed must lead nobody elsewhere to pay. */
  function withPage(payment: ProviderPayment): ProviderPayment {
    const { confirmationUrl: page } = payment
    if (page === null || isPaymentPage(new URL(page), pageHosts)) return payment
    throw new ProviderUnavailable(`its payment page is at a host that is not its own: ${new URL(page).host}`)
  }

  function receiptOf(receipt: Receipt, amount: number): object {
    if (options.receipts === null) return {}
    const { vatCode, subject, mode } = options.receipts
    const item = {
      description: receipt.item,
      quantity: 1,
      amount: money(amount),
      vat_code: vatCode,
      payment_subject: subject,
      payment_mode: mode,
    }
    return { receipt: { customer: { email: receipt.email }, items: [item], internet: true } }
  }

  /** One attempt. @returns the answer, or how long to wait before the next attempt */
  async function tryOnce<Answer>(call: Call<Answer>): Promise<Answer | Again> {
    const response = await fetch(`${options.url()}${call.path}`, {
      method: call.method,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs),
      headers: {
        authorization,
        accept: 'application/json',
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(call.key !== undefined && { 'idempotence-key': call.key }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    })
    const body = await readJsonAnswer(response, ANSWER_MAX).catch(() => null)
    if (response.status === 200) {
      const read = call.reads.safeParse(body)
      if (read.success) return read.data
      // The names of the wrong fields, never their values.
      const fields = read.error.issues.map((issue) => issue.path.join('.'))
      throw new ProviderUnavailable(`it reads otherwise than agreed in ${fields.join(', ') || 'the whole'}`)
    }
    const problem = readProblem.safeParse(body)
    const { code, retry_after } = problem.success
      ? problem.data
      : { code: 'without a body', retry_after: null }
    const { status } = response
    if (IS_ABOUT_US.has(status)) throw new ProviderDenied(`${status} ${code}`)
    if (status >= 400 && status < 500 && !IS_PASSING.has(status)) throw new ProviderRefused(status, code)
    return new Again(`${status} ${code}`, retry_after ?? null)
  }

  /** Repeats a call of unknown outcome with the same key, as the provider requires. */
  async function ask<Answer>(call: Call<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await calls
        .watch(watched(call), () => tryOnce(call))
        .catch((error: unknown) => {
          if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) throw error
          const isTimeout = error instanceof Error && error.name === 'TimeoutError'
          // Nobody is made to wait for a second timeout.
          if (isTimeout) throw new ProviderUnavailable('it took too long')
          return new Again('no connection', null)
        })
      if (!(answer instanceof Again)) return answer
      const wait = answer.waitMs ?? FIRST_WAIT_MS * 3 ** (attempt - 1)
      if (attempt === TRIES || wait > LONGEST_WAIT_MS) throw new ProviderUnavailable(answer.reason)
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  return {
    createPayment: async ({ id, key, amount, description, receipt, language, returnUrl }) =>
      withPage(
        await ask({
          method: 'POST',
          path: '/payments',
          key,
          reads: readPayment,
          body: {
            amount: money(amount),
            capture: true,
            confirmation: { type: 'redirect', return_url: returnUrl, locale: LOCALES[language] },
            description,
            metadata: { payment_id: id },
            ...receiptOf(receipt, amount),
          },
        }),
      ),
    findPayment: async (id) =>
      withPage(await ask({ method: 'GET', path: `/payments/${encodeURIComponent(id)}`, reads: readPayment })),
    createRefund: ({ id, key, paymentId, amount, description, receipt }) =>
      ask({
        method: 'POST',
        path: '/refunds',
        key,
        reads: readRefund,
        body: {
          payment_id: paymentId,
          amount: money(amount),
          description,
          metadata: { refund_id: id },
          ...(receipt !== null && receiptOf(receipt, amount)),
        },
      }),
    findRefund: (id) => ask({ method: 'GET', path: `/refunds/${encodeURIComponent(id)}`, reads: readRefund }),
    // A payment has one refund of ours; a hundred attempts of it are a case for a person.
    async listRefunds(paymentId) {
      const path = `/refunds?payment_id=${encodeURIComponent(paymentId)}&limit=100`
      return (await ask({ method: 'GET', path, reads: readRefunds })).items
    },
    async refundsSince(since) {
      const found = []
      const query = new URLSearchParams({ 'created_at.gte': since.toISOString(), limit: '100' })
      for (;;) {
        const { items, next } = await ask({
          method: 'GET',
          path: `/refunds?${query.toString()}`,
          reads: readRefunds,
        })
        found.push(...items)
        if (next === null) return found
        query.set('cursor', next)
      }
    },
  }
}

/** Without the ids that a path may end with. */
function watched({ method, path }: Call<unknown>) {
  return {
    service: 'yookassa',
    operation: `${method} ${/^\/\w+/.exec(path)?.[0] ?? path}`,
    outcomeOf: (answer: unknown): CallOutcome => (answer instanceof Again ? 'failed' : 'ok'),
    failureOf: (error: unknown): CallOutcome => {
      const isRefusal = error instanceof ProviderRefused || error instanceof ProviderDenied
      return isRefusal ? 'refused' : failureOfFetch(error)
    },
  } as const
}

/** No outcome yet. */
class Again {
  readonly reason: string
  readonly waitMs: number | null

  constructor(reason: string, waitMs: number | null) {
    this.reason = reason
    this.waitMs = waitMs
  }
}

/** It answers, but not to us. */
class ProviderDenied extends ProviderUnavailable {}

function isPaymentPage({ protocol, hostname }: URL, more: readonly string[]): boolean {
  if (more.includes(hostname) || (isLoopbackHost(hostname) && more.some(isLoopbackHost))) return true
  return protocol === 'https:' && PAGE_HOSTS.some((host) => `.${hostname}`.endsWith(`.${host}`))
}

function money(kopecks: number): { readonly value: string; readonly currency: string } {
  return { value: (kopecks / 100).toFixed(2), currency: 'RUB' }
}
