import { expect, it } from 'vitest'
import { parseCount } from './parse-count.ts'

it.each([
  ['50000', 50_000],
  ['50 000', 50_000],
  ['50\u202f000', 50_000],
  ['1,000,000', 1_000_000],
  ['1.000.000', 1_000_000],
  ['50K', 50_000],
  ['50 тыс.', 50_000],
  ['50к', 50_000],
  ['1.5M', 1_500_000],
  ['1,5 млн', 1_500_000],
  ['0', 0],
  ['', null],
  ['1.5', null],
  ['-5', null],
  ['many', null],
  ['1e6', null],
  ['9999999999999', null],
])('reads %j as %j', (text, count) => {
  expect(parseCount(text)).toBe(count)
})
