import { describe, expect, it } from 'vitest'
import { ALLOWANCE, normalizePromocode, PACKAGES, pricePerUse } from './uses.ts'

it('sells the four packages at their prices', () => {
  expect(PACKAGES.map(({ packageId, name, uses, price }) => [packageId, name, uses, price])).toEqual([
    [1, 'Light', 10, 500],
    [2, 'Medium', 50, 1_500],
    [3, 'Big', 75, 2_500],
    [4, 'Business', 5 * 30, 4_500],
  ])
})

it('gives the price of a contact in each, to the kopeck', () => {
  expect(PACKAGES.map(pricePerUse)).toEqual([50, 30, 33.33, 30])
  expect(ALLOWANCE.uses * 30).toBe(PACKAGES[3].uses)
})

describe('normalizePromocode', () => {
  it.each([
    ['SPRING', 'SPRING'],
    ['  spring-25 ', 'SPRING-25'],
    ['Spr ing\u00a0\t25', 'SPRING25'],
    ['10A', '10A'],
  ])('reads %j as %s', (text, code) => expect(normalizePromocode(text)).toBe(code))

  it.each([
    ['a Cyrillic letter that looks like a Latin one', 'S\u0420RING'],
    ['a Cyrillic small letter', 'spring\u0430'],
    ['a Greek letter', 'SPR\u0399NG'],
    ['a full-width letter', '\uff33PRING'],
    ['a letter whose capital is Latin', 'spr\u0131ng'],
    ['a letter whose capital is two', 'stra\u00dfe'],
    ['a Kelvin sign', '\u212aEY1'],
    ['a hidden character', 'SPR\u200bING'],
    ['too few characters', 'AB'],
    ['too many', 'A'.repeat(31)],
    ['a hyphen at the beginning', '-SPRING'],
    ['nothing', '   '],
  ])('refuses %s', (_what, text) => expect(normalizePromocode(text)).toBeNull())
})
