import { describe, expect, it } from 'vitest'
import { roundDown, writeCount } from './catalogue-counts.ts'

describe('the counts of the start page', () => {
  it.each([
    [0, 0],
    [7, 7],
    [99, 99],
    [128, 120],
    [20_480, 20_000],
    [1_299_999, 1_200_000],
  ])('%d is rounded down to %d', (count, rounded) => {
    expect(roundDown(count)).toBe(rounded)
  })

  it.each([
    [null, '', ''],
    [0, '', ''],
    [3, '3', '3'],
    [14_000, '14,000', '14\u00a0000'],
    [1_200_000, '1.2M', '1,2\u00a0млн'],
  ])('%s is written %j and %j', (count, english, russian) => {
    expect([writeCount(count, 'en'), writeCount(count, 'ru')]).toEqual([english, russian])
  })
})
