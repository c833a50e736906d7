import { expect, test } from 'vitest'
import { formatReadingDay, formatTick, writeCsv } from './formats.ts'

test('a file has a row per day, and unknown numbers are empty', () => {
  const points = [
    { date: '2026-03-10', views: 12, likes: 0, comments: null },
    { date: '2026-03-11', views: null, likes: 1, comments: 2 },
  ]
  expect(
    writeCsv([
      { id: 'abc', points },
      { id: '-bc', points: points.slice(1) },
    ]),
  ).toBe(
    'video,date_moscow,views,likes,comments\r\n"abc",2026-03-10,12,0,\r\n"abc",2026-03-11,,1,2\r\n"\'-bc",2026-03-11,,1,2\r\n',
  )
})

test('the day of the newest numbers is never tomorrow', () => {
  const now = Date.parse('2026-11-26T21:30:00Z')
  const day = (date: string, zone: string) => formatReadingDay(date, 'en', now, zone).replace(/\s/gu, ' ')
  expect(day('2026-11-27', 'America/New_York')).toBe('26 Nov 2026')
  expect(day('2026-11-27', 'Europe/Moscow')).toBe('27 Nov 2026')
  expect(day('2026-11-25', 'America/New_York')).toBe('25 Nov 2026')
})

test.each([
  [0, 500, '0', '0'],
  [9_500, 500, '9,500', '9 500'],
  [10_000, 500, '10.0K', '10,0 тыс.'],
  [250_000, 50_000, '250K', '250 тыс.'],
  [99_920_000, 20_000, '99.92M', '99,92 млн'],
  [208_000_000, 1_000_000, '208M', '208 млн'],
  [1_200_000, 200_000, '1.2M', '1,2 млн'],
])('%i, %i apart from the next, is %s, %s', (value, step, en, ru) => {
  const plain = (text: string) => text.replace(/\s/gu, ' ')
  expect([formatTick(value, step, 'en'), formatTick(value, step, 'ru')].map(plain)).toEqual([en, ru])
})
