import { describe, expect, it } from 'vitest'
import { emailProblem, normalizeEmail } from './email.ts'

describe('emailProblem', () => {
  it.each([
    'a@b.co',
    'first.last+tag@example.com',
    "o'neil@sub.domain.example",
    'x@xn--80ak6aa92e.xn--p1ai',
    `${'l'.repeat(64)}@example.com`,
  ])('accepts %s', (email) => {
    expect(emailProblem(email)).toBeNull()
  })

  it.each([
    'plain',
    '@example.com',
    'a@',
    'a@b',
    'a@b.c',
    'a b@example.com',
    'a@exa mple.com',
    'a@@example.com',
    'a@b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@.example.com',
    'a@example..com',
    'a@example.com.',
    'почта@example.com',
    'a@example.com\nbcc: b@example.com',
    `${'l'.repeat(65)}@example.com`,
    `a@${'d'.repeat(64)}.com`,
    `a@${'d.'.repeat(126)}com`,
  ])('refuses %j', (email) => {
    expect(emailProblem(email)).toBe('email_invalid')
  })

  it('calls nothing empty', () => {
    expect(emailProblem('')).toBe('email_empty')
  })

  it('needs time in proportion to the length of hostile input', () => {
    const hostile = `${'a.'.repeat(30_000)}@${'a-'.repeat(30_000)}`
    const start = performance.now()
    emailProblem(hostile)
    emailProblem(`a@${'a.'.repeat(100)}!`)
    expect(performance.now() - start).toBeLessThan(200)
  })
})

it('normalizeEmail trims and lower-cases', () => {
  expect(normalizeEmail('  First.Last@Example.COM\n')).toBe('first.last@example.com')
})
