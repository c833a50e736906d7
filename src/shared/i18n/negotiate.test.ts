import { describe, expect, it } from 'vitest'
import { asLanguage, negotiateLanguage } from './negotiate.ts'

describe('negotiateLanguage', () => {
  it.each([
    ['nothing is said', undefined, undefined, 'en'],
    ['the browser wants Russian', undefined, 'ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
    ['the browser wants English first', undefined, 'en-GB,en;q=0.9,ru;q=0.8', 'en'],
    ['order does not matter, quality does', undefined, 'en;q=0.1, ru;q=0.9', 'ru'],
    ['equal quality: the first', undefined, 'ru,en', 'ru'],
    ['a language we lack comes first', undefined, 'de-DE,de;q=0.9,ru;q=0.3', 'ru'],
    ['only languages we lack', undefined, 'de,fr;q=0.8,*;q=0.1', 'en'],
    ['quality 0 excludes', undefined, 'ru;q=0', 'en'],
    ['tags without regard to case', undefined, 'RU-ru', 'ru'],
    ['nonsense', undefined, ';;q=,=,,q=5;', 'en'],
    ['own choice wins', 'ru', 'en-GB,en;q=0.9', 'ru'],
    ['own choice of English wins too', 'en', 'ru', 'en'],
    ['a choice we do not know is none', 'tlh', 'ru', 'ru'],
    ['an emptied cookie is none', '', 'ru', 'ru'],
  ] as const)('%s', (_name, chosen, acceptLanguage, expected) => {
    expect(negotiateLanguage(chosen, acceptLanguage)).toBe(expected)
  })

  it('reads only the start of an endless header', () => {
    expect(negotiateLanguage(undefined, `${'de,'.repeat(100_000)}ru`)).toBe('en')
  })
})

describe('asLanguage', () => {
  it('knows the languages of the product and no other text', () => {
    expect(['en', 'ru', 'EN', 'english', 'constructor', '', undefined].map(asLanguage)).toEqual([
      'en',
      'ru',
      'en',
      null,
      null,
      null,
      null,
    ])
  })
})
