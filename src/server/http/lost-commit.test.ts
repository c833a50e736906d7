import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '#shared/i18n/en.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { waitForMails } from '#test/support/sign-up.ts'
import { startTcpProxy, type TcpProxy } from '#test/support/tcp-proxy.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { WireAnswer } from '#test/support/test-client.ts'

const started = new AsyncDisposableStack()
let proxy: TcpProxy
let world: TestApp
beforeAll(async () => {
  const database = started.use(await createTestDatabase())
  proxy = started.use(await startTcpProxy(database.url))
  world = started.use(await createTestApp({ databaseUrl: proxy.url, env: { RATE_LIMITS: 'off' } }))
})
afterAll(() => started.disposeAsync())

/** Makes a call whose transaction commits while the commit's answer is lost. */
async function loseCommitOf<T extends WireAnswer>(call: () => Promise<T>, spared = 0): Promise<T> {
  const [answer] = await Promise.all([call(), proxy.loseAnswerToCommit(spared)])
  return answer
}

function expectTryAgain({ status, headers, body }: WireAnswer): void {
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  expect(body.error).toEqual({ code: 'unavailable', message: en.errors.unavailable })
  expect(body.error?.message).toContain('nothing is charged twice')
}

it('a reveal whose commit’s answer was lost costs one use, however often it is retried', async () => {
  const person = await makePerson(world.app, { uses: 3 })
  const client = await logIn(world, person)
  const { channelId } = await makeChannel(world.app)
  const reveal = () => client.call('POST /getemail', { body: { channelId } })
  expectTryAgain(await loseCommitOf(reveal))
  expect(await usesOf(world.app, person.id)).toBe(2)
  const { status, body } = await reveal()
  expect([status, body.data.uses]).toEqual([200, 2])
  expect(await usesOf(world.app, person.id)).toBe(2)
  await expectSoundLedger(world.app)
})

it.each([0, 1])('a payment for which the answer to commit %i was lost is one payment', async (spared) => {
  const person = await makePerson(world.app)
  const client = await logIn(world, person)
  const pay = () =>
    client.call('POST /payment', { body: { user_id: person.id, packageId: 1, userEmail: person.email } })
  expectTryAgain(await loseCommitOf(pay, spared))
  const { status, body } = await pay()
  expect(status).toBe(200)
  const payments = await world.app.db
    .selectFrom('payment')
    .select('id')
    .where('holder_id', '=', person.id)
    .execute()
  expect(payments).toEqual([{ id: body.data.id }])
  const made = [...world.yookassa.provider.payments.values()].filter(
    ({ metadata }) => metadata['payment_id'] === body.data.id,
  )
  expect(made).toHaveLength(1)
  await expectSoundLedger(world.app)
})

it('an account whose deletion’s answer was lost is deleted once', async () => {
  const person = await makePerson(world.app, { uses: 1 })
  const client = await logIn(world, person)
  await client.call('POST /verification/{action}', {
    params: { action: 'delete' },
    body: { email: person.email },
  })
  const [message] = await waitForMails(world, person.email, 1)
  const token = /\/delete\?token=([\w-]{43})$/m.exec(message?.text ?? '')?.[1] ?? ''
  const remove = () => world.client().call('DELETE /delete', { body: { token } })
  expectTryAgain(await loseCommitOf(remove))
  const again = await remove()
  expect([again.status, again.body.error?.code]).toEqual([400, 'wrong_token'])
  const { rows } = await world.app.databases.pool.query(
    `select (select count(*) from person where id = $1)::int as people,
      (select count(*) from closed_account where holder_id = $1)::int as closed`,
    [person.id],
  )
  expect(rows).toEqual([{ people: 0, closed: 1 }])
  expect((await client.call('GET /cookie')).status).toBe(401)
  await expectSoundLedger(world.app)
})
