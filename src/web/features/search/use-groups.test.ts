import { expect, it } from 'vitest'
import { isNamedSo } from './use-groups.ts'

it.each([
  ['street food', 'Street Food Leeds', true],
  ['street foo', 'Street Food Leeds', true],
  ['food street', 'Street Food Leeds', true],
  ['night train', 'Nighttrain Radio', true],
  ['ёлка', 'Зелёная елка', true],
  ['mechanical keyboards', 'Mechanical Watches', false],
  ['german cooking', 'Cooking with Ana', false],
  ['food', 'Laptop repair', false],
])('%j and the name %j: %j', (text, name, expected) => {
  expect(isNamedSo(text, [{ channel_name: name, url: null }])).toBe(expected)
})

it('takes a handle for a name', () => {
  const url = 'https://www.youtube.com/@northworkshop'
  expect(isNamedSo('NorthWorkshop', [{ channel_name: 'Северная мастерская', url }])).toBe(true)
  expect(isNamedSo('workshop', [{ channel_name: 'Северная мастерская', url }])).toBe(false)
})
