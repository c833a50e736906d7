import { describe, expect, it } from 'vitest'
import { listCountries } from './countries.ts'

const COUNTS = new Map([
  ['DE', 528],
  ['US', 1_410],
  ['GB', 734],
])
const codes = (typed: string, language: 'en' | 'ru' = 'en', counts: typeof COUNTS | null = COUNTS) =>
  listCountries(typed, counts, language).map(({ value }) => value)

describe('countries', () => {
  it('come by their number of channels, those without any last', () => {
    const listed = listCountries('', COUNTS, 'en')
    expect(listed.slice(0, 4).map(({ text, count }) => [text, count])).toEqual([
      ['United States', 1_410],
      ['United Kingdom', 734],
      ['Germany', 528],
      ['Brazil', 0],
    ])
    expect(listed.length).toBeGreaterThan(200)
    expect(listCountries('germany', null, 'en')[0]?.count).toBeNull()
  })

  it.each([
    ['germ', 'en', 'DE'],
    ['герм', 'ru', 'DE'],
    ['Germany', 'ru', 'DE'],
    ['states', 'en', 'US'],
    ['usa', 'en', 'US'],
    ['сша', 'ru', 'US'],
    ['UK', 'en', 'GB'],
    ['англия', 'ru', 'GB'],
    ['cote d', 'en', 'CI'],
    ['южная к', 'ru', 'KR'],
    ['оаэ', 'ru', 'AE'],
  ] as const)('%s in %s is found first as %s', (typed, language, code) => {
    expect(codes(typed, language)[0]).toBe(code)
  })

  it('are none for other words', () => {
    expect(codes('cooking')).toEqual([])
    expect(codes('ermany')).toEqual([])
  })
})
