import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { openDatabase, openPool } from '#server/db/connect.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { type ServerProcess, startServerProcess } from '#test/support/server-process.ts'
import { shared } from '#test/support/shared.ts'
import { TestClient } from '#test/support/test-client.ts'

const database = shared(createTestDatabase)
/** The server that goes on when another is killed. */
let survivor: ServerProcess
let world: { readonly db: ReturnType<typeof openDatabase>; readonly clock: typeof systemClock }
beforeAll(async () => {
  world = {
    db: openDatabase(openPool(database.url, { max: 4, onLost: () => undefined })),
    clock: systemClock,
  }
  survivor = await startServerProcess(database.url)
})
afterAll(async () => {
  await survivor.kill()
  await world.db.destroy()
})

/** A client of a server process that takes over another client's session. */
function clientOf(baseUrl: string, session?: TestClient): TestClient {
  const client = new TestClient({ baseUrl, apiKey: 'channelbook-web' })
  for (const [name, value] of session?.cookies ?? []) client.cookies.set(name, value)
  client.csrfToken = session?.csrfToken ?? null
  client.userId = session?.userId ?? null
  return client
}

test.each([
  ['report.decided', 0, 'credited'],
  ['report.committed', 1, 'already_reported'],
] as const)(
  'a server killed at %s leaves a balance of %i, and a retry ends with one use: %s',
  async (point, left, answer) => {
    const [person, channel] = [await makePerson(world, { uses: 1 }), await makeChannel(world)]
    const dying = await startServerProcess(database.url, { stayAt: point })
    const client = await logIn({ app: world, client: () => clientOf(dying.baseUrl) }, person)
    await client.call('POST /getemail', { body: { channelId: channel.channelId } })
    const [record] = (await client.call('GET /purchases')).body.data
    const call = {
      params: { transactionId: record!.transaction_id },
      // Written after the purchase, which the real clock dates.
      body: {
        kind: 'bounced' as const,
        evidence: bounceOf(channel.addresses[0]!, 'exim'),
      },
    }
    const unanswered = client.call('POST /purchases/{transactionId}/report', call).then(
      () => 'answered',
      () => 'nothing',
    )
    await dying.reached(point)
    await dying.kill()
    expect(await unanswered).toBe('nothing')
    expect(await usesOf(world, person.id)).toBe(left)

    const again = await clientOf(survivor.baseUrl, client).call(
      'POST /purchases/{transactionId}/report',
      call,
    )
    expect(again.body.data?.state ?? again.body.error?.code).toBe(answer)
    expect(await usesOf(world, person.id)).toBe(1)
    await expectSoundLedger(world)
  },
)
