import { expect, it } from 'vitest'
import { singleConnection } from '#server/db/connect.ts'
import type { Lane } from '#server/db/lanes.ts'
import { hashPassword } from '#server/people/passwords.ts'
import { logIn, makeChannel, makeChannels, makePerson } from '#test/support/factories.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { openPayment, paymentOf, until } from '#test/support/pay.ts'
import { PASSWORD } from '#test/support/sign-up.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const SEARCH = { body: { mainInputValue: 'Nobody has this name' } }

async function startWorld(env: Readonly<Record<string, string>> = {}) {
  const { log, lines } = keepLog()
  const clock = new TestClock()
  const elapsed = () => clock.now().getTime()
  const world = await createTestApp({ env, clock, overrides: { elapsed, log } })
  const said = () => lines.filter(({ level }) => level !== 'info').map(({ msg }) => msg)
  return { ...world, lines, said, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

const searchLane = ({ app }: TestApp): Lane => app.databases.lanes.search.at(-1)!

/** Makes every search wait, as the end of an import does, until it is disposed of. */
async function lockSearches({ databaseUrl }: TestApp) {
  const holder = singleConnection({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table search_entry in access exclusive mode')
  const has = async (condition: string) => {
    const { rows } = await holder.query(
      `select from pg_locks join pg_database on pg_database.oid = database and datname = current_database()
       where relation = 'search_entry'::regclass and ${condition}`,
    )
    return rows.length > 0
  }
  return {
    isHeld: () => has(`mode = 'AccessExclusiveLock' and granted`),
    isAwaited: () => has('not granted'),
    [Symbol.asyncDispose]: () => holder.end(),
  }
}

/** Takes connections of a lane until it is disposed of. */
async function hold(lane: Lane, connections: number) {
  const end = Promise.withResolvers<void>()
  const holders = Array.from({ length: connections }, () => lane.db.connection().execute(() => end.promise))
  await until(() => lane.state().busy === connections)
  return {
    async [Symbol.asyncDispose]() {
      end.resolve()
      await Promise.all(holders)
    },
  }
}

/** Makes a lane expect that each caller needs longer than others may wait. */
async function makeSlow(lane: Lane, { clock }: TestApp) {
  await using _held = await hold(lane, 1)
  clock.advance({ minutes: 10 })
}

it('searches that wait hold up neither login, session, reveal nor payment', async () => {
  await using world = await startWorld({ DATABASE_SEARCH_POOL: '2', RATE_LIMITS: 'off' })
  const { app } = world
  const channel = await makeChannel(app)
  const person = await makePerson(app, { uses: 1 })
  const password_hash = await hashPassword(PASSWORD)
  await app.db.updateTable('person').set({ password_hash }).where('id', '=', person.id).execute()
  const client = await logIn(world, person)
  const lock = await lockSearches(world)
  const searches = Array.from({ length: 50 }, () => world.client().call('POST /search', SEARCH))
  await until(() => searchLane(world).state().busy === 2)

  const { status } = await world
    .client()
    .call('POST /login', { body: { email: person.email, password: PASSWORD } })
  expect(status).toBe(200)
  expect((await client.call('GET /cookie')).status).toBe(200)
  const { body } = await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  expect(body.data).toMatchObject({ email: channel.addresses[0] })
  const { id, payment } = await openPayment(world, client)
  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await paymentOf(world, id)).state === 'succeeded')

  expect(await lock.isHeld()).toBe(true)
  await lock[Symbol.asyncDispose]()
  for (const answer of await Promise.all(searches)) {
    if (answer.status === 200) continue
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
  }
  expect((await client.call('POST /search', SEARCH)).status).toBe(200)
  expect(world.said()).not.toContain('the database does not answer')
})

it('a search too many is refused at once, uncounted, and the log says so once', async () => {
  await using world = await startWorld({ DATABASE_SEARCH_POOL: '1' })
  const { app, clock } = world
  const client = world.client()
  const lane = searchLane(world)
  const counted = async () => {
    const { points } = await app.db
      .selectFrom('rate_limit')
      .select(({ fn }) => fn.sum<number>('points').as('points'))
      .executeTakeFirstOrThrow()
    return points
  }
  expect((await client.call('POST /search', SEARCH)).status).toBe(200)
  await makeSlow(lane, world)
  {
    await using _held = await hold(lane, 1)
    const before = await counted()
    for (const key of ['POST /search', 'POST /filter'] as const) {
      const body = { ...SEARCH.body, content_type: ['Music'] }
      const { status, headers, body: answer } = await client.call(key, { body })
      expect([status, headers.get('retry-after'), answer.error?.code]).toEqual([503, '1', 'unavailable'])
    }
    expect(await counted()).toBe(before)
    expect((await client.call('GET /config')).status).toBe(200)
    clock.advance({ seconds: 6 })
  }
  expect((await client.call('POST /search', SEARCH)).status).toBe(200)
  expect(world.said()).toEqual([
    'calls are refused: too many wait for the database',
    'calls are served again',
  ])
  expect(world.lines.filter((line) => 'status' in line && line.status === 503)).toEqual([])
})

it('a search is cancelled when its client has gone', async () => {
  await using world = await startWorld({ DATABASE_SEARCH_POOL: '1' })
  const lane = searchLane(world)
  await using lock = await lockSearches(world)
  const { sent, leave } = sendSearch(world)
  await until(() => lock.isAwaited())
  leave()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => lane.state()).toMatchObject({ busy: 0, cancelled: 1 })
  expect(await lock.isHeld()).toBe(true)
  await lock[Symbol.asyncDispose]()
  expect((await world.client().call('POST /search', SEARCH)).status).toBe(200)
  expect(lane.state()).toMatchObject({ idle: 1, refused: 0 })
  expect(world.said()).toEqual([])
})

it('a search that waits leaves the line when its client has gone', async () => {
  await using world = await startWorld({ DATABASE_SEARCH_POOL: '1' })
  const lane = searchLane(world)
  await using _held = await hold(lane, 1)
  const { sent, leave } = sendSearch(world)
  await until(() => lane.state().waiting === 1)
  leave()
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => lane.state()).toMatchObject({ waiting: 0, refused: 0, cancelled: 0 })
  expect(world.said()).toEqual([])
})

it('crowded sessions are refused, and nobody is logged out; searches go on as a visitor’s', async () => {
  await using world = await startWorld()
  const { sessions } = world.app.databases.lanes
  const client = await logIn(world, await makePerson(world.app))
  expect((await client.call('GET /cookie')).status).toBe(200)
  await makeSlow(sessions, world)
  {
    await using _held = await hold(sessions, 4)
    const { status, headers } = await client.call('GET /cookie')
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
    expect((await client.call('POST /search', SEARCH)).status).toBe(200)
  }
  expect(client.cookies.size).toBe(1)
  expect((await client.call('GET /cookie')).status).toBe(200)
  expect(world.said()).toEqual(['calls are refused: too many wait for the database'])
})

it('many reveals at once share the few connections of the smallest pool', async () => {
  await using world = await startWorld({ DATABASE_POOL: '6', RATE_LIMITS: 'off' })
  const channels = await makeChannels(world.app, 5, { contacts: 1 })
  const clients = await Promise.all(
    Array.from({ length: 6 }, async () => logIn(world, await makePerson(world.app, { uses: 5 }))),
  )
  const answers = await Promise.all(
    clients.flatMap((client) =>
      channels.map(({ channelId }) => client.call('POST /getemail', { body: { channelId } })),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

/** A search whose client may leave before the answer. */
function sendSearch({ baseUrl, app }: TestApp) {
  const leaving = new AbortController()
  const sent = fetch(`${baseUrl}/api/search`, {
    method: 'POST',
    headers: { 'x-api-key': app.config.clientKey, 'content-type': 'application/json' },
    body: JSON.stringify(SEARCH.body),
    signal: leaving.signal,
  })
  return { sent, leave: () => leaving.abort() }
}
