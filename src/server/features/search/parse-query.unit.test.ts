import { PLATFORMS } from '#server/platforms/platforms.ts'
import { expect, test } from 'vitest'
import { parseQuery } from './read-search.ts'

const ID = 'UCabcdefghijklmnopqrst-_'

test.each([
  [ID, { platformIds: [ID], isExact: true }],
  [`https://www.youtube.com/channel/${ID}/about?x=1`, { platformIds: [ID], isExact: true }],
  ['m.youtube.com/@Some.Name', { handles: ['some.name'], isExact: true }],
  ['@Some.Name', { handles: ['some.name'], isExact: true, key: 'somename', words: ['some', 'name'] }],
  ['https://youtube.com/c/SomeName', { handles: ['somename'], isExact: false, words: ['somename'] }],
  ['https://youtube.com/user/%D0%9A%D0%BE%D1%82', { isExact: false, words: ['кот'] }],
  [
    'Mr Beast',
    { handles: ['mrbeast'], platformIds: [], isExact: false, key: 'mrbeast', words: ['mr', 'beast'] },
  ],
  ['12345', { platformIds: ['12345'], isExact: false }],
  ['a\0b\ud800', { platformIds: ['ab\ufffd'] }],
  ['https://example.com/@name', { isExact: false }],
  ['Some Name (@some.name)', { handles: ['some.name'], isExact: true, key: 'somename' }],
  ['cats @home', { handles: ['home'], isExact: false, words: ['cats', 'home'] }],
  [`@one.two, ${ID}`, { handles: ['one.two'], platformIds: [ID], isExact: true }],
])('%j', (text, expected) => {
  expect(parseQuery(text, PLATFORMS)).toMatchObject(expected)
})
