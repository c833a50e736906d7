import { expect, it } from 'vitest'
import { LANDING_SUBSCRIBER_RANGES, SUBSCRIBER_RANGES } from './subscriber-ranges.ts'

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
