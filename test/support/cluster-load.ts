import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { BodyGiven, DataOf, EndpointKey, ExtrasOf } from '#shared/api/contract.ts'
import type { TestChannel } from '#test/support/factories.ts'
import { signUp } from '#test/support/sign-up.ts'
import { TestClient, type WireAnswer } from '#test/support/test-client.ts'

/** Time for a person to look at an answer, or before they try again. */
const THINK_MS = 100
const AGAIN_MS = 250

/** What a client was told, and when (ms of `performance.now`). */
interface Told {
  readonly round: number
  readonly begin: number
  readonly end: number
}

export interface ToldReveal extends Told {
  readonly holderId: number
  readonly channelId: string
}

export interface ToldPayment extends Told {
  readonly paymentId: string
}

export interface ToldAccount extends Told {
  readonly email: string
}

interface Buyer {
  readonly client: TestClient
  readonly holderId: number
}

interface LoadOptions {
  readonly url: string
  readonly localUrl: string
  readonly channels: readonly TestChannel[]
  /** Each with enough uses for all channels. */
  readonly buyers: readonly Buyer[]
  readonly payers: readonly Buyer[]
}

/** People who reveal, pay, sign up and search until they are stopped; everything that they were told is kept. */
export interface Load {
  readonly reveals: readonly ToldReveal[]
  readonly payments: readonly ToldPayment[]
  readonly accounts: readonly ToldAccount[]
  readonly searches: readonly (Told & { readonly status: number })[]
  /** How many answers had which status, by what was asked. */
  readonly statuses: ReadonlyMap<string, number>
  /** What no client should see: another status, a refusal without `Retry-After`, no answer. */
  readonly wrong: readonly string[]
  /** What is told from now on belongs to this round. */
  setRound(round: number): void
  /** Waits for the answers that are under way. */
  stop(): Promise<void>
}

export function startLoad({ url, localUrl, channels, buyers, payers }: LoadOptions): Load {
  const reveals: ToldReveal[] = []
  const payments: ToldPayment[] = []
  const accounts: ToldAccount[] = []
  const searches: (Told & { readonly status: number })[] = []
  const statuses = new Map<string, number>()
  const wrong: string[] = []
  let round = 0
  let isStopped = false
  const newClient = () => new TestClient({ baseUrl: url, clientKey: 'channelbook-web' })

  /** Notes an answer. @returns it when it is 200, and null when the same may be asked again */
  async function ask<K extends EndpointKey>(
    client: TestClient,
    key: K,
    given: { readonly body?: BodyGiven<K>; readonly params?: Readonly<Record<string, string>> },
  ): Promise<WireAnswer<DataOf<K>, ExtrasOf<K>> | null> {
    const at = performance.now()
    try {
      const answer = await client.call(key, given)
      note(key, answer.status)
      const isRefusal = answer.status === 503 && answer.headers.has('retry-after')
      if (answer.status !== 200 && !isRefusal)
        wrong.push(`${key}: ${answer.status} ${answer.text.slice(0, 200)}`)
      return answer.status === 200 ? answer : null
    } catch (error) {
      const seconds = ((performance.now() - at) / 1_000).toFixed(1)
      wrong.push(`${key}: after ${seconds} s ${describe(error)}`)
      return null
    }
  }

  function note(key: string, status: number): void {
    const name = `${key}: ${status}`
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
  }

  async function again(): Promise<void> {
    await pause(AGAIN_MS)
  }

  async function reveal(mine: readonly Buyer[]): Promise<void> {
    for (const { client, holderId } of mine)
      for (const { channelId } of channels) {
        for (;;) {
          if (isStopped) return
          const begin = performance.now()
          const answer = await ask(client, 'POST /getemail', { body: { channelId } })
          if (answer !== null) {
            reveals.push({ holderId, channelId, round, begin, end: performance.now() })
            break
          }
          await again()
        }
        await pause(THINK_MS)
      }
    wrong.push('a buyer has bought everything')
  }

  async function pay({ client, holderId }: Buyer): Promise<void> {
    while (!isStopped) {
      const opened = await ask(client, 'POST /payment', {
        body: { user_id: holderId, packageId: 1, userEmail: `payer${holderId}@buyer.example` },
      })
      if (opened === null) {
        await again()
        continue
      }
      const form = new URLSearchParams({
        number: '5555555555554444',
        expiry: '12/30',
        csc: '123',
        action: 'pay',
      })
      await fetch(opened.body.confirmationURL, { method: 'POST', body: form, redirect: 'manual' })
      for (;;) {
        if (isStopped) return
        const begin = performance.now()
        const seen = await ask(client, 'GET /payments/{id}', { params: { id: opened.body.data.id } })
        if (seen?.body.data.state === 'succeeded') {
          payments.push({ paymentId: opened.body.data.id, round, begin, end: performance.now() })
          break
        }
        await again()
      }
      await pause(THINK_MS)
    }
  }

  async function joinAll(): Promise<void> {
    for (let number = 1; !isStopped; number += 1) {
      const email = `joiner${number}@buyer.example`
      const begin = performance.now()
      const client = newClient()
      try {
        await signUp({ localUrl }, client, email)
        note('POST /user', 200)
        accounts.push({ email, round, begin, end: performance.now() })
      } catch (error) {
        // Its sentence holds the answer; the next one tries with another address.
        const said = describe(error)
        if (said.includes('"unavailable"')) note('POST /user', 503)
        else wrong.push(`sign-up: ${said}`)
        await again()
      }
      await pause(THINK_MS)
    }
  }

  async function search(client: TestClient): Promise<void> {
    for (let number = 0; !isStopped; number += 1) {
      const begin = performance.now()
      const { name = '' } = channels[number % channels.length] ?? {}
      const answer = await ask(client, 'POST /search', { body: { mainInputValue: name } })
      searches.push({ round, begin, end: performance.now(), status: answer?.status ?? 0 })
      await pause(THINK_MS)
    }
  }

  const share = (of: number) => buyers.filter((_, at) => at % 3 === of)
  const everybody = [
    ...[0, 1, 2].map((of) => reveal(share(of))),
    ...payers.map(pay),
    joinAll(),
    search(newClient()),
    search(payers[0]?.client ?? newClient()),
  ]
  return {
    reveals,
    payments,
    accounts,
    searches,
    statuses,
    wrong,
    setRound: (number) => void (round = number),
    async stop() {
      isStopped = true
      await Promise.all(everybody)
    },
  }
}

/** The longest time (s) between two confirmed writes, from a moment on. */
export function longestPause(told: readonly Told[], from: number, to: number): number {
  const before = told.filter(({ end }) => end < from).at(-1)?.end ?? from
  const moments = [before, ...told.map(({ end }) => end).filter((end) => end >= from && end <= to)]
  const pauses = moments.slice(1).map((moment, at) => moment - (moments[at] ?? moment))
  return Math.max(0, ...pauses) / 1_000
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

/** The rows of a table for people, aligned. */
export function tableOf(rows: readonly (readonly (string | number)[])[]): string {
  expect(rows.length).toBeGreaterThan(0)
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length))) ?? []
  return rows
    .map((row) => row.map((cell, column) => String(cell).padStart(widths[column] ?? 0)).join('  '))
    .join('\n')
}
