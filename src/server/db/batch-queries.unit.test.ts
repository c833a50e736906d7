import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { batchQueries } from './batch-queries.ts'

interface Query {
  readonly keys: readonly number[]
  answer(): void
  fail(error: Error): void
}

let queries: Query[]
/** Doubles numbers; each query answers when the test lets it. */
let double: (key: number) => Promise<number>

beforeEach(() => {
  vi.useFakeTimers()
  queries = []
  double = batchQueries<number, number>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
    queries.push({ keys, answer: () => resolve(keys.map((key) => key * 2)), fail: reject })
    return promise
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const sent = () => queries.map(({ keys }) => keys)

describe('batched queries', () => {
  it('answer keys that arrive together in one query, each with its own answer', async () => {
    const answers = Promise.all([double(1), double(2), double(2)])
    await vi.advanceTimersByTimeAsync(0)
    expect(sent()).toEqual([[1, 2, 2]])
    queries[0]?.answer()
    expect(await answers).toEqual([2, 4, 4])
  })

  it('never add a key to a query in flight', async () => {
    const first = double(1)
    await vi.advanceTimersByTimeAsync(0)
    const second = double(1)
    const third = double(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(sent()).toEqual([[1]])
    queries[0]?.answer()
    expect(await first).toBe(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent()).toEqual([[1], [1, 3]])
    queries[1]?.answer()
    expect(await Promise.all([second, third])).toEqual([2, 6])
  })

  it('start the next query beside a slow one', async () => {
    const first = double(1)
    await vi.advanceTimersByTimeAsync(0)
    const second = double(2)
    await vi.advanceTimersByTimeAsync(24)
    expect(sent()).toEqual([[1]])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent()).toEqual([[1], [2]])
    queries[1]?.answer()
    expect(await second).toBe(4)
    queries[0]?.answer()
    expect(await first).toBe(2)
  })

  it('reject every key of a failed query, and continue', async () => {
    const failed = Promise.allSettled([double(1), double(2)])
    await vi.advanceTimersByTimeAsync(0)
    queries[0]?.fail(new Error('away'))
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = double(3)
    await vi.advanceTimersByTimeAsync(0)
    queries[1]?.answer()
    expect(await next).toBe(6)
  })
})
