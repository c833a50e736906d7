import { describe, expect, it } from 'vitest'
import { listCountries, originIn } from './countries.ts'

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

describe('a country or language in a text', () => {
  it.each([
    ['german cooking', 'languages', 'de', 'cooking'],
    ['Cooking in Germany', 'countries', 'DE', 'Cooking'],
    ['немецкая кухня', 'languages', 'de', 'кухня'],
    ['вязание по-немецки', 'languages', 'de', 'вязание'],
    ['кухня в Германии', 'countries', 'DE', 'кухня'],
    ['влоги из США', 'countries', 'US', 'влоги'],
    ['american football', 'countries', 'US', 'football'],
    ['индийские фильмы', 'countries', 'IN', 'фильмы'],
    ['gaming South Korea', 'countries', 'KR', 'gaming'],
    ['food from the united states', 'countries', 'US', 'food from the'],
    ['уроки французского', 'languages', 'fr', 'уроки'],
    ['Côte d’Ivoire music', 'countries', 'CI', 'music'],
  ])('%s: %s %s', (text, kind, value, rest) => {
    expect(originIn(text)).toEqual({ kind, value, rest })
  })

  it.each([
    'cooking',
    'german',
    'Германия',
    'great cooking',
    'инди музыка',
    'кино и сериалы',
    'it is over',
    'малина и вишня',
    'how to cook',
    '',
  ])('none: %s', (text) => {
    expect(originIn(text)).toBeNull()
  })
})
