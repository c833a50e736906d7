import { sql } from 'kysely'
import { test } from 'vitest'
import { isDatabaseAway, openDatabase, openPool } from '#server/db/connect.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { startTcpProxy } from '#test/support/tcp-proxy.ts'
import { createTestApp } from '#test/support/test-app.ts'

// They wait for seconds until something counts as frozen, so they do that side by side.
const it = test.concurrent

const SEARCH = { body: { mainInputValue: 'Nobody has this name' } }

it('a statement without an answer times out, and so does a wait for a connection', async ({ expect }) => {
  await using database = await createTestDatabase()
  await using proxy = await startTcpProxy(database.url)
  const db = openDatabase(openPool(proxy.url, { max: 2, onLost: () => undefined, statementMs: 2_000 }))
  const ask = () =>
    sql`select 1`.execute(db).then(
      () => 'answered',
      (error: Error) => error.message,
    )
  const begun = Promise.withResolvers<void>()
  const frozen = Promise.withResolvers<void>()
  const inBetween = db
    .transaction()
    .execute(async (tx) => {
      await sql`select 1`.execute(tx)
      begun.resolve()
      await frozen.promise
      await sql`select 1`.execute(tx)
    })
    .catch((error: unknown) => error)
  expect(await ask()).toBe('answered')
  await begun.promise
  proxy.freeze()
  frozen.resolve()
  expect(await Promise.all(Array.from({ length: 5 }, ask))).not.toContain('answered')
  expect(await inBetween).toSatisfy(isDatabaseAway)
  proxy.thaw()
  expect(await Promise.all(Array.from({ length: 5 }, ask))).toEqual(Array(5).fill('answered'))
  await db.destroy()
})

it('searches use the next replica while one is frozen, and the log says so once', async ({ expect }) => {
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await createTestDatabase())
  const frozen = stack.use(await startTcpProxy(url))
  const other = stack.use(await startTcpProxy(url))
  const { log, lines } = keepLog()
  const world = stack.use(
    await createTestApp({
      databaseUrl: url,
      env: { DATABASE_REPLICA_URLS: `${frozen.url},${other.url}`, RATE_LIMITS: 'off' },
      overrides: { log },
    }),
  )
  const search = async () => (await world.client().call('POST /search', SEARCH)).status
  const searches = () => Promise.all(Array.from({ length: 27 }, search))
  expect(new Set(await searches())).toEqual(new Set([200]))
  frozen.freeze()
  expect(new Set(await searches())).toEqual(new Set([200]))
  // With no replica left, the primary answers.
  other.freeze()
  expect(new Set(await searches())).toEqual(new Set([200]))
  frozen.thaw()
  other.thaw()
  world.clock.advance({ seconds: 11 })
  expect(new Set(await searches())).toEqual(new Set([200]))
  const said = lines.filter(({ level }) => level !== 'info').map(({ level, msg }) => `${level}: ${msg}`)
  expect(said.toSorted()).toEqual([
    'error: a replica does not answer',
    'error: a replica does not answer',
    'warn: a replica answers again',
    'warn: a replica answers again',
  ])
})

it('while the primary is frozen, the process reports itself alive, and searches work, for logged-in people too', async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await createTestDatabase())
  const primary = stack.use(await startTcpProxy(url))
  const { log, lines } = keepLog()
  const world = stack.use(
    await createTestApp({
      databaseUrl: primary.url,
      env: { DATABASE_REPLICA_URLS: url },
      overrides: { log },
    }),
  )
  const { channelId } = await makeChannel(world.app, { name: 'Winter Kitchen' })
  await sql`select search_rebuild()`.execute(world.app.db)
  const person = await makePerson(world.app, { uses: 1 })
  const client = await logIn(world, person)
  const search = async () => {
    const { status, body } = await client.call('POST /search', { body: { mainInputValue: 'Winter Kitchen' } })
    return { status, found: body.data?.map((channel) => channel.channelId) }
  }
  const ready = async () => {
    const { status, body } = await client.send('GET', '/api/ready')
    return { status, body }
  }
  const allWell = { primary: 'ok', replicas: ['ok'], jobs: 'ok', emails: 'ok' }
  expect(await ready()).toEqual({ status: 200, body: { status: 'ok', ...allWell } })
  expect(await search()).toEqual({ status: 200, found: [channelId] })

  primary.freeze()
  const away = { primary: 'away', replicas: ['ok'], jobs: 'unknown', emails: 'unknown' }
  const [health, notReady, ...found] = await Promise.all([
    client.send('GET', '/api/health'),
    ready(),
    ...Array.from({ length: 10 }, search),
  ])
  expect(health.body).toMatchObject({ status: 'ok' })
  expect(notReady).toEqual({ status: 503, body: { status: 'unavailable', ...away } })
  for (const answer of found) expect(answer).toEqual({ status: 200, found: [channelId] })
  const [cookie, reveal] = await Promise.all([
    client.call('GET /cookie'),
    client.call('POST /getemail', { body: { channelId } }),
  ])
  for (const { status, headers, body } of [cookie, reveal]) {
    expect([status, headers.get('retry-after'), body.error?.code]).toEqual([503, '5', 'unavailable'])
  }
  expect(client.cookies.size).toBe(1)

  primary.thaw()
  await expect.poll(async () => (await client.call('GET /cookie')).status, { timeout: 30_000 }).toBe(200)
  expect(await ready()).toEqual({ status: 200, body: { status: 'ok', ...allWell } })
  expect((await client.call('POST /getemail', { body: { channelId } })).status).toBe(200)
  world.clock.advance({ seconds: 6 })
  expect((await client.call('GET /cookie')).status).toBe(200)
  const said = lines.filter(({ level }) => level !== 'info').map(({ level, msg }) => `${level}: ${msg}`)
  expect(said).toEqual(['error: the database does not answer', 'warn: the database answers again'])
})

it('from the moment the primary freezes, visitors’ searches go on at a replica, whoever waits for the primary', async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await createTestDatabase())
  const primary = stack.use(await startTcpProxy(url))
  const world = stack.use(
    await createTestApp({
      databaseUrl: primary.url,
      env: { DATABASE_REPLICA_URLS: url, DATABASE_POOL: '6', RATE_LIMITS: 'off' },
    }),
  )
  const visitor = world.client()
  const search = async () => (await visitor.call('POST /search', SEARCH)).status
  const logIns = () => {
    const body = { email: 'nobody@buyer.example', password: 'a wrong password' }
    return Promise.all(
      Array.from({ length: 10 }, async () => (await world.client().call('POST /login', { body })).status),
    )
  }
  expect(await search()).toBe(200)
  primary.freeze()
  const waiting = logIns()
  while (!world.app.databases.primary.isAway()) expect(await search()).toBe(200)
  expect(await search()).toBe(200)
  // Thawed earlier, it might still answer them.
  expect(await waiting).toContain(503)
  primary.thaw()
})

it('metrics are told within seconds while the primary is frozen, without those of the database', async ({
  expect,
}) => {
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await createTestDatabase())
  const primary = stack.use(await startTcpProxy(url))
  const world = stack.use(await createTestApp({ databaseUrl: primary.url }))
  const read = async () => (await fetch(`${world.localUrl}/metrics`)).text()
  expect(await read()).toMatch(/^payments_uncredited 0$/m)
  primary.freeze()
  world.clock.advance({ seconds: 5 })
  const begin = performance.now()
  const text = await read()
  // Prometheus waits for 10 s.
  expect(performance.now() - begin).toBeLessThan(10_000)
  expect(text).not.toMatch(/^(payments_uncredited|jobs|contacts|invariant_\w+)\b/m)
  expect(text).toMatch(/^data_disk_available_bytes \d+/m)
  primary.thaw()
})
