import { describe, expect, it } from 'vitest'
import { areSameFilters, chooseOne, chooseSeveral, listFilters, without } from './filters.ts'
import { type Filters, NO_FILTERS } from './search-address.ts'

const comedy: Filters = { ...NO_FILTERS, types: ['Comedy'] }

describe('chooseOne', () => {
  it('replaces the others of its kind and keeps other kinds', () => {
    const filters = chooseOne({ ...comedy, audiences: ['Kids'] }, 'types', 'News')
    expect(filters).toEqual({ types: ['News'], audiences: ['Kids'], ranges: [], inactivity: [] })
  })

  it('removes a chosen value', () => {
    expect(chooseOne(comedy, 'types', 'Comedy')).toEqual(NO_FILTERS)
  })
})

describe('chooseSeveral', () => {
  it('adds and removes', () => {
    const both = chooseSeveral(comedy, 'types', 'News')
    expect(both.types).toEqual(['Comedy', 'News'])
    expect(chooseSeveral(both, 'types', 'Comedy').types).toEqual(['News'])
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
    }
    expect(listFilters(filters).map(({ key }) => key)).toEqual([
      'types Comedy',
      'audiences Kids',
      'audiences Adults',
      'ranges 1-5M',
      'inactivity 90',
    ])
  })
})

describe('areSameFilters', () => {
  it('compares the choice, not its order', () => {
    const filters: Filters = { ...NO_FILTERS, types: ['Comedy', 'News'] }
    expect(areSameFilters(filters, { ...NO_FILTERS, types: ['News', 'Comedy'] })).toBe(true)
    expect(areSameFilters(filters, without(filters, 'types', 'News'))).toBe(false)
  })
})
