import { expect, it } from 'vitest'
import { mailTo } from './mail-to.ts'

it.each([
  ['ann.lee+ads@example.com', 'mailto:ann.lee+ads@example.com'],
  ['a?bcc=b&c%41#d@example.com', 'mailto:a%3Fbcc%3Db%26c%2541%23d@example.com'],
])('a link to %s writes to that address alone', (address, link) => {
  expect(mailTo(address)).toBe(link)
})
