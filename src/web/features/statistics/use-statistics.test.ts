import { expect, test } from 'vitest'
import { isOnPlatform } from './use-statistics.ts'

test('a channel with only our own number has no known page on the platform', () => {
  expect(['UC0123456789012345678901', '4711', 'UC1'].map(isOnPlatform)).toEqual([true, false, true])
})
