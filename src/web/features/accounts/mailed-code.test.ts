import { expect, it } from 'vitest'
import { afterWrongAttempt, endOf, type MailedCode, newCode } from './mailed-code.ts'

const SENT = 1_000_000
const LIFE = 10 * 60_000

it('a mailed code works for ten minutes', () => {
  expect(endOf(newCode(SENT), SENT)).toBeNull()
  expect(endOf(newCode(SENT), SENT + LIFE - 1)).toBeNull()
  expect(endOf(newCode(SENT), SENT + LIFE)).toBe('expired')
})

it('a mailed code ends after five wrong attempts', () => {
  const tried = (times: number) =>
    Array.from({ length: times }).reduce<MailedCode>((code) => afterWrongAttempt(code), newCode(SENT))
  expect(endOf(tried(4), SENT)).toBeNull()
  expect(endOf(tried(5), SENT)).toBe('usedUp')
})

it('a code that was not requested has no end', () => {
  expect(endOf(null, SENT)).toBeNull()
})
