import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(async () => {
  await testApp[Symbol.asyncDispose]()
})

async function listed(client: TestClient, channelId: string) {
  const { body } = await client.call('GET /purchases', { query: { channelId } })
  return body
}

test('the purchase of a channel can be requested by the channel’s id, and only by its buyer', async () => {
  const { app } = testApp
  const client = await logIn(testApp, await makePerson(app, { uses: 3 }))
  const [wanted, unknown] = [await makeChannel(app), await makeChannel(app)]
  const named = await makeChannel(app, { platformId: null })
  for (const channel of [wanted, named]) {
    await client.call('POST /getemail', { body: { channelId: channel.channelId } })
    const { data, meta } = await listed(client, channel.channelId)
    expect(data.map(({ channelId, email }) => [channelId, email])).toEqual([
      [channel.channelId, channel.addresses[0]],
    ])
    expect(meta).toEqual({ total: 1, nextCursor: null })
  }
  // Our number counts only where the platform's id is unknown.
  for (const channelId of [unknown.channelId, String(wanted.id), 'UC0', "' or true --"]) {
    expect(await listed(client, channelId)).toMatchObject({ data: [], meta: { total: 0 } })
  }
  expect((await listed(await logIn(testApp, await makePerson(app)), wanted.channelId)).data).toEqual([])
})
