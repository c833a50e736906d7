import { describe, expect, it } from 'vitest'
import { asLanguage, negotiateLanguage } from './negotiate.ts'

describe('negotiateLanguage', () => {
  it.each([
    ['no preference at all', undefined, undefined, 'en'],
    ['the browser prefers Russian', undefined, 'ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
    ['the browser prefers English', undefined, 'en-GB,en;q=0.9,ru;q=0.8', 'en'],
    ['order does not matter, quality does', undefined, 'en;q=0.1, ru;q=0.9', 'ru'],
    ['equal quality: the first', undefined, 'ru,en', 'ru'],
    ['a language that we lack comes first', undefined, 'de-DE,de;q=0.9,ru;q=0.3', 'ru'],
    ['only languages that we lack', undefined, 'de,fr;q=0.8,*;q=0.1', 'en'],
    ['quality 0 excludes', undefined, 'ru;q=0', 'en'],
    ['tags in any case', undefined, 'RU-ru', 'ru'],
    ['a malformed header', undefined, ';;q=,=,,q=5;', 'en'],
    ['the chosen language wins', 'ru', 'en-GB,en;q=0.9', 'ru'],
    ['chosen English wins too', 'en', 'ru', 'en'],
    ['an unknown choice is ignored', 'tlh', 'ru', 'ru'],
    ['an empty cookie is ignored', '', 'ru', 'ru'],
  ] as const)('%s', (_name, chosen, acceptLanguage, expected) => {
    expect(negotiateLanguage(chosen, acceptLanguage)).toBe(expected)
  })

  it('reads only the start of a very long header', () => {
    expect(negotiateLanguage(undefined, `${'de,'.repeat(100_000)}ru`)).toBe('en')
  })
})

describe('asLanguage', () => {
  it('recognises the languages of the product and nothing else', () => {
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
