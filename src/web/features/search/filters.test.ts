import { describe, expect, it } from 'vitest'
import {
  areSameFilters,
  chooseOne,
  chooseSeveral,
  listFilters,
  nextDraft,
  shownFilters,
  without,
} from './filters.ts'
import { type Filters, noFilters } from './search-address.ts'

const NONE = noFilters('any text')
const comedy: Filters = { ...NONE, types: ['Comedy'] }

describe('chooseOne', () => {
  it('replaces the others of its kind and keeps other kinds', () => {
    const filters = chooseOne({ ...comedy, audiences: ['Kids'] }, 'types', 'News')
    expect(filters).toEqual({ ...NONE, types: ['News'], audiences: ['Kids'] })
  })

  it('removes a chosen value', () => {
    expect(chooseOne(comedy, 'types', 'Comedy')).toEqual(NONE)
  })
})

describe('chooseSeveral', () => {
  it('adds and removes', () => {
    const both = chooseSeveral(comedy, 'types', 'News')
    expect(both.types).toEqual(['Comedy', 'News'])
    expect(chooseSeveral(both, 'types', 'Comedy').types).toEqual(['News'])
  })

  it('takes several countries', () => {
    const both = chooseSeveral(chooseSeveral(comedy, 'countries', 'DE'), 'countries', 'AT')
    expect(both.countries).toEqual(['DE', 'AT'])
  })

  it('keeps one inactivity, because the shorter one includes the longer', () => {
    const inactive = chooseSeveral(chooseSeveral(comedy, 'inactivity', '90'), 'inactivity', '365')
    expect(inactive).toEqual({ ...comedy, inactivity: ['365'] })
    expect(chooseSeveral(inactive, 'inactivity', '365')).toEqual(comedy)
  })
})

describe('listFilters', () => {
  it('lists every value under its own key', () => {
    const filters: Filters = {
      types: ['Comedy'],
      audiences: ['Kids', 'Adults'],
      ranges: ['1-5M'],
      inactivity: ['90'],
      countries: ['DE'],
      languages: ['de'],
      contact: ['with'],
    }
    expect(listFilters(filters).map(({ key }) => key)).toEqual([
      'types Comedy',
      'audiences Kids',
      'audiences Adults',
      'ranges 1-5M',
      'inactivity 90',
      'countries DE',
      'languages de',
      'contact with',
    ])
  })
})

describe('shownFilters', () => {
  const keys = (filters: Filters, text: string) => shownFilters(filters, text).map(({ key }) => key)

  it('show the default contact beside other filters, and not alone', () => {
    expect(keys(noFilters(''), '')).toEqual([])
    expect(keys({ ...noFilters(''), types: ['Comedy'] }, '')).toEqual(['types Comedy', 'contact with'])
    expect(keys({ ...NONE, contact: ['with'] }, 'cats')).toEqual(['contact with'])
    expect(keys({ ...comedy, contact: ['with'] }, 'cats')).toEqual(['types Comedy', 'contact with'])
  })
})

describe('nextDraft', () => {
  const draft: Filters = { ...NONE, types: ['Comedy', 'News'], countries: ['DE'] }

  it('keeps the choice when a text only changes the default contact', () => {
    const draftWith: Filters = { ...draft, contact: ['with'] }
    expect(nextDraft(draftWith, noFilters(''), NONE)).toEqual(draft)
    expect(nextDraft(draft, NONE, noFilters(''))).toEqual(draftWith)
  })

  it('takes over all filters when another one changed', () => {
    expect(nextDraft(draft, NONE, comedy)).toEqual(comedy)
    expect(nextDraft(draft, comedy, noFilters(''))).toEqual(noFilters(''))
  })
})

describe('areSameFilters', () => {
  it('compares the choice, not its order', () => {
    const filters: Filters = { ...NONE, types: ['Comedy', 'News'] }
    expect(areSameFilters(filters, { ...NONE, types: ['News', 'Comedy'] })).toBe(true)
    expect(areSameFilters(filters, without(filters, 'types', 'News'))).toBe(false)
  })
})
