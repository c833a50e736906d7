import { expect, test } from 'vitest'
import { daysInactive, parseInactiveDays } from './inactivity.ts'

const at = (text: string) => new Date(text)

test.each([
  ['2026-03-01T10:00:00Z', '2026-03-31T09:59:59Z', null],
  ['2026-03-01T10:00:00Z', '2026-03-31T10:00:00Z', 30],
  ['2025-03-01T10:00:00Z', '2026-03-01T09:00:00Z', 364],
  ['2026-03-01T10:00:00Z', '2026-02-01T10:00:00Z', null],
])('an upload of %s, checked on %s: %s', (upload, checked, days) => {
  expect(daysInactive(at(upload), at(checked))).toBe(days)
})

test('what is not known is no inactivity', () => {
  expect(daysInactive(null, at('2026-03-31'))).toBeNull()
  expect(daysInactive(at('2020-03-31'), null)).toBeNull()
})

test('only offered days are read', () => {
  expect(['30', '365', '31', '', '030'].map(parseInactiveDays)).toEqual([30, 365, null, null, null])
})
