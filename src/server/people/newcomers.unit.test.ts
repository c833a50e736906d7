import { expect, it } from 'vitest'
import { captchaWork, siteOf } from './newcomers.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:3::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['unknown', 'unknown'],
])('%s belongs to %s', (network, site) => {
  expect(siteOf(network)).toBe(site)
})

it('a captcha’s work grows with the day’s sign-ups, up to ten times', () => {
  expect([0, 1, 2, 5, 18, 1_000].map(captchaWork)).toEqual([1, 1, 2, 3, 10, 10])
})
