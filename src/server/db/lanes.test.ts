import { describe, expect, it } from 'vitest'
import { isDatabaseAway, openPool } from '#server/db/connect.ts'
import { Overloaded, openLane } from '#server/db/lanes.ts'
import { query } from '#test/support/data-folders.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { fc } from '#test/support/fast-check.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { until } from '#test/support/pay.ts'
import { shared } from '#test/support/shared.ts'
import { TestClock } from '#test/support/test-clock.ts'

const database = shared(createTestDatabase)

function makeLane({
  max = 1,
  ...options
}: Partial<Parameters<typeof openLane>[1]> & { readonly max?: number } = {}) {
  const clock = new TestClock()
  const { log, lines } = keepLog()
  const pool = openPool(database.url, { max, onLost: () => undefined })
  const lane = openLane(pool, {
    name: 'test',
    longestWaitMs: 60_000,
    log,
    elapsed: () => clock.now().getTime(),
    ...options,
  })
  const ask = (value: number, signal?: AbortSignal) =>
    lane
      .query<{ readonly value: number }>(
        { name: 'answer', text: 'select $1::integer as value', values: [value] },
        signal,
      )
      .then(([row]) => row?.value)
  /** Takes a connection until the returned function is called. */
  const hold = async () => {
    const held = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const done = lane.db.connection().execute(async () => {
      held.resolve()
      await end.promise
    })
    await Promise.race([held.promise, done])
    return () => {
      end.resolve()
      return done
    }
  }
  /** Makes the lane expect that callers hold a connection this long. */
  const expectHolds = async (seconds: number) => {
    const release = await hold()
    clock.advance({ seconds: seconds * 10 })
    await release()
  }
  return {
    lane,
    clock,
    ask,
    hold,
    expectHolds,
    said: () => lines.map(({ msg }) => msg),
    [Symbol.asyncDispose]: () => lane.close(),
  }
}

describe('the line', () => {
  it('is served in the order of arrival, by a maximum number of connections', async () => {
    await using test = makeLane({ max: 2 })
    const { lane, ask, hold } = test
    const release = [await hold(), await hold()]
    const served: number[] = []
    const asked = Array.from({ length: 20 }, (_, value) => ask(value).then(() => served.push(value)))
    await expect.poll(() => lane.state()).toMatchObject({ busy: 2, waiting: 20 })
    // One connection serves the whole line while the other is held.
    await release[0]!()
    await Promise.all(asked)
    expect(served).toEqual(Array.from({ length: 20 }, (_, value) => value))
    expect(lane.state()).toMatchObject({ busy: 1, waiting: 0, refused: 0 })
    await release[1]!()
    expect(lane.state()).toMatchObject({ busy: 0, idle: 2 })
  })

  it('refuses at once who would wait too long, and says so once', async () => {
    await using test = makeLane({ longestWaitMs: 5_000 })
    const { lane, clock, ask, hold, expectHolds, said } = test
    await expectHolds(1)
    const release = await hold()
    const accepted = [ask(1), ask(2)]
    expect(lane.isFull()).toBe(true)
    for (const value of [3, 4, 5]) {
      await expect(ask(value)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
    }
    expect(lane.state()).toMatchObject({ busy: 1, waiting: 2, refused: 3 })
    clock.advance({ seconds: 6 })
    await release()
    expect(await Promise.all(accepted)).toEqual([1, 2])
    expect(lane.isFull()).toBe(false)
    expect(said()).toEqual(['calls are refused: too many wait for the database', 'calls are served again'])
  })

  it('refuses at once those at its end when callers become slower', async () => {
    await using test = makeLane({ longestWaitMs: 5_000 })
    const release = await test.hold()
    const asked = Array.from({ length: 8 }, (_, value) =>
      test.ask(value).catch((error: unknown) => error instanceof Overloaded && 'refused'),
    )
    // A tenth of that is expected now. The first of the eight is served at once; three more are expected to be in time.
    test.clock.advance({ seconds: 10 })
    await release()
    const refused = Array.from({ length: 4 }, () => 'refused')
    expect(await Promise.all(asked)).toEqual([0, 1, 2, 3, ...refused])
    expect(test.lane.state()).toMatchObject({ busy: 0, waiting: 0, refused: 4 })
  })

  it('holds two thousand callers at most', async () => {
    await using test = makeLane()
    const release = await test.hold()
    const asked = Array.from({ length: 2_000 }, (_, value) => test.ask(value))
    await expect(test.ask(0)).rejects.toBeInstanceOf(Overloaded)
    await release()
    expect(await Promise.all(asked)).toHaveLength(2_000)
  })

  it('says how long the first in it has waited, and for how long nobody has finished', async () => {
    await using test = makeLane()
    const release = await test.hold()
    const asked = test.ask(1)
    test.clock.advance({ seconds: 2 })
    expect(test.lane.state()).toMatchObject({ waitedMs: 2_000, stillMs: 2_000 })
    await release()
    await asked
    expect(test.lane.state()).toMatchObject({ waitedMs: 0, stillMs: 0 })
  })

  it('whose wait is over while nobody finishes takes the server for away, unless that is expected', async () => {
    for (const whenStuck of ['away', 'crowded'] as const) {
      await using test = makeLane({ longestWaitMs: 1, whenStuck })
      const release = await test.hold()
      const error: unknown = await test.ask(1).catch((reason: unknown) => reason)
      expect([isDatabaseAway(error), error instanceof Overloaded]).toEqual([
        whenStuck === 'away',
        whenStuck === 'crowded',
      ])
      await release()
      expect(await test.ask(2)).toBe(2)
    }
  })

  it('whose wait is over while others finish is crowded', async () => {
    await using test = makeLane({ longestWaitMs: 2_000 })
    const release = await test.hold()
    const next = test.hold()
    await until(() => test.lane.state().waiting === 1)
    const last = test.ask(1).catch((error: unknown) => error)
    const done = release()
    const releaseNext = await next
    expect(await last).toBeInstanceOf(Overloaded)
    await Promise.all([done, releaseNext()])
  })

  it('a failed statement frees its place', async () => {
    await using test = makeLane()
    const wrong = { name: 'wrong', text: 'select 1 / $1::integer', values: [0] }
    await expect(test.lane.query(wrong)).rejects.toThrow(/division by zero/)
    expect(test.lane.state().busy).toBe(0)
    expect(await test.lane.query({ ...wrong, values: [1] })).toHaveLength(1)
  })

  it('so does a server that cannot be reached', async () => {
    const pool = openPool('postgres://127.0.0.1:9/nothing', { max: 1, onLost: () => undefined })
    const { log } = keepLog()
    const lane = openLane(pool, { name: 'away', longestWaitMs: 1_000, log })
    const ask = () => lane.query({ name: 'one', text: 'select 1', values: [] })
    const answers = await Promise.allSettled([ask(), ask(), ask()])
    for (const answer of answers) expect(answer).toMatchObject({ reason: { code: 'ECONNREFUSED' } })
    expect(lane.state()).toMatchObject({ busy: 0, waiting: 0, refused: 0 })
    await lane.close()
  })
})

describe('a caller who goes', () => {
  const PID = { name: 'pid', text: 'select pg_backend_pid() as pid', values: [] }
  const SLOW = { name: 'slow', text: 'select pg_sleep(600)', values: [] }

  it('leaves the line', async () => {
    await using test = makeLane()
    const release = await test.hold()
    const leaving = new AbortController()
    const asked = [test.ask(1), test.ask(2, leaving.signal), test.ask(3)]
    leaving.abort()
    await expect(asked[1]).rejects.toMatchObject({ name: 'AbortError' })
    expect(test.lane.state().waiting).toBe(2)
    await release()
    expect(await Promise.all([asked[0], asked[2]])).toEqual([1, 3])
    await expect(test.ask(4, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    expect(test.lane.state()).toMatchObject({ busy: 0, waiting: 0, cancelled: 0 })
  })

  it('cancels the statement; its connection goes on', async () => {
    await using test = makeLane({ cancelAfterMs: 0 })
    const [{ pid } = { pid: 0 }] = await test.lane.query<{ pid: number }>(PID)
    const leaving = new AbortController()
    const slow = test.lane.query(SLOW, leaving.signal)
    const isRunning = `select from pg_stat_activity where pid = $1 and query like '%pg_sleep%' and state = 'active'`
    await until(async () => (await query(database.url, isRunning, [pid])).rows.length === 1)
    leaving.abort()
    await expect(slow).rejects.toMatchObject({ name: 'AbortError' })
    expect(test.lane.state().cancelled).toBe(1)
    expect(await test.lane.query(PID)).toEqual([{ pid }])
  })

  it('whatever goes and comes when, cancels nobody else, and everyone is answered once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 40 })), { minLength: 1, maxLength: 40 }),
        async (max, callers) => {
          await using test = makeLane({ max, cancelAfterMs: 0 })
          const answers = callers.map(async ([leaves, turns], value) => {
            const leaving = new AbortController()
            const answer = test.ask(value, leaving.signal).catch((error: Error) => error.name)
            expect(test.lane.state().busy).toBeLessThanOrEqual(max)
            if (leaves) {
              for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
              leaving.abort()
            }
            return answer
          })
          for (const [value, answer] of (await Promise.all(answers)).entries()) {
            if (callers[value]?.[0] === true) expect([value, 'AbortError']).toContain(answer)
            else expect(answer).toBe(value)
          }
          expect(test.lane.state()).toMatchObject({ busy: 0, waiting: 0, refused: 0 })
        },
      ),
      { numRuns: 30 },
    )
  })
})
