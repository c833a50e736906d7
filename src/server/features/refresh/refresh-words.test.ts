import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { VideosUnavailable } from '#server/platforms/videos.ts'
import type { TestChannel } from '#test/support/factories.ts'
import {
  callsMade,
  createPlatformWorld,
  makeKnown,
  type PlatformWorld,
  tell,
  withVideos,
} from '#test/support/platform-world.ts'
import { buy, makeFollower } from '#test/support/statistics-world.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClock } from '#test/support/test-clock.ts'
import { keepShown } from '../search/shown.sql.ts'
import { forgetPlatformNumbers, refreshChannels } from './refresh-channels.ts'

let world: PlatformWorld
let clock: TestClock
let testApp: TestApp

beforeEach(async () => {
  world = await createPlatformWorld()
  ;({ clock, testApp } = world)
})
afterEach(() => world[Symbol.asyncDispose]())

/** A channel in both our catalogue and the platform's. */
const known = (name: string, facts?: Parameters<typeof makeKnown>[2]) => makeKnown(world, { name }, facts)

function readWords({ id }: TestChannel) {
  return testApp.app.db
    .selectFrom('channel_recent')
    .selectAll()
    .where('channel_id', '=', id)
    .executeTakeFirst()
}

test('asks again for uploads whose titles would soon have to be forgotten, although there are no new ones', async () => {
  const silent = await known('Silent')
  const bought = await known('Bought and silent')
  const { client } = await makeFollower(testApp, bought)
  await buy(client, bought)
  const readAt = async () => {
    const rows = await testApp.app.db
      .selectFrom('channel_recent')
      .select(['channel_id', 'read_at'])
      .where('channel_id', 'in', [silent.id, bought.id])
      .orderBy('channel_id')
      .execute()
    return rows.map((row) => row.read_at)
  }
  await refreshChannels(testApp.app)
  const first = clock.now()
  expect(await readAt()).toEqual([first, first])
  clock.advance({ days: 19 })
  await refreshChannels(testApp.app)
  expect(await readAt()).toEqual([first, first])
  clock.advance({ days: 1 })
  await refreshChannels(testApp.app)
  expect(await readAt()).toEqual([clock.now(), clock.now()])
  await refreshChannels(testApp.app)
  clock.advance({ days: 29 })
  await forgetPlatformNumbers(testApp.app)
  expect(await readAt()).toHaveLength(2)
})

test('keeps words, months and language of the titles that it lists anyway, without a further call', async () => {
  const channel = await known('Titled')
  await refreshChannels(testApp.app)
  // The facts, the facts with the id of the list, and the list.
  expect(await callsMade(testApp.app.db)).toBe(3)
  const kept = (await readWords(channel))!
  expect(kept.words).toHaveLength(kept.keys.length)
  expect(kept).toMatchObject({ speech: 'en', read_at: clock.now(), listed_since: null })
  expect(kept.months.at(-1)).toBeGreaterThan(0)
  const { status, body } = await testApp.client().call('POST /topics', { body: { text: kept.words[0]! } })
  expect([status, body.data?.map(({ channel_name: name }) => name)]).toEqual([200, ['Titled']])
})

test('replaces words when uploads change, and deletes them before they have been kept for 30 days', async () => {
  const channel = await known('Titled', { uploads: 10 })
  await refreshChannels(testApp.app)
  const first = await readWords(channel)
  clock.advance({ days: 20 })
  await tell(world.platform, channel, { uploads: 80, last_upload_at: clock.now() })
  await refreshChannels(testApp.app)
  const second = await readWords(channel)
  expect(second).not.toEqual(first)
  expect(second).toMatchObject({ read_at: clock.now() })
  expect(second?.listed_since).not.toBeNull()
  clock.advance({ days: 29, hours: 23 })
  await forgetPlatformNumbers(testApp.app)
  expect(await readWords(channel)).toEqual(second)
  // The next run, in an hour, would be too late.
  clock.advance({ minutes: 1 })
  await forgetPlatformNumbers(testApp.app)
  expect(await readWords(channel)).toBeUndefined()
})

test('words are deleted also when numbers cannot be made unknown', async () => {
  const channel = await known('Stuck')
  await refreshChannels(testApp.app)
  const { db } = testApp.app
  await sql`alter table channel add constraint stuck check (refreshed_at is not null) not valid`.execute(db)
  clock.advance({ days: 30 })
  await expect(forgetPlatformNumbers(testApp.app)).rejects.toThrow('stuck')
  expect(await readWords(channel)).toBeUndefined()
})

test('words of a channel whose uploads are malformed stay as they are', async () => {
  const channel = await known('Odd later')
  await refreshChannels(testApp.app)
  const before = await readWords(channel)
  clock.advance({ days: 20 })
  await tell(world.platform, channel, { uploads: 41 })
  const uploads = () => Promise.reject(new VideosUnavailable('answer', 'malformed'))
  await refreshChannels(withVideos(testApp.app, { uploads }))
  expect(await readWords(channel)).toEqual(before)
})

test('lists the uploads of channels first that were on the first page of a search', async () => {
  const channels = []
  for (let at = 0; at < 4; at += 1) channels.push(await known(`Number ${at}`))
  const seen = channels[2]!
  await keepShown(testApp.app.db, [seen.id], clock.now())
  // Three calls: the facts of all, then with the ids of their lists, and one list.
  const poor = await world.startSecond({ YOUTUBE_QUOTA: 'other=5', YOUTUBE_RESERVE: '20' })
  await refreshChannels(poor.app)
  const kept = await testApp.app.db.selectFrom('channel_recent').select('channel_id').execute()
  expect(kept).toEqual([{ channel_id: seen.id }])
})
