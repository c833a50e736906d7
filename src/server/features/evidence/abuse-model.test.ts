import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AbuseModel,
  type Action,
  advance,
  type Answer,
  settle,
  soldBy,
  startOf,
} from '#test/support/abuse-model.ts'
import { anyMoment, anySteps } from '#test/support/abuse-plots.ts'
import { callsOf, couldHaveAnswered, firstPurchases } from '#test/support/abuse-steps.ts'
import { seenIn, startAbuse } from '#test/support/abuse-world.ts'
import { makeChannels, type TestChannel } from '#test/support/factories.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

// For more runs: PROPERTY_RUNS=30 FUZZ_SEED=7 npx vitest run src/server/features/evidence/abuse-model.test.ts
const RUNS = runs(40)
const TIMEOUT = 60_000 + RUNS * 8_000
const START_AT = '2026-03-10T09:00:00.000Z'
/** Channels that one person may have bought before: with five more, five uses come back without anybody looking. */
const EARLIER = 20
/** The number of calls that has few enough orders. */
const MAX_AT_ONCE = 6

let world: TestApp
let earlier: readonly TestChannel[]
beforeAll(async () => {
  world = await createTestApp({
    env: { RATE_LIMITS: 'off', LIMITS: 'report=100000/60', CREATOR_NOTICE: 'off' },
  })
  world.clock.set(START_AT)
  earlier = await makeChannels(world.app, EARLIER)
})
afterAll(() => world[Symbol.asyncDispose]())

/** Product and model side by side. */
async function startWalk(isBig: boolean) {
  world.clock.set(START_AT)
  const model = startOf(world.clock.now().getTime(), isBig ? EARLIER : 0)
  const reality = await startAbuse(world, model, earlier)
  const answers: Answer[] = []

  /** Sets the clock for what comes next. */
  function tick(): void {
    model.now += 60_000
    world.clock.set(new Date(model.now).toISOString())
  }

  async function take(action: Action): Promise<void> {
    tick()
    const expected = advance(model, action)
    world.clock.set(new Date(model.now).toISOString())
    expect(await reality.take(action), JSON.stringify(action)).toBe(expected)
    if (model.deferred.length === 0) return
    while (model.deferred.length > 0) settle(model, 0)
    await reality.settled()
  }

  async function expectSame(): Promise<void> {
    expect(await reality.look()).toEqual(seenIn(model))
    await expectFair(model)
  }

  /** Checks what holds whatever happened. */
  async function expectFair(end: AbuseModel): Promise<void> {
    await reality.expectFair()
    expect(reality.told.filter(({ by, name }) => !mayKnow(end, by, name))).toEqual([])
    expect(await reality.sold(end.standsFor)).toEqual(end.standsFor.map((channel) => soldBy(end, channel)))
    await expectSoundLedger(world.app)
  }

  return { model, answers, tick, take, expectSame, expectFair, reality }
}

/** Whether a person has paid for a channel that has an address. */
function mayKnow({ reveals, contacts }: AbuseModel, by: number, name: string): boolean {
  return reveals.some(
    (bought) =>
      bought.by === by &&
      contacts.some(
        ({ address, channel }, contact) =>
          address === name && (channel === bought.channel || contact === bought.contact),
      ),
  )
}

test(
  'colluding people get what the model predicts, and nobody more, whatever they do in which order',
  async () => {
    const isBig = fc.constantFrom(false, false, true)
    await fc.assert(
      fc.asyncProperty(isBig, firstPurchases, anySteps, async (hasEarlier, first, later) => {
        const { model, answers, take, expectSame } = await startWalk(hasEarlier)
        for (const step of [...first, ...later])
          for (const call of callsOf(model, step, answers)) await take(call)
        await expectSame()
      }),
      { numRuns: RUNS, unbiased: true },
    )
  },
  TIMEOUT,
)

test(
  'what they do at the same moment has the effect of some order',
  async () => {
    await fc.assert(
      fc.asyncProperty(firstPurchases, anyMoment, async (first, { before, together }) => {
        const { model, answers, tick, take, reality, expectFair } = await startWalk(false)
        for (const step of [...first, ...before])
          for (const call of callsOf(model, step, answers)) await take(call)
        const calls = together.flatMap((step) => callsOf(model, step, answers)).slice(0, MAX_AT_ONCE)
        tick()
        const got = await Promise.all(calls.map((call) => reality.take(call)))
        await reality.settled()
        const seen = await reality.look()
        let end: AbuseModel | undefined
        couldHaveAnswered(model, calls, got, (reached) => {
          const isSame = JSON.stringify(seenIn(reached)) === JSON.stringify(seen)
          if (isSame) end = reached
          return isSame
        })
        expect(end, JSON.stringify({ calls, got, seen })).toBeDefined()
        if (end !== undefined) await expectFair(end)
      }),
      { numRuns: RUNS, unbiased: true },
    )
  },
  TIMEOUT,
)
