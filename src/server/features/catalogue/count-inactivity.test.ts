import { afterEach, beforeEach, expect, test } from 'vitest'
import { addChannels, namesOnAllPages, refreshSearch } from '#test/support/catalogue-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { countInactivity } from './count-inactivity.ts'

let clock: TestClock
let testApp: TestApp
beforeEach(async () => {
  clock = new TestClock('2026-11-26T10:00:00Z')
  testApp = await createTestApp({ clock, env: { RATE_LIMITS: 'off' } })
})
afterEach(() => testApp[Symbol.asyncDispose]())

const passing = async (hideSilentDays: 30 | 90 | 180 | 365) =>
  (
    await namesOnAllPages(testApp.client(), 'POST /filter', {
      country: 'MT',
      sort: 'subscribers',
      hideSilentDays,
    })
  ).toSorted()

const at = (text: string) => new Date(text)
const CHANNELS = [
  { name: 'July', lastUploadAt: at('2026-07-03T12:00:00Z'), uploadsCheckedAt: at('2026-10-01T00:00:00Z') },
  { name: 'August', lastUploadAt: at('2026-08-29T10:00:00Z'), uploadsCheckedAt: at('2026-08-30T00:00:00Z') },
  { name: 'October', lastUploadAt: at('2026-10-28T10:00:00Z'), uploadsCheckedAt: at('2026-11-25T00:00:00Z') },
  { name: 'Never checked', lastUploadAt: at('2020-01-01T00:00:00Z') },
].map((channel) => ({ ...channel, country: 'MT' }))

test('inactivity counts to today, however old the check is, and moves on with the hours', async () => {
  const ids = await addChannels(testApp.app, CHANNELS)
  await countInactivity(testApp.app)
  expect(await passing(90)).toEqual(['August', 'Never checked', 'October'])
  expect(await passing(30)).toEqual(['Never checked', 'October'])
  expect(await passing(180)).toEqual(['August', 'July', 'Never checked', 'October'])
  clock.advance({ days: 1, hours: 1 })
  await countInactivity(testApp.app)
  expect(await passing(30)).toEqual(['Never checked'])
  expect(await passing(90)).toEqual(['Never checked', 'October'])
  // A change of the channel counts to the same day.
  await refreshSearch(testApp.app.db, ids)
  expect(await passing(90)).toEqual(['Never checked', 'October'])
})

test('what a change wrote by the time of before, the next run finds', async () => {
  const [, august] = await addChannels(testApp.app, CHANNELS)
  await countInactivity(testApp.app)
  clock.advance({ days: 1, hours: 1 })
  await countInactivity(testApp.app)
  const { db } = testApp.app
  await db.updateTable('search_order').set({ silence: 2 }).where('channel_id', '=', august!).execute()
  clock.advance({ hours: 1 })
  await countInactivity(testApp.app)
  expect(await passing(90)).toEqual(['Never checked', 'October'])
})
