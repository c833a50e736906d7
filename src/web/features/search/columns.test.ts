import { describe, expect, it } from 'vitest'
import { orderChannels, readColumns } from './columns.ts'

describe('orderChannels', () => {
  const ordered = (ranks: readonly (string | number | null)[], isDescending: boolean) =>
    orderChannels(
      ranks.map((rank, place) => ({ rank, place })),
      ({ rank }) => rank,
      { isDescending, language: 'ru' },
    )

  it('orders numbers and names in both directions, unknown values last', () => {
    const numbers = [5, null, 20, 1]
    expect(ordered(numbers, false).map(({ rank }) => rank)).toEqual([1, 5, 20, null])
    expect(ordered(numbers, true).map(({ rank }) => rank)).toEqual([20, 5, 1, null])
    const names = ['Ель', null, 'ёж', 'Аист', 'яма']
    expect(ordered(names, false).map(({ rank }) => rank)).toEqual(['Аист', 'ёж', 'Ель', 'яма', null])
    expect(ordered(names, true).map(({ rank }) => rank)).toEqual(['яма', 'Ель', 'ёж', 'Аист', null])
  })

  it('leaves equal ones as they were', () => {
    expect(ordered([1, 0, 1, 0, 1], true).map(({ place }) => place)).toEqual([0, 2, 4, 1, 3])
  })
})

describe('readColumns', () => {
  it('gives the table’s order, always with the name, and ignores unknown ones', () => {
    expect(readColumns('contact price lastUpload')).toEqual(['name', 'lastUpload', 'contact'])
    expect(readColumns('')).toEqual(['name'])
  })

  it('starts with all that buyers compare', () => {
    expect(readColumns(null)).toEqual([
      'name',
      'subscribers',
      'types',
      'audiences',
      'country',
      'lastUpload',
      'contact',
    ])
  })
})
