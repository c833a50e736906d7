import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '#server/db/transact.ts'
import { makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { giveWelcomeUses } from './give-welcome-uses.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ env: { WELCOME_PER_NETWORK_DAY: '3', LIMITS: 'welcome_domain=2/86400' } })
})
afterAll(() => world[Symbol.asyncDispose]())

/** A new account with an address on a network, and what it was given. */
async function welcome(email: string, network: string): Promise<number> {
  const { app } = world
  const person = await makePerson(app, { email: `${crypto.randomUUID()}@person.example` })
  const newcomer = { personId: person.id, email, network, now: app.clock.now() }
  await transact(app.db, (tx) => giveWelcomeUses(tx, app, newcomer))
  return usesOf(app, person.id)
}

describe('welcome uses', () => {
  it('are given once to a mailbox, however it is spelled', async () => {
    expect(await welcome('anna@gmail.com', '192.0.2.1')).toBe(3)
    expect(await welcome('a.nna+again@googlemail.com', '192.0.2.2')).toBe(0)
    expect(await welcome('anna2@gmail.com', '192.0.2.2')).toBe(3)
  })

  it('are not given again after the account was deleted: only a keyed hash is kept of the address', async () => {
    await welcome('deleted@gmail.com', '192.0.2.3')
    const kept = await world.app.db.selectFrom('gift_given').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('deleted')
    expect(await welcome('deleted@gmail.com', '192.0.2.4')).toBe(0)
  })

  it('are given so many times to a network on a Moscow date, also at the same moment', async () => {
    const names = Array.from({ length: 8 }, (_, number) => `network${number}@gmail.com`)
    const given = await Promise.all(names.map((email) => welcome(email, '198.51.100.1')))
    expect(given.filter((uses) => uses === 3)).toHaveLength(3)
    expect(given.filter((uses) => uses === 0)).toHaveLength(5)
    world.clock.set('2026-03-10T20:59:59Z')
    expect(await welcome('evening@gmail.com', '198.51.100.1')).toBe(0)
    world.clock.set('2026-03-10T21:00:00Z')
    expect(await welcome('midnight@gmail.com', '198.51.100.1')).toBe(3)
  })

  it('are given so many times to a domain that anybody might run', async () => {
    const given: number[] = []
    for (let number = 0; number < 4; number += 1) {
      given.push(await welcome(`catch${number}@all.my-domain.dev`, `203.0.113.${number}`))
    }
    expect(given).toEqual([3, 3, 0, 0])
    await expectSoundLedger(world.app)
  })
})
