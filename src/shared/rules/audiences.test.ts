import { expect, it } from 'vitest'
import { AUDIENCES, audienceBits, audiencesOf, parseAudience } from './audiences.ts'

it('knows every audience without regard to case and white space', () => {
  for (const audience of AUDIENCES) expect(parseAudience(` ${audience.toLowerCase()} `)).toBe(audience)
  expect(['', 'Grandparents', 'toString'].map(parseAudience)).toEqual([null, null, null])
})

it('stores a set of audiences as bits and reads it back in the list’s order', () => {
  expect(audiencesOf(audienceBits(['OlderGen', 'Kids']))).toEqual(['Kids', 'OlderGen'])
  expect(audiencesOf(audienceBits(AUDIENCES))).toEqual(AUDIENCES)
  expect(audienceBits(['Kids'])).toBe(1)
  expect(audienceBits(['OlderGen'])).toBe(16)
})
