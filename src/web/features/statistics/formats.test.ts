import { expect, test } from 'vitest'
import { writeCsv } from './formats.ts'

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
    'video,date,views,likes,comments\r\n"abc",2026-03-10,12,0,\r\n"abc",2026-03-11,,1,2\r\n"\'-bc",2026-03-11,,1,2\r\n',
  )
})
