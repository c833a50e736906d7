import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EMAIL_COLORS, linkToPage, renderEmail, writtenColor } from './render-email.ts'

const LINK = 'https://channelbook.example/reset?token=abc&way=mail'
const message = renderEmail({
  language: 'en',
  subject: 'A <new> password & more',
  parts: [
    { text: 'Enter this code:' },
    { code: '483920' },
    { facts: [['Device', 'Chrome, "Windows"']] },
    { button: { label: 'Choose a new password', link: LINK } },
    { list: { title: 'Cats & dogs', links: [{ label: 'A <cat>', link: `${LINK}3` }] } },
    { aside: 'If it was not you:', way: { label: 'Log out', link: `${LINK}2` } },
  ],
  reason: 'You asked for it.',
})

it('the plain text of an email says the same, with each address on a line of its own', () => {
  expect(message.text).toBe(`Enter this code:

483920

Device: Chrome, "Windows"

Choose a new password:
${LINK}

Cats & dogs

A <cat>:
${LINK}3

If it was not you:

Log out:
${LINK}2

--

You asked for it.
`)
})

it('a Russian email leads to Russian pages; an English one to what the reader has chosen', () => {
  const config = { publicUrl: 'https://channelbook.example' }
  expect(linkToPage(config, 'optout', 'ru')).toBe('https://channelbook.example/ru/optout')
  expect(linkToPage(config, 'optout', 'en')).toBe('https://channelbook.example/optout')
})

it('an email loads nothing and runs nothing', () => {
  expect(message.html).not.toMatch(
    /<(?:img|link|script|iframe|object|video|svg)\b|\bsrc=|url\(|@import|@font-face/i,
  )
  const addresses = [...message.html.matchAll(/https?:[^"<\s]+/g)].map(([address]) => address)
  expect(new Set(addresses)).toEqual(
    new Set([LINK, `${LINK}2`, `${LINK}3`].map((link) => link.replace('&', '&#38;'))),
  )
})

it('what others wrote cannot become markup', () => {
  expect(message.html).toContain('A &#60;new&#62; password &#38; more')
  expect(message.html).toContain('Chrome, &#34;Windows&#34;')
  expect(message.html).toContain('A &#60;cat&#62;')
})

it('emails have the colours of the pages, in both themes', () => {
  const tokens = readFileSync(new URL('../web/kit/styles/tokens.css', import.meta.url), 'utf8')
  for (const [name, [light, dark]] of Object.entries(EMAIL_COLORS)) {
    expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`)
    for (const color of [light, dark]) expect(message.html).toContain(writtenColor(color))
  }
})

it('the only six digits in a row are the code', () => {
  expect(new Set(message.html.match(/\d{6}/g))).toEqual(new Set(['483920']))
})
