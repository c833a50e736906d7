import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { AWAY, callsMade, createPlatformWorld, FACTS, makeKnown, tell } from '#test/support/platform-world.ts'
import { shared } from '#test/support/shared.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import type { TestClock } from '#test/support/test-clock.ts'

const world = shared(createPlatformWorld)
let clock: TestClock
let testApp: TestApp

beforeAll(async () => {
  ;({ clock, testApp } = world)
})
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

test('reports at the same time, and within an hour, make the platform be asked once', async () => {
  const channel = await makeKnown(world)
  const params = { channelId: channel.channelId }
  const before = await callsMade(testApp.app.db)
  const people = await Promise.all([1, 2].map(async () => logIn(testApp, await makePerson(testApp.app))))
  const report = (browser: TestClient) => browser.call('POST /channels/{channelId}/alive', { params })
  const answers = await Promise.all([...people, ...people, ...people].map(report))
  clock.advance({ minutes: 59 })
  answers.push(await report(people[0]!))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]!.body.data).toMatchObject({ isAsked: true, uploadsCheckedAt: '2026-03-10T09:00:00.000Z' })
  expect((await callsMade(testApp.app.db)) - before).toBe(2)
})

test('with a person’s units of the day used up, the report is noted and nobody is asked', async () => {
  const channel = await makeKnown(world)
  const limited = await world.startSecond({ RATE_LIMITS: 'on', LIMITS: 'platform_units=1/86400' })
  const browser = await logIn(limited, await makePerson(testApp.app))
  const params = { channelId: channel.channelId }
  const { status, body } = await browser.call('POST /channels/{channelId}/alive', { params })
  expect([status, body.data.isAsked]).toEqual([200, false])
  const noted = await testApp.app.db
    .selectFrom('alive_report')
    .select('person_id')
    .where('channel_id', '=', channel.id)
    .execute()
  expect(noted).toEqual([{ person_id: browser.userId }])
})

test('a report waits for the end of a short import, and is stored', async () => {
  const channel = await makeKnown(world)
  const browser = await logIn(testApp, await makePerson(testApp.app))
  const { db } = testApp.app
  const countWaiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db)
    return rows[0]?.count
  }
  const report = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('channelbook import'))`.execute(tx)
    const answer = browser.call('POST /channels/{channelId}/alive', {
      params: { channelId: channel.channelId },
    })
    await expect.poll(countWaiting).toBe(1)
    return { answer }
  })
  expect((await report.answer).body.data).toMatchObject({
    isAsked: true,
    uploadsCheckedAt: clock.now().toISOString(),
  })
})

test('a report about an unknown channel is refused', async () => {
  const browser = await logIn(testApp, await makePerson(testApp.app))
  const { status } = await browser.call('POST /channels/{channelId}/alive', { params: { channelId: 'none' } })
  expect(status).toBe(404)
})
