import { describe, expect, it } from 'vitest'
import { normalizePromocode } from './promocode.ts'

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
