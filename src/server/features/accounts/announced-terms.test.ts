import { expect, test } from 'vitest'
import { CONSENT } from '#shared/legal/consent.ts'
import { TERMS } from '#shared/legal/terms.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { ANNOUNCED, LEGAL_FOLDER, REPLACED } from '#test/support/legal-versions.ts'
import { signUp } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off', LEGAL_FOLDER } })

const personOf = (email: string) =>
  world.app.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

test('a person who knew only earlier terms is told of new ones at every visit until they say that they know', async () => {
  const person = await makePerson(world.app)
  const [client, other] = [await logIn(world, person), await logIn(world, person)]
  const newTerms = async () => (await client.call('GET /cookie')).body.data.userInformation.newTerms
  expect((await personOf(person.email)).announced_terms).toBe(TERMS.date)
  expect(await newTerms()).toBe(ANNOUNCED)
  expect(await newTerms()).toBe(ANNOUNCED)
  await Promise.all([client, other].map((each) => each.call('PUT /terms', { body: { date: ANNOUNCED } })))
  expect(await newTerms()).toBeNull()
  await client.call('PUT /terms', { body: { date: REPLACED } })
  expect(await newTerms()).toBeNull()
})

test('nobody can be told of terms that do not exist yet', async () => {
  const person = await makePerson(world.app)
  const client = await logIn(world, person)
  await client.call('PUT /terms', { body: { date: '2999-01-01' } })
  expect((await personOf(person.email)).announced_terms).toBe(ANNOUNCED)
})

test('an account keeps which terms and consent were in force when it was made, and was told of announced ones', async () => {
  const days = [
    ['2026-11-26T20:59:59.000Z', REPLACED],
    // Midnight in Moscow.
    ['2026-11-26T21:00:00.000Z', TERMS.date],
    ['2098-12-31T21:00:00.000Z', ANNOUNCED],
  ] as const
  for (const [place, [now, inForce]] of days.entries()) {
    world.clock.set(now)
    const email = `new${place}@terms.example`
    const client = world.client()
    await signUp(world, client, email)
    expect(await personOf(email)).toMatchObject({
      agreement_version: inForce,
      announced_terms: ANNOUNCED,
      consent_version: CONSENT.date,
    })
    expect((await client.call('GET /cookie')).body.data.userInformation.newTerms).toBeNull()
  }
})
