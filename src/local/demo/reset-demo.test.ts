import { sql } from 'kysely'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { ConfigError } from '#server/config/settings.ts'
import { checkSecret } from '#server/db/check-secret.ts'
import { demoProblem, markDemo } from '#server/db/demo-mark.ts'
import { checkInvariants } from '#server/db/invariant.ts'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { invariants, writerOf } from '#server/features.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { createTestApp, type TestApp, useTestApp } from '#test/support/test-app.ts'
import { DEMO_BUYER, keepDemoBuyer } from './demo-buyer.ts'
import { KEPT, resetDemo } from './reset-demo.ts'

const marked = async (isDemo: boolean, env: Readonly<Record<string, string>> = {}): Promise<TestApp> => {
  const world = await createTestApp({ env })
  await checkSecret(world.app.db, world.app.config, world.app.secret)
  await markDemo(world.app.databases.pool, isDemo)
  return world
}

const rowsOf = async ({ app }: TestApp, table: string): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(app.db)
  return rows[0]?.count ?? 0
}

/** What a day of visitors leaves behind. */
async function leaveTraces(world: TestApp): Promise<void> {
  const channel = await makeChannel(world.app, { isDemo: true })
  const client = await logIn(world, await makePerson(world.app, { uses: 3 }))
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  await client.call('POST /review', { body: { reviewText: 'good', websiteMark: 5 } })
  await client.call('POST /optout', { body: { address: 'somebody@creator.example' } })
  expect(await rowsOf(world, 'reveal')).toBeGreaterThan(0)
}

describe('the reset of a demonstration', () => {
  let world: TestApp
  let second: TestApp
  beforeAll(async () => {
    world = await marked(true, { DEMO: 'true' })
    second = await createTestApp({
      databaseUrl: world.databaseUrl,
      clock: world.clock,
      env: { DEMO: 'true' },
    })
  })
  afterAll(async () => {
    await second[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })
  const CHANNELS = 500
  let forgotten = 0
  const reset = ({ app, databaseUrl }: TestApp) =>
    resetDemo(app, { ownerUrl: databaseUrl, forget: () => (forgotten += 1), channels: CHANNELS })

  it('happens once a day, whichever server begins, and leaves the catalogue and the buyer alone', async () => {
    await leaveTraces(world)
    const done = await Promise.all([reset(world), reset(second), reset(world)])
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(forgotten).toBe(1)
    expect(await rowsOf(world, 'channel')).toBe(CHANNELS)
    const people = await world.app.db.selectFrom('person').select('email').execute()
    expect(people).toEqual([{ email: DEMO_BUYER.email }])
    for (const table of ['reveal', 'purchase', 'review', 'optout_link', 'session', 'payment', 'vote'])
      expect(await rowsOf(world, table), table).toBe(0)

    await leaveTraces(world)
    expect(await reset(second)).toBe(false)
    expect(await rowsOf(world, 'reveal')).toBeGreaterThan(0)
    world.clock.advance({ days: 1 })
    expect(await reset(second)).toBe(true)
    expect(await rowsOf(world, 'reveal')).toBe(0)
    expect(await rowsOf(world, 'channel')).toBe(CHANNELS)
  })

  it('leaves what was written before as well protected as ever, and nothing inconsistent', async () => {
    for (const table of ['uses_lot', 'uses_entry', 'reveal'])
      await expect(sql`truncate ${sql.table(table)} cascade`.execute(world.app.db), table).rejects.toThrow(
        'append-only',
      )
    const broken = (await checkInvariants(world.app.db, invariants)).filter(({ count }) => count > 0)
    expect(broken).toEqual([])
    // Every table is either emptied or kept by name.
    expect([...KEPT].filter((table) => !writerOf.has(table))).toEqual([])
  })

  it('an account that everybody may use gets new uses', async () => {
    await keepDemoBuyer(world.app)
    const enter = async () => (await world.client().call('POST /login', { body: DEMO_BUYER })).body.data
    expect((await enter())?.userInformation).toMatchObject({ username: 'Demo_buyer', uses: 50 })
    await keepDemoBuyer(world.app)
    await keepDemoBuyer(second.app)
    expect((await enter())?.userInformation).toMatchObject({ username: 'Demo_buyer', uses: 50 })
  })
})

describe('the account with which everybody may try a demonstration', () => {
  const world = useTestApp({
    env: { DEMO: 'true', RATE_LIMITS: 'off' },
    overrides: { demoBuyer: DEMO_BUYER },
  })
  beforeAll(() => keepDemoBuyer(world.app))

  const enter = async () => {
    const client = world.client()
    const { body } = await client.call('POST /login', { body: DEMO_BUYER })
    return { client, userId: body.data?.userInformation.user_id ?? 0, body }
  }

  it('can change nothing of itself, so that nobody shuts others out', async () => {
    const { client, userId } = await enter()
    const other = await enter()
    const { email } = DEMO_BUYER
    const change = (changeMethod: 'username' | 'password', newValue: string) =>
      client.call('PUT /update/{user_id}', {
        params: { user_id: userId },
        body: { changeMethod, newValue, user_id: userId, verification_code: '123456' },
      })
    const ask = (action: 'change' | 'delete') =>
      client.call('POST /verification/{action}', { params: { action }, body: { email } })
    const tries = [
      () => change('username', 'Rude'),
      () => change('password', 'mine alone'),
      () => ask('change'),
      () => ask('delete'),
      () => client.call('POST /second-factor/totp', { body: {} }),
      () => client.call('PUT /second-factor/totp', { body: { ticket: 'any', code: '123456' } }),
      () => client.call('POST /second-factor/passkeys', { body: {} }),
      () => client.call('POST /second-factor/recovery-codes', { body: {} }),
      () => client.call('DELETE /sessions'),
      () => client.call('DELETE /sessions/{id}', { params: { id: 1 } }),
      () => client.call('DELETE /identities/{id}', { params: { id: 1 } }),
      () => client.call('PUT /recommendations/choice', { body: { countsPurchases: false } }),
    ]
    for (const [at, attempt] of tries.entries()) {
      const { status, body } = await attempt()
      expect([at, status, body.error?.code]).toEqual([at, 403, 'demo_account'])
    }
    expect((await other.client.call('GET /cookie')).status).toBe(200)
    expect((await enter()).body.data?.userInformation.username).toBe('Demo_buyer')
  })

  it('gets no emails whose links would: everybody can read them', async () => {
    await enter()
    const asked = await world.client().call('POST /verification/{action}', {
      params: { action: 'reset' },
      body: { email: DEMO_BUYER.email },
    })
    expect(asked.body.data).toEqual({ isUserExists: true })
    const waiting = async () => {
      const { rows } = await world.app.databases.pool.query<{ count: number }>(
        `select count(*)::integer as count from pgboss.job where name = 'resetLink' and state < 'completed'`,
      )
      return rows[0]?.count
    }
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
    expect(await rowsOf(world, 'link_token')).toBe(0)
  })

  it('takes the password however often others type a wrong one, in any number of browsers', async () => {
    for (let number = 0; number < 12; number += 1)
      await world.client().call('POST /login', { body: { ...DEMO_BUYER, password: 'wrong password' } })
    for (let number = 0; number < 12; number += 1)
      expect((await enter()).body.data?.userInformation.email).toBe(DEMO_BUYER.email)
  })
})

describe('a database', () => {
  const DEMO = /^DEMO=true deletes all accounts/
  const REAL = /^This database is a demonstration/

  it('of a demonstration is never taken for a real one', async () => {
    await using world = await marked(true)
    await expect(markDemo(world.app.databases.pool, false)).rejects.toThrow(REAL)
    await expect(markDemo(world.app.databases.pool, false)).rejects.toBeInstanceOf(ConfigError)
    expect(await demoProblem(world.app.databases.pool, false)).toMatch(REAL)
    await makePerson(world.app)
    await expect(markDemo(world.app.databases.pool, true)).resolves.toBeUndefined()
  })

  it('with people or real channels is never taken for a demonstration’s, and nothing of it is deleted', async () => {
    await using world = await marked(false)
    // Nothing is in it yet.
    expect(await demoProblem(world.app.databases.pool, true)).toBeNull()
    await makeChannel(world.app, { isDemo: true })
    expect(await demoProblem(world.app.databases.pool, true)).toBeNull()
    await makePerson(world.app)
    await expect(markDemo(world.app.databases.pool, true)).rejects.toThrow(DEMO)
    await expect(markDemo(world.app.databases.pool, false)).resolves.toBeUndefined()
    const { databaseUrl: ownerUrl, app } = world
    expect(await resetDemo(app, { ownerUrl, forget: () => undefined })).toBe(false)
    expect(await rowsOf(world, 'channel')).toBe(1)
    await using other = await marked(false)
    await makeChannel(other.app)
    await expect(markDemo(other.app.databases.pool, true)).rejects.toThrow(DEMO)
  })

  it('with nothing but an objection, which holds for good, is not taken for one either', async () => {
    await using world = await marked(false)
    await suppressAddress(world.app, 'somebody@creator.example')
    await expect(markDemo(world.app.databases.pool, true)).rejects.toThrow(DEMO)
  })
})
