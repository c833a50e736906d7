import { expect, it } from 'vitest'
import { networkOf } from './request-facts.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
  ['203.0.113.7, 198.51.100.1', 'unknown'],
  ['x'.repeat(10_000), 'unknown'],
] as const)('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('gives addresses in one customer’s network the same key, and other networks another', () => {
  expect(networkOf('2001:db8:1:2::aaaa')).toBe(networkOf('2001:db8:1:2:ffff::1'))
  expect(networkOf('2001:db8:1:3::aaaa')).not.toBe(networkOf('2001:db8:1:2::aaaa'))
})
