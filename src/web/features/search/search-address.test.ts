import { fc } from '#test/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { OFFERED_AUDIENCES, OFFERED_CONTENT_TYPES, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { isEmptySearch, readSearch, SORTS } from './search-address.ts'
import { writeSearch } from './write-search.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

describe('readSearch', () => {
  it('reads every part', () => {
    expect(
      read(
        'q= Night train &type=Comedy&type=News&audience=Kids&subs=1-5M&subs=20M%2B&silent=90&silent=30&sort=recent&pages=3&channel=UC1',
      ),
    ).toEqual({
      text: 'Night train',
      types: ['Comedy', 'News'],
      audiences: ['Kids'],
      ranges: ['1-5M', '20M+'],
      inactivity: ['90'],
      sort: 'recent',
      seed: 0,
      pages: 3,
      channel: 'UC1',
    })
  })

  it('ignores unknown values', () => {
    const search = read(
      'type=Nonsense&type=games&type=Gaming&audience=Martians&subs=3-4&silent=31&sort=price&pages=-1&seed=x',
    )
    expect(search).toMatchObject({
      types: ['Gaming'],
      audiences: [],
      ranges: [],
      inactivity: [],
      pages: 1,
      seed: 0,
    })
  })

  it('reads control characters as spaces', () => {
    expect(read('q=%00').text).toBe('')
    expect(read('q=%00Night%0Atrain%7F').text).toBe('Night train')
  })

  it('restores the maximum of pages when the URL requests more', () => {
    expect(read('type=News&pages=25').pages).toBe(25)
    expect(read('type=News&pages=26').pages).toBe(25)
    expect(read('type=News&pages=1000000').pages).toBe(25)
    expect(read('type=News&pages=2.5').pages).toBe(1)
  })

  it('sorts by match only for a text', () => {
    expect(read('q=a').sort).toBe('relevance')
    expect(read('type=News').sort).toBe('subscribers')
    expect(read('type=News&sort=relevance').sort).toBe('subscribers')
  })

  it('is empty without text and filters, whatever else the URL contains', () => {
    expect(isEmptySearch(read('q=%20&sort=recent&pages=2&utm_source=mail'))).toBe(true)
    expect(isEmptySearch(read('subs=0-1K'))).toBe(false)
  })
})

describe('writeSearch', () => {
  it('omits defaults', () => {
    expect(writeSearch({ text: '', types: ['Tech Reviews'], pages: 1, sort: 'subscribers' })).toBe(
      '?type=Tech+Reviews',
    )
    expect(writeSearch({})).toBe('')
  })

  it('requests no more pages than a URL restores', () => {
    expect(writeSearch({ types: ['News'], pages: 26 })).toBe('?type=News&pages=25')
  })

  it('writes what readSearch reads', () => {
    const search = fc.record({
      text: fc.string({ maxLength: 50, unit: 'grapheme' }).map((text) => text.trim()),
      types: fc.uniqueArray(fc.constantFrom(...OFFERED_CONTENT_TYPES)),
      audiences: fc.uniqueArray(fc.constantFrom(...OFFERED_AUDIENCES)),
      ranges: fc.uniqueArray(fc.constantFrom(...SUBSCRIBER_RANGES.map(({ label }) => label))),
      inactivity: fc.uniqueArray(fc.constantFrom('30' as const, '90' as const, '365' as const), {
        maxLength: 1,
      }),
      sort: fc.constantFrom(...SORTS.filter((sort) => sort !== 'relevance')),
      seed: fc.nat(),
      pages: fc.integer({ min: 1, max: 25 }),
      channel: fc.option(fc.stringMatching(/^[\w-]{1,24}$/)),
    })
    fc.assert(
      fc.property(search, (given) => {
        const back = read(writeSearch(given))
        expect(back).toEqual({ ...given, seed: given.sort === 'shuffle' ? given.seed : 0 })
      }),
      { seed: 1 },
    )
  })
})
