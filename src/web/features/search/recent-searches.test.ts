import { describe, expect, it } from 'vitest'
import {
  queryOf,
  filtersIn,
  readRecent,
  type RecentSearch,
  withRecent,
  writeRecent,
} from './recent-searches.ts'
import { noFilters } from './search-address.ts'

const search = (text: string, filters: Partial<RecentSearch> = {}): RecentSearch => ({
  ...noFilters(text),
  ...filters,
  text,
})
const made = (...searches: RecentSearch[]) =>
  searches.reduce<readonly RecentSearch[]>(withRecent, []).map(queryOf)

describe('recent searches', () => {
  it('are listed newest first, each once, six at most', () => {
    expect(made(search('a'), search('b'), search('a'))).toEqual(['?q=a', '?q=b'])
    expect(made(...'abcdefgh'.split('').map((text) => search(text)))).toHaveLength(6)
  })

  it('keep the last of several steps of one search', () => {
    const music = search('', { types: ['Music'] })
    const ofKids = search('', { types: ['Music'], audiences: ['Kids'] })
    expect(made(music, ofKids)).toEqual(['?type=Music&audience=Kids'])
    expect(made(ofKids, music)).toEqual(['?type=Music'])
    expect(made(music, search('', { types: ['News'] }))).toEqual(['?type=News', '?type=Music'])
    expect(made(search('a'), search('b', { types: ['Music'] }))).toHaveLength(2)
  })

  it('omit an empty search', () => {
    expect(made(search(''))).toEqual([])
  })

  it('are named without the default contact', () => {
    const keys = (one: RecentSearch) => filtersIn(one).map(({ key }) => key)
    expect(keys(search('', { types: ['Music'] }))).toEqual(['types Music'])
    expect(keys(search('', { types: ['Music'], contact: [] }))).toEqual(['types Music', 'contact any'])
    expect(keys(search('a', { types: ['Music'] }))).toEqual(['types Music'])
    expect(keys(search('a', { types: ['Music'], contact: ['with'] }))).toEqual([
      'types Music',
      'contact with',
    ])
  })

  it('are restored as stored, and anything else gives an empty list', () => {
    const list = [
      search('Кот & co', { types: ['Music'], ranges: ['1-10K'], inactivity: ['90'] }),
      search('', { countries: ['RU'], languages: ['ru'], contact: [] }),
      search('b'),
    ]
    expect(readRecent(writeRecent(list)).map(queryOf)).toEqual(list.map(queryOf))
    for (const stored of [null, '', '{', '{}', '7', '[7, "", "?type=nothing"]']) {
      expect(readRecent(stored), String(stored)).toEqual([])
    }
  })
})
