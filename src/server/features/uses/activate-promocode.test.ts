import { afterEach, describe, expect, it } from 'vitest'
import { closeAccount, logIn, makePerson, type TestPerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { activatePromocode } from './activate-promocode.ts'
import { endPromocode, insertPromocode, listPromocodes } from './promocodes.sql.ts'

const world = useTestApp()
afterEach(() => expectSoundLedger(world.app))

async function makeCode(
  code: string,
  {
    uses = 10,
    places = null,
    lastDate = null,
  }: { uses?: number; places?: number | null; lastDate?: string | null } = {},
): Promise<void> {
  const { db, clock } = world.app
  expect(await insertPromocode(db, { code, uses, places, lastDate }, clock.now())).toBe(true)
}

/** Activates a promocode. @returns the uses that it gave, or why it was refused */
async function activate({ id, email }: TestPerson, promocode: string): Promise<number | string> {
  try {
    return (await activatePromocode(world.app, { holderId: id, personId: id, email, promocode })).added
  } catch (error) {
    return (error as Error).message
  }
}

async function activatedOf(code: string): Promise<number | undefined> {
  return (await listPromocodes(world.app.db)).find((promocode) => promocode.code === code)?.activated
}

describe('a promocode', () => {
  it('gives its uses in any case and with spaces, and reports the new balance', async () => {
    await makeCode('SPRING-25')
    const person = await makePerson(world.app, { uses: 2 })
    const client = await logIn(world, person)
    const answer = await client.call('PUT /promocode', {
      body: { promocode: ' spring -25', email: person.email.toUpperCase() },
    })
    expect(answer).toMatchObject({ status: 200, body: { data: { uses: 12, added: 10 } } })
    const restored = await client.call('GET /cookie')
    expect(restored.body.data.userInformation.uses).toBe(12)
  })

  it('gives as many as the operator chose', async () => {
    await makeCode('FIFTY', { uses: 50 })
    expect(await activate(await makePerson(world.app), 'FIFTY')).toBe(50)
  })

  it('is refused with the specified text when it does not exist', async () => {
    const person = await makePerson(world.app)
    const client = await logIn(world, person)
    const { status, body } = await client.call('PUT /promocode', {
      body: { promocode: 'NOSUCHCODE', email: person.email },
    })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'wrong_promocode',
      message: 'Failed to activate promocode. Please try again.',
    })
    expect(await usesOf(world.app, person.id)).toBe(0)
  })

  it('does not match look-alike letters', async () => {
    await makeCode('COTTON')
    const person = await makePerson(world.app)
    expect(await activate(person, '\u0421\u041e\u0422\u0422ON')).toBe('wrong_promocode')
    expect(await activate(person, 'COTTON')).toBe(10)
  })

  it('gives once per person, and another code still works', async () => {
    await Promise.all(['FIRST', 'SECOND'].map((code) => makeCode(code)))
    const person = await makePerson(world.app)
    const outcomes = []
    for (const code of ['FIRST', 'first', 'SECOND']) outcomes.push(await activate(person, code))
    expect(outcomes).toEqual([10, 'promocode_used', 10])
    expect(await usesOf(world.app, person.id)).toBe(20)
  })

  it('does not give again after the account is deleted and recreated, however the address is spelled', async () => {
    await makeCode('AGAIN')
    const first = await makePerson(world.app, { email: 'anna.k@gmail.com' })
    expect(await activate(first, 'AGAIN')).toBe(10)
    await closeAccount(world.app, first.id)
    for (const email of ['anna.k@gmail.com', 'annak+1@googlemail.com']) {
      expect(await activate(await makePerson(world.app, { email }), 'AGAIN')).toBe('promocode_used')
    }
  })

  it('works through its last Moscow date, not after', async () => {
    await makeCode('MARCH', { lastDate: '2026-03-12' })
    world.clock.set('2026-03-12T20:59:59Z')
    expect(await activate(await makePerson(world.app), 'MARCH')).toBe(10)
    world.clock.set('2026-03-12T21:00:00Z')
    const late = await makePerson(world.app)
    expect(await activate(late, 'MARCH')).toBe('promocode_ended')
    expect(await usesOf(world.app, late.id)).toBe(0)
  })

  it('that has ended gives nothing, is reported as used to those who used it, and cannot be created again', async () => {
    await makeCode('ENDED')
    const person = await makePerson(world.app)
    await activate(person, 'ENDED')
    expect(await endPromocode(world.app.db, 'ENDED', world.clock.now())).toBe(true)
    expect(await endPromocode(world.app.db, 'ENDED', world.clock.now())).toBe(false)
    expect(await activate(await makePerson(world.app), 'ENDED')).toBe('promocode_ended')
    expect(await activate(person, 'ENDED')).toBe('promocode_used')
    const again = { code: 'ENDED', uses: 5, places: null, lastDate: null }
    expect(await insertPromocode(world.app.db, again, world.clock.now())).toBe(false)
  })

  it('is for the logged-in person: another address is refused', async () => {
    await makeCode('MINE')
    const [person, other] = [await makePerson(world.app), await makePerson(world.app)]
    const client = await logIn(world, person)
    const answer = await client.call('PUT /promocode', { body: { promocode: 'MINE', email: other.email } })
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
    const without = await client.call('PUT /promocode', { body: { promocode: 'MINE' } })
    expect(without).toMatchObject({ status: 200, body: { data: { added: 10 } } })
    expect([await usesOf(world.app, person.id), await usesOf(world.app, other.id)]).toEqual([10, 0])
  })

  it('cannot be guessed: the eleventh attempt in an hour is refused, until the next hour', async () => {
    await makeCode('GUESSED')
    const client = await logIn(world, await makePerson(world.app))
    const send = (promocode: string) => client.call('PUT /promocode', { body: { promocode } })
    for (let tries = 0; tries < 10; tries += 1) expect((await send(`GUESS${tries}`)).status).toBe(400)
    const refused = await send('GUESSED')
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    world.clock.advance({ hours: 1, seconds: 1 })
    expect((await send('GUESSED')).status).toBe(200)
  })
})

describe('activations at once', () => {
  it('of one code by one person give once', async () => {
    await makeCode('HURRY')
    const person = await makePerson(world.app)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => activate(person, 'HURRY')))
    expect(outcomes.filter((outcome) => outcome === 10)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'promocode_used')).toHaveLength(49)
    expect(await usesOf(world.app, person.id)).toBe(10)
    expect(await activatedOf('HURRY')).toBe(1)
  })

  it('by accounts of one mailbox give once', async () => {
    await makeCode('MAILBOX')
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        makePerson(world.app, { email: `boris+${number}@gmail.com` }),
      ),
    )
    const outcomes = await Promise.all(people.map((person) => activate(person, 'MAILBOX')))
    expect(outcomes.filter((outcome) => outcome === 10)).toHaveLength(1)
    expect(await activatedOf('MAILBOX')).toBe(1)
  })
})
