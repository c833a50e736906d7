import { anyCodePoint, fc } from '#test/support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { queryText, searchText } from './search-text.ts'

const wordsOf = (name: string) => searchText(name).words.split(' ')

describe('searchText', () => {
  test.each([
    ['MrBeast', 'mrbeast'],
    ['  Mr.  Beast ', 'mr beast'],
    ['Ёжик в тумане', 'ежик в тумане'],
    ['Café Ñandú', 'cafe nandu'],
    ['Straße Łódź İstanbul', 'strasse lodz istanbul'],
    ['Don’t panic', 'dont panic'],
    ['Tom & Jerry', 'tom and jerry'],
    ['Маша & Медведь', 'маша и медведь'],
    ['𝓑𝓮𝓪𝓾𝓽𝔂 ＴＶ ᴍᴜsɪᴄ', 'beauty tv music'],
    ['Music™', 'music'],
    ['🔥 Music 🔥', 'music 🔥'],
    ['👍🏽 ❤️', '👍 ❤'],
    ['🇷🇺🇩🇪', '🇷🇺 🇩🇪'],
    ['한국어 채널', '한국어 채널'],
    ['ガンダム', 'ガンダム'],
    ['СSGO with a Cyrillic С', 'csgo with a cyrillic с'],
    ['C++ уроки', 'c ++ уроки'],
    ['% _ !', '%_!'],
    ['\u0000\ud800\t', ''],
  ])('the key of %j is %j', (name, key) => {
    expect(searchText(name).nameKey).toBe(key)
  })

  test.each([
    ['MrBeast', ['mrbeast', 'mr', 'beast']],
    ['T-Series', ['t', 'series', 'tseries']],
    ['Top10', ['top10', 'top', '10']],
    ['MiNeCrAfT', ['minecraft']],
    ['音楽TV', ['音', '楽', '音楽', 'tv']],
    ['🔥 Music 🔥', ['music', '🔥']],
    ['...', ['']],
  ])('the words of %j are %j', (name, words) => {
    expect(wordsOf(name)).toEqual(words)
  })

  test('takes any text, and gives words without white space within the limits', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, maxLength: 300 }), (name) => {
        const { nameKey, words } = searchText(name)
        expect([...nameKey].length).toBeLessThanOrEqual(200)
        expect(nameKey.isWellFormed() && words.isWellFormed()).toBe(true)
        expect(`${nameKey}${words}`).not.toMatch(/\0|[^\S ]| {2}/u)
        expect(nameKey.trim()).toBe(nameKey)
      }),
    )
  })

  test('is the same for plain names, which are folded by a shorter way', () => {
    const word = fc.stringMatching(/^(?:[A-Z]?[a-z]{1,9}|[A-Z]{1,9})$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const name = words.join(' ')
        // what nobody sees sends a name the long way and leaves no trace
        expect(searchText(name)).toEqual(searchText(`${name}\u200b`))
      }),
    )
  })
})

describe('queryText', () => {
  test('has the key of the name without spaces, however the name is divided', () => {
    for (const text of ['MrBeast', 'mr beast', 'Mr. Beast', 'MR-BEAST'])
      expect(queryText(text).key).toBe('mrbeast')
  })

  test('looks for pairs of characters in scripts without spaces, for the character when there is one', () => {
    expect(queryText('音楽番組').words).toEqual(['音楽', '楽番', '番組'])
    expect(queryText('音').words).toEqual(['音'])
  })

  test('puts the word that may be unfinished last', () => {
    expect(queryText('music 🔥').words).toEqual(['🔥', 'music'])
  })

  test('only looks for words that the name itself holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
        const held = new Set(wordsOf(name))
        for (const word of queryText(name).words) expect(held).toContain(word)
      }),
      // a letter of one alphabet beyond a script without spaces
      { examples: [['𝐀ぁЀ']] },
    )
  })
})
