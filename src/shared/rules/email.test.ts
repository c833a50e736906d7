import { describe, expect, it } from 'vitest'
import { emailProblem, normalizeEmail, shownEmail } from './email.ts'

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

describe('an internationalised domain', () => {
  it.each([
    ['Info@Почта.рф', 'info@xn--80a1acny.xn--p1ai', 'info@почта.рф'],
    ['info@bücher.example', 'info@xn--bcher-kva.example', 'info@bücher.example'],
    ['info@straße.de', 'info@xn--strae-oqa.de', 'info@straße.de'],
    ['info@пример-тест.рф', 'info@xn----itbbjuqhdlic.xn--p1ai', 'info@пример-тест.рф'],
    ['info@例え.jp', 'info@xn--r8jz45g.jp', 'info@例え.jp'],
    ['info@한국.kr', 'info@xn--3e0b707e.kr', 'info@한국.kr'],
    ['info@दिल्ली.भारत', 'info@xn--j2bya4ch0f.xn--h2brj9c', 'info@दिल्ली.भारत'],
    ['info@مثال.مصر', 'info@xn--mgbh0fb.xn--wgbh1c', 'info@مثال.مصر'],
    ['info@www.ñandú.cl', 'info@www.xn--and-6ma2c.cl', 'info@www.ñandú.cl'],
  ])('%s is stored as %s and shown as %s', (typed, stored, shown) => {
    expect(normalizeEmail(typed)).toBe(stored)
    expect(normalizeEmail(stored)).toBe(stored)
    expect(emailProblem(stored)).toBeNull()
    expect(shownEmail(stored)).toBe(shown)
  })

  it.each([
    ['info@аpple.com', 'info@xn--pple-43d.com'],
    ['info@аррӏе.com', 'info@xn--80ak6aa92e.com'],
  ])('that looks like another is shown in its ASCII form: %s', (typed, stored) => {
    expect(normalizeEmail(typed)).toBe(stored)
    expect(shownEmail(stored)).toBe(stored)
  })

  it.each(['info@xn--99999999999.com', 'info@xn--.com', 'info@xn--a.com', 'info@xn--\u0000.com'])(
    'that cannot be decoded is shown as it is: %s',
    (email) => expect(shownEmail(email)).toBe(email),
  )

  it('may be typed with signs of a Japanese keyboard, and with invisible ones', () => {
    expect(normalizeEmail('Ａnna＠studio。example')).toBe('anna@studio.example')
    expect(normalizeEmail('\u200banna@studio.example\ufeff')).toBe('anna@studio.example')
  })

  it.each(['анна@почта.рф', 'info@почта', 'info@поч та.рф', 'info@почта.рф/x', 'info@１２７.0.0.1'])(
    'does not make %s an address',
    (typed) => expect(emailProblem(normalizeEmail(typed))).toBe('email_invalid'),
  )
})
