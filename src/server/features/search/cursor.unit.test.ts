import { fc } from '#test/support/fast-check.ts'
import { expect, test } from 'vitest'
import { Refusal } from '#server/refusal.ts'
import { readCursor, writeCursor } from './cursor.ts'

const REQUEST = ['search', { key: 'tv' }]
const PROGRESS = {
  place: { class: 6, key: -9_007_199_254_740_991, id: 9_007_199_254_740_991 },
  seen: 40,
  total: null,
  totalIsEstimate: false,
}

test('a cursor decodes to what was encoded', () => {
  expect(readCursor(REQUEST, writeCursor(REQUEST, PROGRESS))).toEqual(PROGRESS)
  const counted = { ...PROGRESS, total: 10_001 }
  expect(readCursor(REQUEST, writeCursor(REQUEST, counted))).toEqual(counted)
  for (const total of [0, 1, 7_300, 10_001]) {
    const estimated = { ...PROGRESS, total, totalIsEstimate: true }
    expect(readCursor(REQUEST, writeCursor(REQUEST, estimated))).toEqual(estimated)
  }
})

test('servers that know no estimates read one as an unknown total', () => {
  const cursor = writeCursor(REQUEST, { ...PROGRESS, total: 0, totalIsEstimate: true })
  const total = Buffer.from(cursor, 'base64url').toString().split('.').at(-1)
  expect(Number(total)).toBeLessThan(0)
})

test('it is valid only for its own request', () => {
  const cursor = writeCursor(REQUEST, PROGRESS)
  expect(() => readCursor(['search', { key: 'tw' }], cursor)).toThrow('invalid_input')
})

test('anything else is refused', () => {
  const cursor = writeCursor(REQUEST, PROGRESS)
  const plain = Buffer.from(cursor, 'base64url').toString()
  const changed = (from: string | RegExp, to: string) =>
    Buffer.from(plain.replace(from, to)).toString('base64url')
  for (const broken of [
    cursor.slice(0, -3),
    changed(/^1/, '2'),
    changed('.6.', '.-1.'),
    changed('.6.', '.6.6.'),
    changed('.40.', '.1e3.'),
    changed('.40.', '..'),
    changed('.40.', '.9007199254740993.'),
    changed('.40.', '.2147483647.'),
    '💥',
    '',
  ]) {
    expect(() => readCursor(REQUEST, broken), broken).toThrow('invalid_input')
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (text) => {
      let thrown: unknown
      try {
        readCursor(REQUEST, text)
      } catch (error) {
        thrown = error
      }
      expect(thrown instanceof Refusal && thrown.code).toBe('invalid_input')
    }),
  )
})
