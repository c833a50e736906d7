import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { anyCodePoint, fc } from '#test/support/fast-check.ts'
import { queryKeys, TITLE_WORDS_MAX, titleWords, wordKey } from './title-words.ts'

const keysOf = (...titles: string[]) => titleWords(titles, '').terms.map(({ key }) => key)
const shown = (titles: readonly string[], name = '') =>
  titleWords(titles, name).terms.flatMap(({ word }) => (word === '' ? [] : [word]))

describe('titleWords', () => {
  test.each([
    ['Mechanical keyboards compared', 'mechanical keyboard'],
    ['Собираю механические клавиатуры', 'механическая клавиатура'],
    ['Two batteries for a drone', 'battery drones'],
    ['Ночной поезд, ёлки', 'ночная елка'],
  ])('%j is found by %j', (title, topic) => {
    const keys = keysOf(title)
    for (const alternatives of queryKeys(topic)) expect(keys).toContain(alternatives[0]?.key)
  })

  test('words stand as people wrote them, those of most titles first', () => {
    expect(shown(['Lubing keyboards', 'My keyboards', 'Keyboards!'])).toEqual(['keyboards', 'Lubing'])
  })

  test.each([
    ['that begin titles', ['Foldable phones', 'Foldable screens', 'My first foldable']],
    ['of titles in capitals', ['BEST FOLDABLE', 'Foldable Phones Compared', 'Which foldable lasts']],
  ])('the capitals of words %s are not theirs', (_, titles) => {
    expect(shown(titles)).toContain('foldable')
  })

  test('a name keeps its capitals', () => {
    expect(shown(['A week in Rome', 'Rome on foot', 'ROME'])).toContain('Rome')
  })

  test("the channel's own name, numbers and small words are left out", () => {
    expect(shown(['The Linus Tech channel in 2020: 100 dongles'], 'LinusTech')).toEqual([
      'channel',
      'dongles',
    ])
  })

  test.each([
    [['Stop motion with clay', 'My STOP MOTION studio', 'Stop motion, slowly'], ['stop motion']],
    [['Turn-based battles', 'The best turn-based games'], ['turn-based']],
    [['Пошаговые стратегии', 'Лучшие пошаговые стратегии', 'стратегии'], ['пошаговые стратегии']],
    [['Lubing: keyboards', 'Lubing, keyboards', 'Lubing the keyboards'], []],
    [['Stop motion', 'Stop there', 'In motion'], []],
  ])('words that stand beside each other in several titles are a pair: %j', (titles, pairs) => {
    expect(titleWords(titles, '').pairs.map((pair) => pair.toLowerCase())).toEqual(pairs)
  })

  test('kinds are compared and never shown', () => {
    const { terms } = titleWords(['Прохождение Witcher', 'Witcher gameplay'], '')
    expect(terms).toContainEqual({ key: wordKey('kind:gaming'), word: '' })
  })

  test("the channel's name announces kinds, too, unless only titles are told", () => {
    const gaming = { key: wordKey('kind:gaming'), word: '' }
    expect(titleWords(['Sourdough'], 'Anna Gaming').terms).toContainEqual(gaming)
    expect(titleWords(['Sourdough'], 'Anna Gaming', false).terms).not.toContainEqual(gaming)
  })

  test('SQL knows the sign of titles that announce no kind', async () => {
    const sql = await readFile(new URL('../../../db/code/release/similar.sql', import.meta.url), 'utf8')
    const [, key] = /similar_no_kind\(\)[^;]*return (-?\d+);/.exec(sql) ?? []
    expect(titleWords(['Sourdough'], '').terms[1]).toEqual({ key: Number(key), word: '' })
  })

  test('titles with every sign keep room for their words', () => {
    const long = 'I | you - why // now: "VS" [x] (y) #tag 😀 ... !! ?? 1.2.2020 3-4 $5 ep 6 * '.repeat(2)
    const { terms } = titleWords([`${long} zither dulcimer`, 'OK'], '')
    expect(terms.length).toBeLessThanOrEqual(TITLE_WORDS_MAX)
    expect(terms.filter(({ word }) => word === '').length).toBeLessThanOrEqual(16)
    expect(terms.map(({ word }) => word)).toContain('dulcimer')
  })

  test('marks of direction and control characters do not get into words', () => {
    expect(shown(['\u202eevil\u202c tit\u200bles\u0007'])).toEqual(['titles', 'evil'])
  })

  test('any titles give at most 32 distinct keys of 32 bits and words without markup', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: anyCodePoint })),
        fc.string({ unit: anyCodePoint }),
        (titles, name) => {
          const { terms, pairs } = titleWords([...titles, ...titles], name)
          for (const pair of pairs) expect(pair).toMatch(/^[\p{L}\p{M}\p{N}]+[ -][\p{L}\p{M}\p{N}]+$/u)
          expect(pairs.length).toBeLessThanOrEqual(8)
          const keys = terms.map(({ key }) => key)
          expect(keys.length).toBeLessThanOrEqual(TITLE_WORDS_MAX)
          expect(new Set(keys).size).toBe(keys.length)
          for (const { key, word } of terms) {
            expect(key | 0).toBe(key)
            expect(word).toMatch(/^[\p{L}\p{M}\p{N}]*$/u)
          }
        },
      ),
    )
  })
})

describe('the language', () => {
  test.each([
    ['How to build the best keyboard', 'en'],
    ['Как я собрал клавиатуру', 'ru'],
    ['Як я зібрав це', 'uk'],
    ['Como fazer um bolo em casa, não é difícil', 'pt'],
    ['Cómo hacer una tarta en casa', 'es'],
    ['Wie man einen Kuchen für Gäste backt', 'de'],
    ['Comment faire un gâteau pour les enfants', 'fr'],
    ['【実況】はじめてのゲーム', 'ja'],
    ['오늘의 브이로그', 'ko'],
    ['Dil ka rishta hai ye', 'hi'],
    ['2020', null],
  ])('of %j is %s', (title, language) => {
    expect(titleWords([title], '').speech).toBe(language)
  })
})
