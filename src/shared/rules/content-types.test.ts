import { expect, it } from 'vitest'
import {
  CONTENT_TYPES,
  contentTypeBits,
  contentTypesOf,
  OFFERED_CONTENT_TYPES,
  parseContentType,
} from './content-types.ts'

it('knows every type without regard to case and white space, and Games as Gaming', () => {
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
