import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logIn, makeChannel, makeChannels, makePerson } from '#test/support/factories.ts'
import { createKillWorld, orNothing } from '#test/support/kill-world.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { shared } from '#test/support/shared.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = shared(createKillWorld)

/** What is committed of a person's reveals. */
async function committed(holderId: number) {
  const { rows } = await sql<{ reveals: number; charges: number; purchases: number }>`
    select (select count(*) from reveal where holder_id = ${holderId}) as reveals,
      (select count(*) from uses_entry where holder_id = ${holderId} and reason = 'reveal') as charges,
      (select count(*) from purchase where holder_id = ${holderId}) as purchases`.execute(world.survivor.db)
  return rows[0]
}

const NOTHING = { reveals: 0, charges: 0, purchases: 0 }
const ONE = { reveals: 1, charges: 1, purchases: 1 }

test.each([
  ['reveal.charged', NOTHING],
  ['reveal.noticed', NOTHING],
  ['reveal.committed', ONE],
] as const)(
  'a server killed at %s leaves only what is committed, and a retry gets the contact for one use',
  async (point, left) => {
    const { survivor: app } = world
    const [person, channel] = [await makePerson(app, { uses: 2 }), await makeChannel(app)]
    const body = { channelId: channel.channelId }
    const dying = await world.startDying(point)
    const client = await logIn({ app, client: () => world.browser({ at: dying }) }, person)
    const unanswered = orNothing(client.call('POST /getemail', { body }))
    await dying.reached(point)
    expect(await committed(person.id)).toEqual(left)
    await dying.kill()
    expect(await unanswered).toBe('nothing')
    expect(await committed(person.id)).toEqual(left)

    const again = world.browser({ of: client })
    expect(await again.call('POST /getemail', { body })).toMatchObject({
      status: 200,
      body: { data: { email: channel.addresses[0], uses: 1 } },
    })
    expect(await committed(person.id)).toEqual(ONE)
    const handOver = { channelName: channel.name, email: channel.addresses[0]! }
    const params = { userId: person.id }
    expect((await again.call('POST /purchase/{userId}', { params, body: handOver })).status).toBe(200)
    expect((await again.call('POST /purchase/{userId}', { params, body: handOver })).status).toBe(409)
    expect(await usesOf(app, person.id)).toBe(1)
    await expectSoundLedger(app)
  },
)

test('a server killed amid a hundred reveals charges each of them once after retries', async () => {
  const { survivor: app } = world
  const people = []
  for (let count = 0; count < 10; count += 1) people.push(await makePerson(app, { uses: 10 }))
  const channels = await makeChannels(app, 10)
  const dying = await world.startDying()
  const clients: TestClient[] = []
  for (const person of people) {
    clients.push(await logIn({ app, client: () => world.browser({ at: dying }) }, person))
  }
  const revealAll = (sessions: readonly TestClient[]) =>
    Promise.allSettled(
      sessions.flatMap((client) =>
        channels.map(({ channelId }) => client.call('POST /getemail', { body: { channelId } })),
      ),
    )
  const cutShort = revealAll(clients)
  await dying.reached('reveal.committed')
  await dying.kill()
  await cutShort
  await expectSoundLedger(app)

  const retried = await revealAll(clients.map((client) => world.browser({ of: client })))
  expect(retried.every((outcome) => outcome.status === 'fulfilled' && outcome.value.status === 200)).toBe(
    true,
  )
  for (const person of people) {
    expect(await committed(person.id)).toEqual({ reveals: 10, charges: 10, purchases: 10 })
    expect(await usesOf(app, person.id)).toBe(0)
  }
  await expectSoundLedger(app)
})
