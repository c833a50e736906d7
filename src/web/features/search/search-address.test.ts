import { fc } from '#test/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { OFFERED_AUDIENCES, OFFERED_CONTENT_TYPES, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import {
  boundsOf,
  GROUPS,
  inGroup,
  isEmptySearch,
  parseRange,
  readSearch,
  sortsFor,
  VIEWS,
  withText,
} from './search-address.ts'
import { isSeeded, writeSearch } from './write-search.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

describe('readSearch', () => {
  it('reads every part', () => {
    expect(
      read(
        'q= Night train &type=Comedy&type=News&audience=Kids&subs=1-5M&subs=20M%2B&subs=50000-1000000&silent=90&silent=30&country=ru&country=DE&country=RU&language=pt&contact=with&by=topic&sort=recent&pages=3&channel=UC1&view=table',
      ),
    ).toEqual({
      text: 'Night train',
      types: ['Comedy', 'News'],
      audiences: ['Kids'],
      ranges: ['1-5M', '20M+', '50000-1000000'],
      inactivity: ['90'],
      countries: ['RU', 'DE'],
      languages: ['pt'],
      contact: ['with'],
      by: 'topic',
      sort: 'recent',
      seed: null,
      pages: 3,
      channel: 'UC1',
      fresh: null,
      view: 'table',
    })
  })

  it('ignores unknown values', () => {
    const search = read(
      'type=Nonsense&type=games&type=Gaming&audience=Martians&subs=4-3&subs=-7&subs=0-&silent=31&country=ZZ&language=xx&contact=maybe&sort=price&pages=-1&seed=x&by=place&view=map',
    )
    expect(search).toMatchObject({
      types: ['Gaming'],
      audiences: [],
      ranges: [],
      inactivity: [],
      countries: [],
      languages: [],
      contact: ['with'],
      sort: 'mix',
      pages: 1,
      seed: null,
      view: 'list',
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

  it('sorts by match only for a text, and mixes sizes only without one', () => {
    expect(read('q=a').sort).toBe('relevance')
    expect(read('q=a&sort=mix').sort).toBe('relevance')
    expect(read('type=News').sort).toBe('mix')
    expect(read('type=News&sort=relevance').sort).toBe('mix')
  })

  it('wants a contact unless a text looks for one channel, or the URL says otherwise', () => {
    expect(read('type=News').contact).toEqual(['with'])
    expect(read('type=News&contact=any').contact).toEqual([])
    expect(read('q=a').contact).toEqual([])
    expect(read('q=a&contact=with').contact).toEqual(['with'])
    expect(read('q=a&by=topic').contact).toEqual(['with'])
    expect(read('q=a&by=topic&contact=any').contact).toEqual([])
    expect(read('q=a&by=name').contact).toEqual([])
  })

  it('is empty without text and filters, whatever else the URL contains', () => {
    expect(isEmptySearch(read('q=%20&sort=recent&pages=2&utm_source=mail'))).toBe(true)
    expect(isEmptySearch(read('contact=any&view=table'))).toBe(true)
    expect(isEmptySearch(read('contact=with'))).toBe(true)
    expect(isEmptySearch(read('subs=0-1K'))).toBe(false)
    expect(isEmptySearch(read('country=DE'))).toBe(false)
  })
})

describe('inGroup', () => {
  it('gives a group its own default contact and order, and keeps what was chosen', () => {
    expect(inGroup(read('q=a'), 'topic')).toMatchObject({ by: 'topic', contact: ['with'] })
    expect(inGroup(read('q=a&by=topic'), 'name')).toMatchObject({ by: 'name', contact: [] })
    expect(inGroup(read('q=a&contact=with'), 'name').contact).toEqual(['with'])
    expect(inGroup(read('q=a&by=topic&contact=any'), 'name').contact).toEqual([])
    expect(inGroup(read('q=a&sort=shuffle'), 'topic').sort).toBe('relevance')
    expect(inGroup(read('q=a&sort=recent'), 'topic').sort).toBe('recent')
  })
})

describe('withText', () => {
  it('gives another text the default contact of its own group, and keeps one that was chosen', () => {
    expect(withText(read('q=a germany'), 'a', 'topic')).toMatchObject({ by: 'topic', contact: ['with'] })
    expect(withText(read('q=a germany&by=topic'), 'a', null)).toMatchObject({ by: null, contact: [] })
    expect(withText(read('q=a germany&by=topic'), 'a')).toMatchObject({ by: 'topic', contact: ['with'] })
    expect(withText(read('q=a germany&by=topic&contact=any'), 'a', 'topic').contact).toEqual([])
  })
})

describe('parseRange', () => {
  it('reads the offered ranges and those of the person’s own', () => {
    expect(parseRange('1-10k')).toBe('1-10K')
    expect(parseRange('050000-1000000')).toBe('50000-1000000')
    expect(boundsOf('50000-1000000')).toEqual([50_000, 1_000_000])
    expect(boundsOf('7-')).toEqual([7, null])
    expect(boundsOf('20M+')).toEqual([20_000_000, null])
    for (const none of ['', '5', '5-5', '9-7', '0-', '-9', '1e3-2e3'])
      expect(parseRange(none), none).toBeNull()
  })
})

describe('writeSearch', () => {
  it('omits defaults', () => {
    expect(writeSearch({ text: '', types: ['Tech Reviews'], pages: 1, sort: 'mix', contact: ['with'] })).toBe(
      '?type=Tech+Reviews',
    )
    expect(writeSearch({})).toBe('')
  })

  it('requests no more pages than a URL restores', () => {
    expect(writeSearch({ types: ['News'], pages: 26 })).toBe('?type=News&pages=25')
  })

  it('writes what readSearch reads', () => {
    const text = fc.string({ maxLength: 50, unit: 'grapheme' }).map((given) => given.trim())
    const atMostOne = <T>(...values: readonly T[]) =>
      fc.uniqueArray(fc.constantFrom(...values), { maxLength: 1 })
    const filters = fc.record({
      types: fc.uniqueArray(fc.constantFrom(...OFFERED_CONTENT_TYPES)),
      audiences: fc.uniqueArray(fc.constantFrom(...OFFERED_AUDIENCES)),
      ranges: fc.uniqueArray(
        fc.constantFrom(
          ...SUBSCRIBER_RANGES.map(({ label }) => label),
          '50000-1000000' as const,
          '7-' as const,
        ),
      ),
      inactivity: atMostOne('30' as const, '90' as const, '365' as const),
      countries: fc.uniqueArray(fc.constantFrom('RU', 'DE', 'US')),
      languages: atMostOne('ru', 'de'),
      contact: atMostOne('with' as const),
      seed: fc.option(fc.nat()),
      pages: fc.integer({ min: 1, max: 25 }),
      channel: fc.option(fc.stringMatching(/^[\w-]{1,24}$/)),
      fresh: fc.option(fc.integer({ min: 1, max: 1_000 })),
      view: fc.constantFrom(...VIEWS),
    })
    const search = fc
      .tuple(filters, text)
      .chain(([chosen, typed]) =>
        fc
          .constantFrom(null, ...(typed === '' ? [] : GROUPS))
          .chain((by) =>
            fc.constantFrom(...sortsFor(typed, by)).map((sort) => ({ ...chosen, text: typed, sort, by })),
          ),
      )
    fc.assert(
      fc.property(search, (given) => {
        const back = read(writeSearch(given))
        expect(back).toEqual({ ...given, seed: isSeeded(given.sort) ? given.seed : null })
      }),
      { seed: 1 },
    )
  })
})
