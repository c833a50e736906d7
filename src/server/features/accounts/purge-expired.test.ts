import { expect, it } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { askForCode } from '#test/support/sign-up.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { issueNonce, takeNonce } from './issue-nonce.ts'
import { purgeExpired } from './purge-expired.ts'

const TABLES = ['session', 'code', 'login_failure', 'solved_captcha', 'used_nonce', 'rate_limit'] as const

it('what has expired is deleted, what lives stays', async () => {
  await using world = await createTestApp()
  const { app, clock } = world
  const count = async () => {
    const counts: Record<string, number> = {}
    for (const table of TABLES) {
      const rows = await app.db.selectFrom(table).select(app.db.fn.countAll<number>().as('rows')).execute()
      counts[table] = rows[0]?.rows ?? 0
    }
    return counts
  }
  const leaveTraces = async (name: string) => {
    const client = await logIn(world, await makePerson(app))
    await askForCode(world, client, `${name}@example.com`)
    await transact(app.db, (tx) => takeNonce(tx, issueNonce(app, name)))
    await world.client().call('POST /login', { body: { email: `${name}@example.com`, password: 'wrong' } })
  }
  await leaveTraces('old')
  clock.advance({ days: 31 })
  const before = await count()
  await purgeExpired(app)
  expect(await count()).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])))
  await leaveTraces('new')
  const living = await count()
  expect(living).toEqual(before)
  await purgeExpired(app)
  expect(await count()).toEqual(living)
})

it('the hash of an address that got a gift is kept for 3 years and no longer', async () => {
  await using world = await createTestApp()
  const { app, clock } = world
  const given = { address_hash: Buffer.from('hash of an address'), gift: 'welcome', given_at: clock.now() }
  await app.db.insertInto('gift_given').values(given).execute()
  const left = async () => (await app.db.selectFrom('gift_given').selectAll().execute()).length
  clock.set('2029-03-10T08:59:59.000Z')
  await purgeExpired(app)
  expect(await left()).toBe(1)
  clock.set('2029-03-10T09:00:00.000Z')
  await purgeExpired(app)
  expect(await left()).toBe(0)
})
