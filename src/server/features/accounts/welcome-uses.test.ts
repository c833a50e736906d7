import { describe, expect, it } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { hashPassword } from '#server/people/passwords.ts'
import { giveWelcomeUses } from './give-welcome-uses.ts'

const world = useTestApp({
  env: { WELCOME_PER_NETWORK_DAY: '3', LIMITS: 'welcome_domain=2/900000000,welcome_month=5/2678400' },
})

/** Creates an account from a network. @returns the uses it was given */
async function welcome(email: string, network: string): Promise<number> {
  const { app } = world
  const person = await makePerson(app, { email: `${crypto.randomUUID()}@person.example` })
  const newcomer = { personId: person.id, email, network, now: app.clock.now() }
  await transact(app.db, (tx) => giveWelcomeUses(tx, app, newcomer))
  return usesOf(app, person.id)
}

describe('welcome uses', () => {
  it('are given once per mailbox, however it is spelled', async () => {
    expect(await welcome('anna@gmail.com', '192.0.2.1')).toBe(3)
    expect(await welcome('a.nna+again@googlemail.com', '192.0.2.2')).toBe(0)
    expect(await welcome('anna2@gmail.com', '192.0.2.2')).toBe(3)
  })

  it('are not given again after deletion: a keyed hash of the address remains', async () => {
    await welcome('deleted@gmail.com', '192.0.2.3')
    const kept = await world.app.db.selectFrom('gift_given').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('deleted')
    expect(await welcome('deleted@gmail.com', '192.0.2.4')).toBe(0)
  })

  it('are capped per network and Moscow date, even at the same moment', async () => {
    const names = Array.from({ length: 8 }, (_, number) => `network${number}@gmail.com`)
    const given = await Promise.all(names.map((email) => welcome(email, '198.51.100.1')))
    expect(given.filter((uses) => uses === 3)).toHaveLength(3)
    expect(given.filter((uses) => uses === 0)).toHaveLength(5)
    world.clock.set('2026-03-10T20:59:59Z')
    expect(await welcome('evening@gmail.com', '198.51.100.1')).toBe(0)
    world.clock.set('2026-03-10T21:00:00Z')
    expect(await welcome('midnight@gmail.com', '198.51.100.1')).toBe(3)
  })

  it('are capped per domain unless it is a known mail provider', async () => {
    const given: number[] = []
    for (let number = 0; number < 4; number += 1) {
      given.push(await welcome(`catch${number}@all.my-domain.dev`, `203.0.113.${number}`))
    }
    expect(given).toEqual([3, 3, 0, 0])
    await expectSoundLedger(world.app)
  })

  it('are capped per registered domain across its subdomains, for good', async () => {
    const given: number[] = []
    for (const [number, domain] of ['a.farm.co.uk', 'b.farm.co.uk', 'c.d.farm.co.uk', 'farm.co.uk'].entries())
      given.push(await welcome(`catch@${domain}`, `203.0.114.${number}`))
    world.clock.advance({ days: 400 })
    given.push(await welcome('catch@later.farm.co.uk', '203.0.114.9'))
    expect(given).toEqual([3, 3, 0, 0, 0])
    expect(await welcome('catch@another.co.uk', '203.0.114.9')).toBe(3)
  })

  it('are given once per mailbox name at any domain, whatever its tag', async () => {
    expect(await welcome('tag+1@some-firm.dev', '203.0.115.1')).toBe(3)
    expect(await welcome('tag+2@some-firm.dev', '203.0.115.2')).toBe(0)
    expect(await welcome('tag@some-firm.dev', '203.0.115.3')).toBe(0)
  })

  it('treat a /48 as one network, even at the same moment', async () => {
    const given = await Promise.all(
      Array.from({ length: 23 }, (_, number) =>
        welcome(`six${number}@gmail.com`, `2001:db8:7:${number.toString(16)}::/64`),
      ),
    )
    expect(given.filter((uses) => uses === 3)).toHaveLength(3)
    expect(await welcome('neighbour@gmail.com', '2001:db8:8:0::/64')).toBe(3)
  })

  it('are capped per network and month', async () => {
    world.clock.set('2027-05-01T09:00:00Z')
    const given: number[] = []
    for (let day = 0; day < 3; day += 1) {
      for (let number = 0; number < 3; number += 1)
        given.push(await welcome(`month${day}${number}@gmail.com`, '198.51.100.77'))
      world.clock.advance({ days: 1 })
    }
    expect(given).toEqual([3, 3, 3, 3, 3, 0, 0, 0, 0])
    world.clock.set('2027-06-01T09:00:00Z')
    expect(await welcome('june@gmail.com', '198.51.100.77')).toBe(3)
  })

  it('count against no cap when one of the caps withholds them', async () => {
    const network = '198.51.100.88'
    for (let number = 0; number < 5; number += 1) await welcome(`more${number}@all.my-domain.dev`, network)
    expect(await welcome('nobody.else@gmail.com', network)).toBe(3)
  })

  it('withheld by a network’s cap are given at a later login, once, even with two at the same moment', async () => {
    const network = '127.0.0.1'
    for (let number = 0; number < 3; number += 1) await welcome(`before${number}@gmail.com`, network)
    const { app } = world
    const person = await makePerson(app, { email: 'patient@gmail.com' })
    const change = { password_hash: await hashPassword('correct horse') }
    await app.db.updateTable('person').set(change).where('id', '=', person.id).execute()
    const newcomer = { personId: person.id, email: person.email, network, now: app.clock.now() }
    const came = await transact(app.db, (tx) => giveWelcomeUses(tx, app, newcomer))
    expect(came).toEqual({ uses: 0, isDue: true })
    const logIn = async () => {
      const body = { email: person.email, password: 'correct horse' }
      return (await world.client().call('POST /login', { body })).body.data?.userInformation.uses
    }
    expect(await logIn()).toBe(0)
    world.clock.advance({ days: 1 })
    expect(await Promise.all([logIn(), logIn(), logIn()])).toEqual([3, 3, 3])
    world.clock.advance({ days: 1 })
    expect(await logIn()).toBe(3)
    await expectSoundLedger(app)
  })
})
