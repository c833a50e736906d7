import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import {
  AWAY,
  createPlatformWorld,
  FACTS,
  makeKnown,
  type PlatformWorld,
  tell,
} from '#test/support/platform-world.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClock } from '#test/support/test-clock.ts'

let world: PlatformWorld
let clock: TestClock
let testApp: TestApp

beforeAll(async () => {
  world = await createPlatformWorld()
  ;({ clock, testApp } = world)
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => clock.set('2026-03-10T09:00:00.000Z'))

test('a report that a channel is alive asks the platform at once', async () => {
  const channel = await makeKnown(world)
  await refreshChannels(testApp.app)
  const newest = new Date(clock.now().getTime() + 3_600_000)
  await tell(world.platform, channel, { last_upload_at: newest, subscribers: 2_000 })
  clock.advance({ days: 3 })
  const person = await makePerson(testApp.app)
  const report = async (server = testApp) =>
    (await logIn(server, person)).call('POST /channels/{channelId}/alive', {
      params: { channelId: channel.channelId },
    })
  expect((await report()).body.data).toEqual({
    lastUploadAt: newest.toISOString(),
    uploadsCheckedAt: clock.now().toISOString(),
    isAsked: true,
  })
  const shown = await testApp.client().call('GET /channels/{channelId}', {
    params: { channelId: channel.channelId },
  })
  expect(shown.body.data.history).toEqual([
    { date: '2026-03-10', subscribers: FACTS.subscribers },
    { date: '2026-03-13', subscribers: 2_000 },
  ])
  // A second report is the same one, and without the platform what is known stays.
  const cutOff = await world.startSecond({}, AWAY)
  clock.advance({ days: 1 })
  expect((await report(cutOff)).body.data).toMatchObject({
    lastUploadAt: newest.toISOString(),
    isAsked: false,
  })
  const reports = await testApp.app.db.selectFrom('alive_report').selectAll().execute()
  expect(reports).toEqual([{ person_id: person.id, channel_id: channel.id, reported_at: clock.now() }])
})

test('a report about an unknown channel is refused', async () => {
  const browser = await logIn(testApp, await makePerson(testApp.app))
  const { status } = await browser.call('POST /channels/{channelId}/alive', { params: { channelId: 'none' } })
  expect(status).toBe(404)
})
