import { expect, it } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { closeAccount, logIn, makePerson } from '#test/support/factories.ts'
import { askForCode } from '#test/support/sign-up.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { activatePromocode } from '#server/features/uses/activate-promocode.ts'
import { issueNonce, takeNonce } from '#server/people/nonces.ts'
import { insertPromocode } from '#server/features/uses/promocodes.sql.ts'
import { purgeExpired } from './purge-expired.ts'

const TABLES = ['session', 'code', 'login_failure', 'solved_captcha', 'used_nonce', 'rate_limit'] as const

it('deletes what has expired and keeps the rest', async () => {
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

it('remembers given gifts as long as the account exists, and for 3 years after its deletion', async () => {
  await using world = await createTestApp()
  const { app, clock } = world
  await insertPromocode(app.db, { code: 'LONG', uses: 10, places: null, lastDate: null }, clock.now())
  const { id, email } = await makePerson(app)
  const activate = (personId: number) =>
    activatePromocode(app, { personId, holderId: personId, email, promocode: 'LONG' })
  await activate(id)

  clock.set('2031-05-01T09:00:00.000Z')
  await purgeExpired(app)
  await expect(activate(id)).rejects.toThrow('promocode_used')

  await closeAccount(app, id)
  clock.set('2034-05-01T08:59:59.000Z')
  await purgeExpired(app)
  const successor = await makePerson(app, { email })
  await expect(activate(successor.id)).rejects.toThrow('promocode_used')

  clock.set('2034-05-01T09:00:00.000Z')
  await purgeExpired(app)
  expect(await app.db.selectFrom('gift_given').selectAll().execute()).toEqual([])
})
