import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gather } from '#server/db/gather.ts'

interface Statement {
  readonly asks: readonly number[]
  answer(): void
  fail(error: Error): void
}

let statements: Statement[]
/** Doubles numbers, each statement when the test lets it. */
let double: (ask: number) => Promise<number>

beforeEach(() => {
  vi.useFakeTimers()
  statements = []
  double = gather<number, number>((asks) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
    statements.push({ asks, answer: () => resolve(asks.map((ask) => ask * 2)), fail: reject })
    return promise
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const asked = () => statements.map(({ asks }) => asks)

describe('gathering', () => {
  it('does what comes together in one statement, and answers each ask', async () => {
    const answers = Promise.all([double(1), double(2), double(2)])
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toEqual([[1, 2, 2]])
    statements[0]?.answer()
    expect(await answers).toEqual([2, 4, 4])
  })

  it('never adds an ask to a statement that has begun', async () => {
    const first = double(1)
    await vi.advanceTimersByTimeAsync(0)
    const second = double(1)
    const third = double(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual([[1]])
    statements[0]?.answer()
    expect(await first).toBe(2)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toEqual([[1], [1, 3]])
    statements[1]?.answer()
    expect(await Promise.all([second, third])).toEqual([2, 6])
  })

  it('begins the next statement beside one that is late', async () => {
    const first = double(1)
    await vi.advanceTimersByTimeAsync(0)
    const second = double(2)
    await vi.advanceTimersByTimeAsync(24)
    expect(asked()).toEqual([[1]])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual([[1], [2]])
    statements[1]?.answer()
    expect(await second).toBe(4)
    statements[0]?.answer()
    expect(await first).toBe(2)
  })

  it('fails every ask of a statement that fails, and goes on', async () => {
    const failed = Promise.allSettled([double(1), double(2)])
    await vi.advanceTimersByTimeAsync(0)
    statements[0]?.fail(new Error('away'))
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = double(3)
    await vi.advanceTimersByTimeAsync(0)
    statements[1]?.answer()
    expect(await next).toBe(6)
  })
})
