import { expect, it } from 'vitest'
import { emailLink, type FieldValues, fieldsOf, fillTemplate } from './templates.ts'

const values: FieldValues = { channel: 'Кот {name} & Co $&', name: 'Anna', company: null, last_video: '' }

it.each([
  ['Hi, {channel}!', 'Hi, Кот {name} & Co $&!'],
  ['{name} {name}', 'Anna Anna'],
  ['For {company}', 'For {company}'],
  ['About “{last_video}”', 'About “”'],
  ['{Name} {price} {} { name }', '{Name} {price} {} { name }'],
])('%s becomes %s', (text, filled) => {
  expect(fillTemplate(text, values)).toBe(filled)
})

it('the fields of a text are told', () => {
  expect(fieldsOf('{last_video} by {channel}, {channel} {other}')).toEqual(['channel', 'last_video'])
})

it('a link for a mail program has the whole email, or there is none', () => {
  const link = emailLink('mailto:a@b.example', 'A & B?', 'One\nTwo #3 %')
  expect(link).toBe('mailto:a@b.example?subject=A%20%26%20B%3F&body=One%0D%0ATwo%20%233%20%25')
  const address = 'mailto:a@b.example'
  const room = 1_800 - `${address}?subject=&body=`.length
  expect(emailLink(address, '', 'x'.repeat(room))).toHaveLength(1_800)
  expect(emailLink(address, '', 'x'.repeat(room + 1))).toBeNull()
  // A Cyrillic letter takes six characters of a link.
  expect(emailLink(address, '', 'ж'.repeat(300))).toBeNull()
})
