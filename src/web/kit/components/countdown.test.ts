import { expect, it } from 'vitest'
import { secondsUntil } from './countdown.ts'

it('counts whole seconds down to zero', () => {
  const end = 1_700_000_005_000
  const shown = [0, 1, 999, 1_000, 1_001, 4_000, 4_999, 5_000, 9_000].map((passed) =>
    secondsUntil(end, 1_700_000_000_000 + passed),
  )
  expect(shown).toEqual([5, 5, 5, 4, 4, 1, 1, 0, 0])
})
