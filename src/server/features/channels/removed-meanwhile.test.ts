import { expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { logIn, makePerson, type TestChannel } from '#test/support/factories.ts'
import {
  callsMade,
  createPlatformWorld,
  makeKnown,
  videosOf,
  withVideos,
} from '#test/support/platform-world.ts'
import { listVideos } from './list-videos.ts'
import { reportAlive } from './report-alive.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createPlatformWorld)

/** The platform, during whose first call the channel is removed, as an import that merges it does. */
function removing({ id }: TestChannel): App {
  const { app } = world.testApp
  const { db } = app
  const videos = videosOf(app)
  const remove = () => db.deleteFrom('channel').where('id', '=', id).execute()
  return withVideos(app, {
    async channels(...asked) {
      await remove()
      return videos.channels(...asked)
    },
    async uploads(...asked) {
      await remove()
      return videos.uploads(...asked)
    },
  })
}

test('videos of a channel that is removed while the platform is asked are those of no channel', async () => {
  const channel = await makeKnown(world)
  const looking = listVideos(removing(channel), {
    channelId: channel.channelId,
    looker: { personId: null, network: 'n' },
  })
  await expect(looking).rejects.toMatchObject({ code: 'not_found' })
})

test('a report about a channel that is removed meanwhile is forgotten with it', async () => {
  const channel = await makeKnown(world)
  const { app } = world.testApp
  const { id: personId } = await makePerson(app)
  const report = reportAlive(removing(channel), { channelId: channel.channelId, personId })
  expect(await report).toMatchObject({ lastUploadAt: null, uploadsCheckedAt: null })
  expect(await app.db.selectFrom('alive_report').selectAll().execute()).toEqual([])
})

test('reports at once, on two servers, are one report, and each server asks the platform once', async () => {
  const channel = await makeKnown(world)
  const { testApp } = world
  const second = await world.startSecond()
  const person = await makePerson(testApp.app)
  const clients = await Promise.all([testApp, second, testApp, second].map((server) => logIn(server, person)))
  const before = await callsMade(testApp.app.db)
  const answers = await Promise.all(
    clients.map((client) =>
      client.call('POST /channels/{channelId}/alive', { params: { channelId: channel.channelId } }),
    ),
  )
  for (const { status, body } of answers) expect([status, body.data.isAsked]).toEqual([200, true])
  expect((await callsMade(testApp.app.db)) - before).toBeLessThanOrEqual(4)
  const reports = await testApp.app.db.selectFrom('alive_report').selectAll().execute()
  expect(reports).toEqual([{ person_id: person.id, channel_id: channel.id, reported_at: world.clock.now() }])
})
