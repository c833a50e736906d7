import { describe, expect, it } from 'vitest'
import { nextOrder, orderRows } from './order.ts'

describe('orderRows', () => {
  const ordered = (ranks: readonly (string | number | null)[], isDescending: boolean) =>
    orderRows(
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

describe('nextOrder', () => {
  it('goes one way, the other way, and back', () => {
    const one = nextOrder(null, 'name')
    expect(one).toEqual({ column: 'name', isDescending: false })
    const other = nextOrder(one, 'name')
    expect(other).toEqual({ column: 'name', isDescending: true })
    expect(nextOrder(other, 'name')).toBeNull()
  })

  it('may begin with large values, and begins anew with another column', () => {
    const size = nextOrder({ column: 'name', isDescending: true }, 'size', true)
    expect(size).toEqual({ column: 'size', isDescending: true })
    expect(nextOrder(size, 'size', true)).toEqual({ column: 'size', isDescending: false })
  })
})
