import { beforeAll, expect, test } from 'vitest'
import {
  logIn,
  makeChannel,
  makeChannels,
  makePerson,
  type TestChannel,
  type TestPerson,
} from '#test/support/factories.ts'
import { runs } from '#test/support/fast-check.ts'
import { openLeakOracle } from '#test/support/leak-oracle.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { sendTogether } from '#test/support/send-together.ts'
import { useTestApp } from '#test/support/test-app.ts'

const CALLS = runs(1_000)
const TIMEOUT = 120_000

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })
beforeAll(async () => {
  // On a busy machine, opening a thousand sockets takes longer than one request may.
  testApp.fastify.server.requestTimeout = 0
  testApp.fastify.server.headersTimeout = 0
})

/** Reveals channels for one person, all at once, and searches every answer for unpaid addresses. */
async function stampede(person: TestPerson, channels: readonly TestChannel[]) {
  const client = await logIn(testApp, person)
  const headers = client.headers()
  const answers = await sendTogether(
    testApp.baseUrl,
    channels.map(({ channelId }) => ({
      method: 'POST',
      path: '/api/getemail',
      headers,
      body: { channelId },
    })),
  )
  await using oracle = openLeakOracle(testApp.databaseUrl)
  const text = answers.map((answer) => answer.text).join('\n')
  await oracle.watch({ client, request: 'POST /api/getemail', text })
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return { counts, answers }
}

test(
  `${CALLS} simultaneous reveals of different contacts, with 10 uses, sell exactly 10`,
  async () => {
    const channels = await makeChannels(testApp.app, CALLS)
    const person = await makePerson(testApp.app, { uses: 10 })
    const { counts, answers } = await stampede(person, channels)
    expect(counts).toEqual({ 200: 10, 400: CALLS - 10 })
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused.every(({ text }) => text.includes('"no_uses"'))).toBe(true)
    expect(await usesOf(testApp.app, person.id)).toBe(0)
    const { sold } = await testApp.app.db
      .selectFrom('reveal')
      .select((eb) => eb.fn.countAll<number>().as('sold'))
      .where('holder_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(sold).toBe(10)
    await expectSoundLedger(testApp.app)
  },
  TIMEOUT,
)

test(
  `${CALLS} simultaneous reveals of one contact charge once`,
  async () => {
    const channel = await makeChannel(testApp.app)
    const person = await makePerson(testApp.app, { uses: 1 })
    const { counts, answers } = await stampede(
      person,
      Array.from({ length: CALLS }, () => channel),
    )
    expect(counts).toEqual({ 200: CALLS })
    expect(answers.every(({ text }) => text.includes(channel.addresses[0]!))).toBe(true)
    expect(await usesOf(testApp.app, person.id)).toBe(0)
    await expectSoundLedger(testApp.app)
  },
  TIMEOUT,
)
