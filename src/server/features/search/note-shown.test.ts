import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChannels } from '#test/support/factories.ts'
import { refreshSearch } from '#test/support/catalogue-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { addTitledChannels } from '#test/support/topics-world.ts'
import { keepShown } from './shown.sql.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => testApp[Symbol.asyncDispose]())

const shown = async () =>
  (await testApp.app.db.selectFrom('shown_channel').select('channel_id').orderBy('channel_id').execute()).map(
    (row) => row.channel_id,
  )

test('first pages are noted by the hundred, later pages are not', async () => {
  const channels = await makeChannels(testApp.app, 151, { name: 'Seen' })
  await refreshSearch(
    testApp.app.db,
    channels.map(({ id }) => id),
  )
  const client = testApp.client()
  const search = (body: object = {}) =>
    client.call('POST /search', { body: { mainInputValue: 'seen', limit: 50, ...body } })
  const first = await search()
  const second = await search({ cursor: first.body.meta.nextCursor })
  expect(second.body.data).toHaveLength(50)
  expect(await shown()).toEqual([])
  await search({ sort: 'shuffle', seed: 1 })
  await search({ sort: 'shuffle', seed: 2 })
  await search({ sort: 'shuffle', seed: 3 })
  await expect.poll(shown).not.toEqual([])
  expect((await shown()).length).toBeGreaterThanOrEqual(100)
})

test('only channels without words, that a platform has, are noted, for 30 days', async () => {
  const { db, clock } = testApp.app
  await db.deleteFrom('shown_channel').execute()
  const [plain, demo] = [
    await makeChannels(testApp.app, 1),
    await makeChannels(testApp.app, 1, { isDemo: true }),
  ].flat()
  const titledId = `UC${'w'.repeat(22)}`
  await addTitledChannels(testApp.app, [{ name: 'Titled', platformId: titledId, titles: ['Sourdough'] }])
  const now = clock.now()
  await keepShown(db, [plain!.channelId, demo!.channelId, titledId, 'UCunknown'], now)
  expect(await shown()).toEqual([plain!.id])
  await keepShown(db, [], new Date(now.getTime() + 31 * 86_400_000))
  expect(await shown()).toEqual([])
})
