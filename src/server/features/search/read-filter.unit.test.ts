import { expect, test } from 'vitest'
import { readFilter } from './read-search.ts'

test.each([
  [{}, null],
  [{ content_type: null, ageGroup: null, minSubs: null, maxSubs: null, subsRanges: [] }, null],
  [{ content_type: ['Gaming', 'Fashion'] as const }, { contentTypes: 0b1001, subscribers: null }],
  [{ ageGroup: ['Kids', 'OlderGen'] as const }, { audiences: 0b10001 }],
  [{ minSubs: 10 }, { subscribers: '{[10,)}' }],
  [{ maxSubs: 10 }, { subscribers: '{[0,10)}' }],
  [{ minSubs: 10, maxSubs: 10 }, { subscribers: '{}' }],
  [{ minSubs: 20, maxSubs: 10 }, { subscribers: '{}' }],
  [
    {
      subsRanges: [
        [0, 5],
        [7, null],
      ] as const,
    },
    { subscribers: '{[0,5),[7,)}' },
  ],
  [
    {
      subsRanges: [
        [0, 5],
        [7, null],
      ] as const,
      minSubs: 3,
      maxSubs: 9,
    },
    { subscribers: '{[3,5),[7,9)}' },
  ],
  [{ subsRanges: [[0, 5]] as const, minSubs: 5 }, { subscribers: '{}' }],
  [{ hasContact: false }, { hasContact: false, silence: null }],
  [{ hideSilentDays: 30 as const }, { silence: 1 }],
  [{ hideSilentDays: 365 as const }, { silence: 4 }],
])('%j becomes %j', (given, expected) => {
  if (expected === null) expect(readFilter(given)).toBeNull()
  else expect(readFilter(given)).toMatchObject(expected)
})
