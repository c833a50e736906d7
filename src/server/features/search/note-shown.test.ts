import { expect, test } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { keepRecent } from '#server/features/topics/keep-recent.ts'
import { makeChannels } from '#test/support/factories.ts'
import { refreshSearch } from '#test/support/catalogue-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { addTitledChannels } from '#test/support/topics-world.ts'
import { purgeShown } from './note-shown.ts'
import { keepShown } from './shown.sql.ts'

const testApp = useTestApp({ env: { RATE_LIMITS: 'off' } })

const shown = async () =>
  (await testApp.app.db.selectFrom('shown_channel').select('channel_id').orderBy('channel_id').execute()).map(
    (row) => row.channel_id,
  )

test('first pages are noted by the hundred, later pages are not', async () => {
  const ids = []
  for (const [count, name] of [
    [100, 'Seen'],
    [50, 'Other'],
  ] as const)
    ids.push(...(await makeChannels(testApp.app, count, { name })).map(({ id }) => id))
  await refreshSearch(testApp.app.db, ids)
  const client = testApp.client()
  const search = async (mainInputValue: string, cursor?: string | null) => {
    const { body } = await client.call('POST /search', { body: { mainInputValue, limit: 50, cursor } })
    expect(body.data).toHaveLength(50)
    return { ids: body.data.map(({ channelId }) => channelId), cursor: body.meta.nextCursor }
  }
  const first = await search('seen')
  // With these fifty there would be a hundred.
  await search('seen', first.cursor)
  const other = await search('other')
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(0)
  const noted = await testApp.app.db
    .selectFrom('shown_channel')
    .innerJoin('channel', 'id', 'channel_id')
    .select('platform_id')
    .execute()
  expect(noted).toHaveLength(100)
  expect(new Set(noted.map((row) => row.platform_id))).toEqual(new Set([...first.ids, ...other.ids]))
})

test('only channels without words, that a platform has, are noted', async () => {
  const { db, clock } = testApp.app
  await db.deleteFrom('shown_channel').execute()
  const [plain, demo] = [
    await makeChannels(testApp.app, 1),
    await makeChannels(testApp.app, 1, { isDemo: true }),
  ].flat()
  const titledId = `UC${'w'.repeat(22)}`
  const [titled] = await addTitledChannels(testApp.app, [
    { name: 'Titled', platformId: titledId, titles: ['Sourdough'] },
  ])
  await keepShown(db, [plain!.id, demo!.id, titled!, 9_007_199_254_740_991], clock.now())
  expect(await shown()).toEqual([plain!.id])
})

test('a note goes once the words of the channel’s titles are kept', async () => {
  const { app } = testApp
  const [titled, other] = await makeChannels(app, 2)
  await keepShown(app.db, [titled!.id, other!.id], app.clock.now())
  const { id, channelId: platformId, name } = titled!
  await transact(app.db, (tx) =>
    keepRecent(tx, [{ id, platformId, name, uploads: { videos: [], isWhole: true } }], app.clock.now()),
  )
  const left = await shown()
  expect([left.includes(titled!.id), left.includes(other!.id)]).toEqual([false, true])
})

test('notes older than 30 days are purged, however many there are', async () => {
  const { db, clock } = testApp.app
  await db.deleteFrom('shown_channel').execute()
  const old = await makeChannels(testApp.app, 1_001)
  const [recent] = await makeChannels(testApp.app, 1)
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  await keepShown(
    db,
    old.map(({ id }) => id),
    daysAgo(31),
  )
  await keepShown(db, [recent!.id], daysAgo(29))
  await purgeShown(testApp.app)
  expect(await shown()).toEqual([recent!.id])
})
