import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { checkContacts } from '#server/features/evidence/check-contacts.ts'
import { refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { makeChannels } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { openPayment, until } from '#test/support/pay.ts'
import { startPgBouncer } from '#test/support/pgbouncer.ts'
import { findProgram } from '#test/support/programs.ts'
import { signUp } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { checkPooler } from '#server/db/check-pooler.ts'

// Where there is none and it cannot be installed, the tests are left out by name.
const pgbouncer = await findProgram('pgbouncer')
const PEOPLE = 8
/** Fewer than people, so that their transactions alternate on the same connections. */
const SIZE = 3

/** The product whose short transactions go through PgBouncer, and what its log says. */
async function openWorld(size = SIZE, edit?: (text: string) => string) {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const pooler = stack.use(
    await startPgBouncer(pgbouncer ?? '', database.url, { size, ...(edit === undefined ? {} : { edit }) }),
  )
  const { log, lines } = keepLog('warn')
  const world = stack.use(
    await createTestApp({
      databaseUrl: database.url,
      env: { RATE_LIMITS: 'off' },
      overrides: { poolerUrl: pooler.url, log },
    }),
  )
  return { world, pooler, lines, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function walk(world: TestApp, email: string): Promise<void> {
  const client = world.client()
  await signUp(world, client, email)
  const search = await client.call('POST /search', { body: { mainInputValue: 'Channel' } })
  const [channel] = search.body.data
  expect([search.status, channel !== undefined]).toEqual([200, true])
  const { payment, id } = await openPayment(world, client, { email })
  world.yookassa.provider.succeed(payment)
  await until(async () => {
    const { body } = await client.call('GET /payments/{id}', { params: { id } })
    return body.data.state === 'succeeded'
  })
  const { channelId } = channel!
  const reveal = () => client.call('POST /getemail', { body: { channelId } })
  const revealed = await Promise.all([reveal(), reveal()])
  expect(revealed.map(({ status }) => status)).toEqual([200, 200])
  const purchases = await client.call('GET /purchases')
  expect(purchases.body.data.map(({ email: address }) => address)).toEqual([revealed[0].body.data.email])
  const { status } = await client.call('POST /logout')
  expect(status).toBe(200)
}

it.skipIf(pgbouncer === null)('everything works through PgBouncer in transaction mode', async () => {
  await using opened = await openWorld()
  const { world, lines } = opened
  const { app } = world
  await checkPooler(app)
  await makeChannels(app, 30)
  await sql`select search_rebuild()`.execute(app.databases.direct)
  await Promise.all(Array.from({ length: PEOPLE }, (_, at) => walk(world, `anna${at}@buyer.example`)))
  // Jobs with a lock of their session, several servers at once.
  expect(Math.min(...(await Promise.all([refreshChannels(app), refreshChannels(app)])))).toBe(0)
  expect(Math.min(...(await Promise.all([checkContacts(app), checkContacts(app)])))).toBe(0)
  await expectSoundLedger(app)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`.execute(app.databases.direct)
  expect(rows).toEqual([{ count: 0 }])
  expect(lines.map(({ msg }) => msg)).toEqual([])
})

it.skipIf(pgbouncer === null)(
  'while PgBouncer is away calls are refused with 503, and then served again',
  async () => {
    await using opened = await openWorld()
    const { world, pooler } = opened
    const client = world.client()
    await signUp(world, client, 'anna@buyer.example')
    const ask = async () => {
      const { status, headers } = await client.call('GET /purchases')
      return [status, headers.get('retry-after')]
    }
    expect(await ask()).toEqual([200, null])
    await pooler.kill()
    expect(await ask()).toEqual([503, '5'])
    expect((await client.call('POST /search', { body: { mainInputValue: 'Nobody' } })).status).not.toBe(500)
    await pooler.start()
    await expect.poll(ask, { timeout: 20_000 }).toEqual([200, null])
  },
)

it.skipIf(pgbouncer === null)(
  'a pooler without limits is warned of, and one of another database is refused',
  async () => {
    await using unlimited = await openWorld(1, (text) => text.replace(/ connect_query='[^']*'/, ''))
    await checkPooler(unlimited.world.app)
    expect(unlimited.lines.map(({ msg }) => msg)).toEqual([
      'connections of DATABASE_POOLER_URL have no limits: set them in its connect_query',
    ])
    await using other = await createTestDatabase()
    const name = new URL(other.url).pathname.slice(1)
    await using wrong = await openWorld(1, (text) => text.replace(/dbname=\S+/, `dbname=${name}`))
    await expect(checkPooler(wrong.world.app)).rejects.toThrow('leads to another database')
    await wrong.pooler.kill()
    await expect(checkPooler(wrong.world.app)).rejects.toThrow('DATABASE_POOLER_URL does not work')
  },
)
