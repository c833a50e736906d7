import { expect, it } from 'vitest'
import {
  audienceBits,
  AUDIENCES,
  audiencesOf,
  CONTENT_TYPES,
  contentTypeBits,
  contentTypesOf,
  daysInactive,
  isCheckOld,
  LANDING_SUBSCRIBER_RANGES,
  OFFERED_CONTENT_TYPES,
  parseAudience,
  parseContentType,
  parseInactiveDays,
  SUBSCRIBER_RANGES,
} from './filters.ts'

it('recognises every audience, ignoring case and surrounding spaces', () => {
  for (const audience of AUDIENCES) expect(parseAudience(` ${audience.toLowerCase()} `)).toBe(audience)
  expect(['', 'Grandparents', 'toString'].map(parseAudience)).toEqual([null, null, null])
})

it('stores a set of audiences as bits and reads it back in the list’s order', () => {
  expect(audiencesOf(audienceBits(['OlderGen', 'Kids']))).toEqual(['Kids', 'OlderGen'])
  expect(audiencesOf(audienceBits(AUDIENCES))).toEqual(AUDIENCES)
  expect(audienceBits(['Kids'])).toBe(1)
  expect(audienceBits(['OlderGen'])).toBe(16)
})

it('recognises every content type, ignoring case and surrounding spaces, and Games as Gaming', () => {
  for (const type of CONTENT_TYPES) expect(parseContentType(` ${type.toUpperCase()} `)).toBe(type)
  expect(parseContentType('games')).toBe('Gaming')
  expect(['', 'Cooking', 'constructor', '__proto__'].map(parseContentType)).toEqual([null, null, null, null])
})

it('stores a set of types as bits and reads it back in the list’s order', () => {
  expect(contentTypesOf(contentTypeBits(['Politics', 'Gaming', 'Gaming']))).toEqual(['Gaming', 'Politics'])
  expect(contentTypesOf(contentTypeBits(CONTENT_TYPES))).toEqual(CONTENT_TYPES)
  expect(contentTypesOf(0)).toEqual([])
})

it('keeps the order that stored bits rely on', () => {
  expect(contentTypeBits(['Gaming'])).toBe(1)
  expect(contentTypeBits(['Politics'])).toBe(1 << 14)
})

it('offers the twelve types of the search screen', () => {
  expect(OFFERED_CONTENT_TYPES).toHaveLength(12)
})

it('covers every count exactly once', () => {
  for (const [place, range] of SUBSCRIBER_RANGES.entries()) {
    expect(range.min).toBe(SUBSCRIBER_RANGES[place - 1]?.max ?? 0)
  }
  expect(SUBSCRIBER_RANGES.at(-1)?.max).toBeNull()
})

it('has the seven ranges of the landing page among them', () => {
  expect(LANDING_SUBSCRIBER_RANGES.map(({ label }) => label)).toEqual([
    '0-1K',
    '1-10K',
    '10-100K',
    '100-500K',
    '1-5M',
    '5-10M',
    '10-20M',
  ])
})

const at = (text: string) => new Date(text)

it.each([
  ['2026-03-01T10:00:00Z', '2026-03-31T09:59:59Z', null],
  ['2026-03-01T10:00:00Z', '2026-03-31T10:00:00Z', 30],
  ['2025-03-01T10:00:00Z', '2026-03-01T09:00:00Z', 364],
  ['2026-07-03T12:00:00Z', '2026-11-26T12:00:00Z', 146],
  ['2026-03-01T10:00:00Z', '2026-02-01T10:00:00Z', null],
])('an upload of %s, on %s: %s days, whenever it was checked', (upload, now, days) => {
  expect(daysInactive(at(upload), at(upload), at(now))).toBe(days)
  expect(daysInactive(at(upload), at(now), at(now))).toBe(days)
})

it('what is not known is no inactivity', () => {
  expect(daysInactive(null, at('2026-03-31'), at('2026-03-31'))).toBeNull()
  expect(daysInactive(at('2020-03-31'), null, at('2026-03-31'))).toBeNull()
})

it('a check tells about now for seven days', () => {
  const now = at('2026-11-26T12:00:00Z')
  expect(
    ['2026-11-19T12:00:00Z', '2026-11-19T11:59:59Z'].map((checked) => isCheckOld(at(checked), now)),
  ).toEqual([false, true])
  expect(isCheckOld(null, now)).toBe(true)
})

it('reads only the days that are offered', () => {
  expect(['30', '365', '31', '', '030'].map(parseInactiveDays)).toEqual([30, 365, null, null, null])
})
