import { expect, test } from 'vitest'
import { isOnPlatform } from './is-on-platform.ts'

test('a channel that the API calls by our own number is on no page of the platform that is known', () => {
  expect(['UC0123456789012345678901', '4711', 'UC1'].map(isOnPlatform)).toEqual([true, false, true])
})
