import { expect, it } from 'vitest'
import { en } from '#shared/i18n/en.ts'
import { ru } from '#shared/i18n/ru.ts'
import { sourceText } from './ContactSource.tsx'

it.each([
  ['website', 'website', 'сайт'],
  ['creator', 'the creator', 'сам автор'],
  ['import', 'import', 'загруженный список'],
  ['trade fair', 'trade fair', 'trade fair'],
  ['constructor', 'constructor', 'constructor'],
])('a kind of source is named in the page’s language: %s', (source, english, russian) => {
  expect(sourceText(source, en.reveals)).toEqual({ text: english, url: null })
  expect(sourceText(source, ru.reveals)).toEqual({ text: russian, url: null })
})

it('a page is named by its host and linked', () => {
  const url = 'https://www.example.com/contact?a=1'
  expect(sourceText(url, en.reveals)).toEqual({ text: 'example.com', url })
  // Text that only looks like a URL is shown, but not linked.
  for (const other of ['https://', 'javascript:alert(1)', 'ftp://example.com']) {
    expect(sourceText(other, en.reveals)).toEqual({ text: other, url: null })
  }
})
