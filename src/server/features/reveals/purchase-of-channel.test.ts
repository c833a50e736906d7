import { expect, test } from 'vitest'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const testApp = useTestApp()

async function listed(client: TestClient, channelId: string) {
  const { body } = await client.call('GET /purchases', { query: { channelId } })
  return body
}

test('purchases of channels can be requested by the channels’ ids, and only by their buyer', async () => {
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
  const both = [named.channelId, unknown.channelId, wanted.channelId].join(',')
  const { data, meta } = await listed(client, both)
  expect(data.map(({ channelId }) => channelId)).toEqual([named.channelId, wanted.channelId])
  expect(meta).toEqual({ total: 2, nextCursor: null })
  const { status } = await client.call('GET /purchases', {
    query: { channelId: Array.from({ length: 51 }, (_, place) => `UC${place}`).join(',') },
  })
  expect(status).toBe(400)
  // Our number counts only where the platform's id is unknown.
  for (const channelId of [unknown.channelId, String(wanted.id), 'UC0', "' or true --"]) {
    expect(await listed(client, channelId)).toMatchObject({ data: [], meta: { total: 0 } })
  }
  expect((await listed(await logIn(testApp, await makePerson(app)), wanted.channelId)).data).toEqual([])
})
