import { expect, it } from 'vitest'
import { ALLOWANCE, PACKAGES, pricePerUse } from './packages.ts'

it('sells the four packages at their prices', () => {
  expect(PACKAGES.map(({ packageId, name, uses, price }) => [packageId, name, uses, price])).toEqual([
    [1, 'Light', 10, 500],
    [2, 'Medium', 50, 1_500],
    [3, 'Big', 75, 2_500],
    [4, 'Business', 5 * 30, 4_500],
  ])
})

it('knows what a contact costs in each, to the kopeck', () => {
  expect(PACKAGES.map(pricePerUse)).toEqual([50, 30, 33.33, 30])
  expect(ALLOWANCE.uses * 30).toBe(PACKAGES[3].uses)
})
