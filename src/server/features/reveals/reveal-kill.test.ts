import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { openDatabase, openPool } from '#server/db/connect.ts'
import type { FaultPoint } from '#server/faults.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { logIn, makeChannel, makeChannels, makePerson } from '#test/support/factories.ts'
import { openLeakOracle } from '#test/support/leak-oracle.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { type ServerProcess, startServerProcess } from '#test/support/server-process.ts'
import { shared } from '#test/support/shared.ts'
import { TestClient } from '#test/support/test-client.ts'

const database = shared(createTestDatabase)
let oracle: ReturnType<typeof openLeakOracle>
/** The server that goes on when another is killed. */
let survivor: ServerProcess
let world: { readonly db: ReturnType<typeof openDatabase>; readonly clock: typeof systemClock }
beforeAll(async () => {
  oracle = openLeakOracle(database.url)
  const pool = openPool(database.url, { max: 4, onLost: () => undefined })
  world = { db: openDatabase(pool), clock: systemClock }
  survivor = await startServerProcess(database.url)
})
afterAll(async () => {
  await survivor.kill()
  await oracle[Symbol.asyncDispose]()
  await world.db.destroy()
})

/** A client of a server process that takes over another client's session. */
function clientOf(baseUrl: string, session?: TestClient): TestClient {
  const client = new TestClient({ baseUrl, apiKey: 'channelbook-web', watch: oracle.watch })
  for (const [name, value] of session?.cookies ?? []) client.cookies.set(name, value)
  client.csrfToken = session?.csrfToken ?? null
  client.userId = session?.userId ?? null
  return client
}

/** What is committed of a person's reveals. */
async function committed(personId: number) {
  const { rows } = await sql<{ reveals: number; charges: number; purchases: number }>`
    select (select count(*) from reveal where person_id = ${personId}) as reveals,
      (select count(*) from uses_entry where person_id = ${personId} and reason = 'reveal') as charges,
      (select count(*) from purchase where person_id = ${personId}) as purchases`.execute(world.db)
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
  async (point: FaultPoint, left) => {
    const [person, channel] = [await makePerson(world, { uses: 2 }), await makeChannel(world)]
    const body = { channelId: channel.channelId }
    const dying = await startServerProcess(database.url, { stayAt: point })
    const client = await logIn({ app: world, client: () => clientOf(dying.baseUrl) }, person)
    const unanswered = client.call('POST /getemail', { body }).then(
      () => 'answered',
      () => 'nothing',
    )
    await dying.reached(point)
    expect(await committed(person.id)).toEqual(left)
    await dying.kill()
    expect(await unanswered).toBe('nothing')
    expect(await committed(person.id)).toEqual(left)

    const again = clientOf(survivor.baseUrl, client)
    expect(await again.call('POST /getemail', { body })).toMatchObject({
      status: 200,
      body: { data: { email: channel.addresses[0], uses: 1 } },
    })
    expect(await committed(person.id)).toEqual(ONE)
    const handOver = { channelName: channel.name, email: channel.addresses[0]! }
    const params = { userId: person.id }
    expect((await again.call('POST /purchase/{userId}', { params, body: handOver })).status).toBe(200)
    expect((await again.call('POST /purchase/{userId}', { params, body: handOver })).status).toBe(409)
    expect(await usesOf(world, person.id)).toBe(1)
    await expectSoundLedger(world)
  },
)

test('a server killed amid a hundred reveals charges each of them once after retries', async () => {
  const people = []
  for (let count = 0; count < 10; count += 1) people.push(await makePerson(world, { uses: 10 }))
  const channels = await makeChannels(world, 10)
  const dying = await startServerProcess(database.url)
  const clients: TestClient[] = []
  for (const person of people) {
    clients.push(await logIn({ app: world, client: () => clientOf(dying.baseUrl) }, person))
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
  await expectSoundLedger(world)

  const retried = await revealAll(clients.map((client) => clientOf(survivor.baseUrl, client)))
  expect(retried.every((outcome) => outcome.status === 'fulfilled' && outcome.value.status === 200)).toBe(
    true,
  )
  for (const person of people) {
    expect(await committed(person.id)).toEqual({ reveals: 10, charges: 10, purchases: 10 })
    expect(await usesOf(world, person.id)).toBe(0)
  }
  await expectSoundLedger(world)
})
