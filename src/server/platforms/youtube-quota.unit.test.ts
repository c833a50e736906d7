import { expect, test } from 'vitest'
import { pacificDay, readQuotaLimits } from './youtube-quota.ts'

test.each([
  ['2026-03-10T09:00:00.500Z', '2026-03-10', '2026-03-11T07:00:00.000Z'],
  ['2026-01-10T07:59:59.999Z', '2026-01-09', '2026-01-10T08:00:00.000Z'],
  ['2026-01-10T08:00:00.000Z', '2026-01-10', '2026-01-11T08:00:00.000Z'],
  // 23 hours: summer time begins.
  ['2026-03-08T08:30:00.000Z', '2026-03-08', '2026-03-09T07:00:00.000Z'],
  // 25 hours: summer time ends.
  ['2026-11-01T07:30:15.000Z', '2026-11-01', '2026-11-02T08:00:00.000Z'],
])('at %s it is %s on the platform until %s', (now, day, endsAt) => {
  expect(pacificDay(new Date(now))).toEqual({ day, endsAt: new Date(endsAt) })
})

test('limits come from the setting, and an invalid one is named', () => {
  expect(readQuotaLimits(['other=50'])).toEqual({ search: 100, statistics: 10_000, other: 50 })
  expect(() => readQuotaLimits(['others=50'])).toThrow('YOUTUBE_QUOTA has "others=50"')
})
