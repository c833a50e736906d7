import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import {
  advance,
  anyStep,
  couldHaveAnswered,
  MODEL_CHANNELS,
  newcomer,
  type RevealModel,
  type Step,
} from '#test/support/reveal-model.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

// For more runs: PROPERTY_RUNS=250 FUZZ_SEED=7 npx vitest run src/server/features/reveals/reveals-model.test.ts
const RUNS = runs(80)
const TIMEOUT = 60_000 + RUNS * 2_000

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(testApp.app))

interface Reality {
  readonly client: TestClient
  readonly stranger: TestClient
  readonly channels: readonly TestChannel[]
  readonly given: { count: number }
}

async function startReality(): Promise<Reality> {
  const { app } = testApp
  const person = await makePerson(app, { uses: newcomer.uses })
  const channels: TestChannel[] = []
  for (const { name, hasContact } of MODEL_CHANNELS) {
    channels.push(await makeChannel(app, { name, contacts: hasContact ? 1 : 0 }))
  }
  return {
    client: await logIn(testApp, person),
    stranger: await logIn(testApp, await makePerson(app)),
    channels,
    given: { count: 0 },
  }
}

/** Takes a step over HTTP. @returns the part of the answer that the model predicts */
async function take({ client, stranger, channels, given }: Reality, step: Step): Promise<string> {
  const place = (channelId: string) => channels.findIndex((channel) => channel.channelId === channelId)
  const channel = 'channel' in step ? channels[step.channel]! : channels[0]!
  const mine = { params: { userId: client.userId! } }
  const { app } = testApp
  switch (step.do) {
    case 'reveal': {
      const { status, body } = await client.call('POST /getemail', { body: { channelId: channel.channelId } })
      if (status !== 200) return `${status} ${body.error?.code}`
      expect(body.data).toMatchObject({ email: channel.addresses[0], name: channel.name })
      return `200 ${step.channel} uses ${body.data.uses}`
    }
    case 'hand over': {
      const email = step.isRightAddress
        ? (channel.addresses[0] ?? 'none@creator.example')
        : 'wrong@creator.example'
      const answer = await client.call('POST /purchase/{userId}', {
        ...mine,
        body: { channelName: channel.name, email },
      })
      if (answer.status === 404) return `404 ${answer.body.error?.code}`
      return `${answer.status} ${place(answer.body.data.purchase.channelId)}`
    }
    case 'remove': {
      const id = step.by === 'channel' ? { channelId: channel.channelId } : {}
      const body = { channelName: channel.name, ...id }
      const answer = await client.call('DELETE /rmpurchase/{userId}', { ...mine, body })
      return answer.status === 200 ? '200' : `${answer.status} ${answer.body.error?.code}`
    }
    case 'steal': {
      const own = { params: { userId: stranger.userId! } }
      const email = channel.addresses[0] ?? 'none@creator.example'
      const asked = await stranger.call('POST /purchase/{userId}', {
        ...own,
        body: { channelName: channel.name, email },
      })
      const body = { channelName: channel.name }
      const removed = await stranger.call('DELETE /rmpurchase/{userId}', { ...own, body })
      return `${asked.status} ${removed.status}`
    }
    case 'suppress': {
      const suppressed_at = app.clock.now()
      await app.db
        .updateTable('address')
        .set({ suppressed_at })
        .where('address', '=', sql<string>`any(${channel.addresses})`)
        .where('suppressed_at', 'is', null)
        .execute()
      return 'done'
    }
    case 'give': {
      given.count += 1
      const key = { grantKey: `gift ${given.count}`, note: 'a test' }
      const gift = { holderId: client.userId!, kind: 'grant', ...key } as const
      await transact(app.db, (tx) => giveUses(tx, { ...gift, amount: step.uses, now: app.clock.now() }))
      return 'done'
    }
    case 'list': {
      const { status, body } = await client.call('GET /purchases', { query: { limit: 50 } })
      const shown = body.data.map(({ channelId, email, withheld }) => {
        expect(email === null).toBe(withheld !== null)
        return `${place(channelId)}${withheld === null ? '' : 'withheld'}`
      })
      return `${status} ${shown.join(' ')}`
    }
  }
}

async function expectSame(reality: Reality, model: RevealModel): Promise<void> {
  expect(await take(reality, { do: 'list' })).toBe(advance(model, { do: 'list' }).answer)
  expect(await usesOf(testApp.app, reality.client.userId!)).toBe(model.uses)
}

test(
  'calls in any order and repetition answer as the model predicts',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 40, size: 'max' }), async (steps) => {
        const reality = await startReality()
        let model = newcomer
        for (const step of steps) {
          const next = advance(model, step)
          expect(await take(reality, step), JSON.stringify(step)).toBe(next.answer)
          model = next.model
        }
        await expectSame(reality, model)
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT,
)

test(
  'simultaneous calls answer as they would one by one in some order',
  async () => {
    const before = fc.array(anyStep, { maxLength: 6 })
    const together = fc.array(
      anyStep.filter((step) => step.do !== 'suppress'),
      { minLength: 2, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(before, together, async (first, simultaneous) => {
        const reality = await startReality()
        let model = newcomer
        for (const step of first) {
          await take(reality, step)
          model = advance(model, step).model
        }
        const answers = await Promise.all(simultaneous.map((step) => take(reality, step)))
        const [list, uses] = [
          await take(reality, { do: 'list' }),
          await usesOf(testApp.app, reality.client.userId!),
        ]
        const isEnd = (end: RevealModel) => end.uses === uses && advance(end, { do: 'list' }).answer === list
        expect(
          couldHaveAnswered(model, simultaneous, answers, isEnd),
          JSON.stringify({ answers, list, uses }),
        ).toBe(true)
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT,
)
