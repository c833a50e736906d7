import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import {
  formatAgo,
  formatCompact,
  formatDate,
  formatDateTime,
  formatDecimal,
  formatNumber,
  formatRange,
  formatShare,
  formatShortDate,
  formatSpan,
  formatStamp,
  formatTimeSince,
  formatWait,
} from './format.ts'

/** Intl separates with narrow and non-breaking spaces; the tests are easier to read with plain ones. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

describe('formatCompact', () => {
  it.each([
    [0, '0', '0'],
    [999, '999', '999'],
    [1_000, '1K', '1 тыс.'],
    [1_234_567, '1.2M', '1,2 млн'],
    [19_999_999, '19.9M', '19,9 млн'],
    [2_500_000_000, '2.5B', '2,5 млрд'],
  ])('writes %i without overstating it', (value, en, ru) => {
    expect(plain(formatCompact(value, 'en'))).toBe(en)
    expect(plain(formatCompact(value, 'ru'))).toBe(ru)
  })
})

it('writes a range with both ends, and one number where they look alike', () => {
  expect(plain(formatRange(4_210, 70_900, 'en'))).toBe('4.2K–70.9K')
  expect(plain(formatRange(4_210, 1_300_000, 'ru'))).toBe('4,2 тыс.–1,3 млн')
  expect(plain(formatRange(4_210, 4_290, 'en'))).toBe('4.2K')
})

describe('formatNumber', () => {
  it('groups by locale', () => {
    expect(formatNumber(1_234_567, 'en')).toBe('1,234,567')
    expect(plain(formatNumber(1_234_567, 'ru'))).toBe('1 234 567')
  })
})

describe('formatDecimal', () => {
  it('has one decimal at most', () => {
    expect([44.422, 44.45, 44, 0].map((value) => formatDecimal(value, 'en'))).toEqual([
      '44.4',
      '44.5',
      '44',
      '0',
    ])
    expect(plain(formatDecimal(1_044.422, 'ru'))).toBe('1 044,4')
  })
})

describe('formatShare', () => {
  it('has one decimal at most', () => {
    expect([0, 0.021, 0.5, 1].map((share) => formatShare(share, 'en'))).toEqual(['0%', '2.1%', '50%', '100%'])
    expect(plain(formatShare(0.021, 'ru'))).toBe('2,1 %')
  })
})

describe('formatDate', () => {
  it('writes a day in words', () => {
    expect(plain(formatDate('2026-03-12T12:00:00Z', 'en'))).toBe('12 March 2026')
    expect(plain(formatDate('2026-03-12T12:00:00Z', 'ru'))).toBe('12 марта 2026')
  })

  it.each(['en', 'ru'] as const)('keeps the day beside its month at the end of a line: %s', (language) => {
    expect(formatDate('2026-03-12T12:00:00Z', language)).toMatch(/^12\u00a0\p{L}+ 2026$/u)
  })
})

describe('a day without a time', () => {
  it.each(['America/New_York', 'Pacific/Kiritimati'])('is the same day for a reader in %s', (zone) => {
    const script = `import { formatDate, formatShortDate } from './src/web/kit/formats/format.ts'
      console.log(formatDate('2026-11-26', 'en'), formatShortDate('2026-11-26', 'en'))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    })
    expect(plain(stdout.trim())).toBe('26 November 2026 26 Nov 2026')
  })
})

describe('formatShortDate', () => {
  it('shortens the month and keeps the year', () => {
    expect(plain(formatShortDate('2026-04-08T12:00:00Z', 'en'))).toBe('8 Apr 2026')
    expect(plain(formatShortDate('2026-04-08T12:00:00Z', 'ru'))).toBe('8 апр. 2026')
  })
})

describe('formatDateTime', () => {
  it('is a day and a time in the zone of the reader, and agrees with the day alone', () => {
    const instant = '2026-11-26T21:12:00Z'
    const day = plain(formatDate(instant, 'en'))
    expect(plain(formatDateTime(instant, 'en'))).toMatch(new RegExp(`^${day} at \\d\\d:12$`))
    expect(plain(formatDateTime(instant, 'ru'))).toMatch(/^2[67] ноября 2026 в \d\d:12$/)
  })
})

describe('formatWait', () => {
  it.each([
    [40, '40 sec', '40 с'],
    [100, '2 min', '2 мин'],
    [5_400, '2 hr', '2 ч'],
  ])('rounds %i seconds up to the largest fitting unit', (seconds, en, ru) => {
    expect(plain(formatWait(seconds, 'en'))).toBe(en)
    expect(plain(formatWait(seconds, 'ru'))).toBe(ru)
  })
})

describe('formatSpan', () => {
  it.each([
    [30, '30 days', '30 дней'],
    [214, '214 days', '214 дней'],
    [365, '365 days', '365 дней'],
    [366, '12 months', '12 месяцев'],
    [430, '14 months', '14 месяцев'],
    [729, '23 months', '23 месяца'],
    [731, '2 years', '2 года'],
    [2_000, '5 years', '5 лет'],
  ])('%i days are %s, %s', (days, en, ru) => {
    expect(plain(formatSpan(days, 'en'))).toBe(en)
    expect(plain(formatSpan(days, 'ru'))).toBe(ru)
  })
})

describe('formatAgo', () => {
  const now = Date.parse('2026-03-12T12:00:00Z')

  it.each([
    ['2026-03-12T11:00:01Z', null, null],
    // The server's clock may be ahead.
    ['2026-03-12T12:05:00Z', null, null],
    ['2026-03-12T11:00:00Z', '1 hour ago', '1 час назад'],
    ['2026-03-11T12:00:01Z', '23 hours ago', '23 часа назад'],
    ['2026-03-11T12:00:00Z', 'yesterday', 'вчера'],
    ['2026-02-10T12:00:01Z', '29 days ago', '29 дней назад'],
    ['2026-02-10T12:00:00Z', '10 February 2026', '10 февраля 2026'],
  ])('%s', (instant, en, ru) => {
    const written = (['en', 'ru'] as const).map((language) => formatAgo(instant, now, language))
    expect(written.map((text) => text && plain(text))).toEqual([en, ru])
  })
})

describe('formatTimeSince', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  it.each([
    ['2026-11-23T09:00:00Z', 'today', 'сегодня'],
    ['2026-11-22T09:00:00Z', 'yesterday', 'вчера'],
    ['2026-11-12T09:00:00Z', '11 days ago', '11 дней назад'],
    ['2026-09-28T09:00:00Z', '8 weeks ago', '8 недель назад'],
    ['2026-03-20T09:00:00Z', '8 months ago', '8 месяцев назад'],
    ['2023-03-20T09:00:00Z', '3 years ago', '3 года назад'],
    // A clock that is a little ahead.
    ['2026-11-23T12:05:00Z', 'today', 'сегодня'],
  ])('says how long ago %s was', (instant, en, ru) => {
    expect(plain(formatTimeSince(instant, now, 'en'))).toBe(en)
    expect(plain(formatTimeSince(instant, now, 'ru'))).toBe(ru)
  })

  it('keeps a number with its unit', () => {
    expect(formatTimeSince('2026-11-12T09:00:00Z', now, 'ru')).toBe('11\u00a0дней назад')
  })
})

it('a stamp has the year unless it is this one', () => {
  const year = new Date().getFullYear()
  expect(plain(formatStamp(`${year}-06-15T12:00:00Z`, 'en'))).toBe('15 Jun')
  expect(plain(formatStamp(`${year}-06-15T12:00:00Z`, 'ru'))).toBe('15 июн.')
  expect(plain(formatStamp('2020-06-15T12:00:00Z', 'en'))).toBe('15 Jun 2020')
})
