import { expect, it } from 'vitest'
import { afterWrongTry, endOf, type MailedCode, newCode } from './mailed-code.ts'

const SENT = 1_000_000
const LIFE = 10 * 60_000

it('a mailed code may be right for ten minutes', () => {
  expect(endOf(newCode(SENT), SENT)).toBeNull()
  expect(endOf(newCode(SENT), SENT + LIFE - 1)).toBeNull()
  expect(endOf(newCode(SENT), SENT + LIFE)).toBe('expired')
})

it('a mailed code is used up by five wrong tries', () => {
  const tried = (times: number) =>
    Array.from({ length: times }).reduce<MailedCode>((code) => afterWrongTry(code), newCode(SENT))
  expect(endOf(tried(4), SENT)).toBeNull()
  expect(endOf(tried(5), SENT)).toBe('usedUp')
})

it('nothing is said of a code that was not asked for', () => {
  expect(endOf(null, SENT)).toBeNull()
})
