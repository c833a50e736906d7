import { expect, it } from 'vitest'
import { makeAllowance, makePerson } from '#test/support/factories.ts'
import { queuedMailsTo, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { remindSubscribers } from './remind-subscribers.ts'

const world = useTestApp()

/** A person whose allowance runs from one date of March to another, in Moscow time. */
async function subscriber(first: number, last: number): Promise<{ id: number; email: string }> {
  const person = await makePerson(world.app, { email: `${crypto.randomUUID()}@buyer.example` })
  await extend(person.id, first, last)
  return person
}

function extend(holderId: number, first: number, last: number): Promise<void> {
  const dates = Array.from(
    { length: last - first + 1 },
    (_, day) => `2026-03-${String(first + day).padStart(2, '0')}`,
  )
  return makeAllowance(world.app, { holderId, dates, language: 'ru' })
}

const emailsTo = async (email: string) => (await queuedMailsTo(world, email)).length

it('sends one email three days before the end, even with several servers at once', async () => {
  const { email } = await subscriber(1, 13)
  // The last second of March 9 in Moscow, then the first of March 10.
  world.clock.set('2026-03-09T20:59:59Z')
  await remindSubscribers(world.app)
  expect(await emailsTo(email)).toBe(0)
  world.clock.set('2026-03-09T21:00:00Z')
  await Promise.all(Array.from({ length: 10 }, () => remindSubscribers(world.app)))
  const [message] = await waitForMails(world, email)
  expect(message!.subject).toBe('Подписка заканчивается 13\u00a0марта')
  expect(message!.text).toContain(`${world.app.config.publicUrl}/ru/purchase`)
  world.clock.set('2026-03-11T09:00:00Z')
  await remindSubscribers(world.app)
  expect(await emailsTo(email)).toBe(1)
})

it('catches up on missed days, but not for subscriptions that have ended', async () => {
  world.clock.set('2026-03-10T09:00:00Z')
  const [late, ended] = [await subscriber(1, 18), await subscriber(1, 16)]
  world.clock.set('2026-03-17T09:00:00Z')
  await remindSubscribers(world.app)
  await waitForMails(world, late.email)
  expect(await emailsTo(ended.email)).toBe(0)
})

it('sends no email about a postponed end, but one about the new end', async () => {
  world.clock.set('2026-03-10T09:00:00Z')
  const { id, email } = await subscriber(1, 22)
  await extend(id, 23, 28)
  world.clock.set('2026-03-20T09:00:00Z')
  await remindSubscribers(world.app)
  expect(await emailsTo(email)).toBe(0)
  world.clock.set('2026-03-26T09:00:00Z')
  await remindSubscribers(world.app)
  expect((await waitForMails(world, email))[0]!.subject).toContain('28\u00a0марта')
})
