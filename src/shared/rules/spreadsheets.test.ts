import { expect, it } from 'vitest'
import { withoutFormula } from './spreadsheets.ts'

const SIGNS = [
  '=',
  '+',
  '-',
  '@',
  '\uff1d',
  '\uff0b',
  '\uff0d',
  '\uff20',
  '\ufe66',
  '\ufe62',
  '\ufe63',
  '\ufe6b',
  '\u2212',
]
const BEFORE = [
  '',
  ' ',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\u2060',
  '\u00ad',
  '\u3164',
  '\u180e',
  '\u0000',
  '\t',
  '\r',
  '\n',
  ' \u200e\u3000',
]

it.each(SIGNS)('a text that begins with %s is no formula, whatever invisible stands before it', (sign) => {
  for (const before of BEFORE) {
    const text = `${before}${sign}SUM(A1)`
    expect([before, withoutFormula(text)]).toEqual([before, `'${text}`])
  }
})

it.each(['Channel', ' Channel = book', 'a@b.example', '\u200bЁлка', '12 + 3', '', '\u200b', '＊', "'=1"])(
  '%j stays as it is',
  (text) => expect(withoutFormula(text)).toBe(text),
)

it.each(['\tChannel', '\rChannel', '\nChannel'])('%j begins like a formula, too', (text) => {
  expect(withoutFormula(text)).toBe(`'${text}`)
})
