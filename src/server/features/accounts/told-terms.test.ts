import { afterAll, beforeAll, expect, test } from 'vitest'
import { TERMS } from '#shared/legal/terms.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { signUp } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => world[Symbol.asyncDispose]())

const [newest, before] = TERMS

test('a person who knew only earlier terms is told of new ones at every visit until they say that they know', async () => {
  const person = await makePerson(world.app)
  await world.app.db
    .updateTable('person')
    .set({ told_terms: before?.date ?? '' })
    .where('id', '=', person.id)
    .execute()
  const [client, other] = [await logIn(world, person), await logIn(world, person)]
  const newTerms = async () => (await client.call('GET /cookie')).body.data.userInformation.newTerms
  expect(await newTerms()).toBe(newest.date)
  expect(await newTerms()).toBe(newest.date)
  await Promise.all([client, other].map((each) => each.call('PUT /terms', { body: { date: newest.date } })))
  expect(await newTerms()).toBeNull()
  await client.call('PUT /terms', { body: { date: '2020-01-01' } })
  expect(await newTerms()).toBeNull()
})

test('nobody can be told of terms that do not exist yet', async () => {
  const person = await makePerson(world.app)
  const client = await logIn(world, person)
  await client.call('PUT /terms', { body: { date: '2999-01-01' } })
  const { told_terms } = await world.app.db
    .selectFrom('person')
    .select('told_terms')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(told_terms).toBe(newest.date)
})

test('whoever signs up has been told by the page that they agreed to', async () => {
  const client = world.client()
  await signUp(world, client, 'new@terms.example')
  expect((await client.call('GET /cookie')).body.data.userInformation.newTerms).toBeNull()
})
