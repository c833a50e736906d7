import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LETTER_COLORS, renderLetter, writtenColor } from './render-letter.ts'

const LINK = 'https://channelbook.example/reset?token=abc&way=mail'
const letter = renderLetter({
  language: 'en',
  subject: 'A <new> password & more',
  parts: [
    { text: 'Enter this code:' },
    { code: '483920' },
    { facts: [['Device', 'Chrome, "Windows"']] },
    { button: { label: 'Choose a new password', link: LINK } },
    { aside: 'If it was not you:', way: { label: 'Log out', link: `${LINK}2` } },
  ],
  reason: 'You asked for it.',
})

it('the plain text of a letter says the same, with each address on a line of its own', () => {
  expect(letter.text).toBe(`Enter this code:

483920

Device: Chrome, "Windows"

Choose a new password:
${LINK}

If it was not you:

Log out:
${LINK}2

--

You asked for it.
`)
})

it('a letter loads nothing and runs nothing', () => {
  expect(letter.html).not.toMatch(
    /<(?:img|link|script|iframe|object|video|svg)\b|\bsrc=|url\(|@import|@font-face/i,
  )
  const addresses = [...letter.html.matchAll(/https?:[^"<\s]+/g)].map(([address]) => address)
  expect(new Set(addresses)).toEqual(new Set([LINK, `${LINK}2`].map((link) => link.replace('&', '&#38;'))))
})

it('what others wrote cannot become markup', () => {
  expect(letter.html).toContain('A &#60;new&#62; password &#38; more')
  expect(letter.html).toContain('Chrome, &#34;Windows&#34;')
})

it('letters have the colours of the pages, in both themes', () => {
  const tokens = readFileSync(new URL('../web/kit/styles/tokens.css', import.meta.url), 'utf8')
  for (const [name, [light, dark]] of Object.entries(LETTER_COLORS)) {
    expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`)
    for (const color of [light, dark]) expect(letter.html).toContain(writtenColor(color))
  }
})

it('the only six digits in a row are the code', () => {
  expect(new Set(letter.html.match(/\d{6}/g))).toEqual(new Set(['483920']))
})
