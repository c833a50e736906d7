/**
 * How names and queries become comparable text. Both sides of a search pass through the same folding, so
 * its one duty is to give the same for two spellings that a person takes for the same name.
 */

import { remembered } from './remembered.ts'

/** What is stored with a name. */
export interface SearchText {
  /** The folded name: words separated by one space, symbols last; `''` when it holds no visible character. */
  readonly nameKey: string
  /** All words by which the name is found, separated by one space; `''` when there are none. */
  readonly words: string
}

/** What is searched for. */
export interface QueryText {
  /** The folded text without spaces, to compare with names' keys without spaces. */
  readonly key: string
  /** The distinct words that a name must contain; the last one may be unfinished. */
  readonly words: readonly string[]
}

/** Maximum characters and words; only garbage is longer. */
const MAX_KEY = 200
const MAX_WORD = 40
const MAX_JOINED = 24
const MAX_WORDS = 48
const MAX_QUERY_WORDS = 12

const ASCII = /^[\x20-\x7e]*$/
/** Trademark signs, and the replacement for unreadable bytes. */
const NOISE = /[™℠®©\ufffd]/g
const APOSTROPHES = /['’‘ʼ`´ʹ′]/g
const CYRILLIC = /\p{sc=Cyrl}/u
const LATIN = /\p{sc=Latn}/u

/** Diacritics of alphabets, joiners, variation selectors and skin tones; marks that are part of a letter stay. */
const DIACRITICS = new RegExp(
  '[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf-\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670' +
    '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200b-\\u200f\\u20d0-\\u20ff\\u2060\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff' +
    '\\u{1f3fb}-\\u{1f3ff}]',
  'gu',
)

/** Letters that Unicode does not decompose although people type them so, and small capitals (a decoration). */
const ODD_LETTERS = new Map(
  (
    'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ı=i ħ=h ŧ=t ς=σ ى=ي ة=ه ґ=г ᴀ=a ʙ=b ᴄ=c ᴅ=d ᴇ=e ꜰ=f ɢ=g ʜ=h ɪ=i ᴊ=j ᴋ=k ʟ=l ' +
    'ᴍ=m ɴ=n ᴏ=o ᴘ=p ʀ=r ꜱ=s ᴛ=t ᴜ=u ᴠ=v ᴡ=w ʏ=y ᴢ=z'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)
const ODD_LETTER = new RegExp(`[${[...ODD_LETTERS.keys()].join('')}]`, 'gu')

/** Scripts without spaces: such text is found by single characters and pairs. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Bopo}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}ー'
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')

/** Letters and digits (1); one emoji or other symbol (2); signs that belong to the word before them, as in C++ (3). */
const TOKEN =
  /([\p{L}\p{M}\p{N}]+)|(\p{RI}\p{RI}|\p{So}|\p{Extended_Pictographic})|(?<=[\p{L}\p{N}])([+#]+)/gu
const ONLY_LETTERS = /^[\p{L}\p{N}]+$/u
const PART = new RegExp(`[${UNSPACED}]+|\\p{N}+|[^${UNSPACED}\\p{N}]+`, 'gu')
const HUMP = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu

const LATIN_TWINS = 'abcehikmoptxyjs'
const CYRILLIC_TWINS = 'авсенікмортхујѕ'
const toLatin = new Map([...CYRILLIC_TWINS].map((letter, at) => [letter, LATIN_TWINS.charAt(at)]))
const toCyrillic = new Map([...LATIN_TWINS].map((letter, at) => [letter, CYRILLIC_TWINS.charAt(at)]))

/** Words of plain letters, each `word`, `Word` or `WORD`, with single spaces: only the case needs folding. */
const PLAIN_NAME = /^(?:[A-Z]?[a-z]{1,39}|[A-Z]{1,40})(?: (?:[A-Z]?[a-z]{1,39}|[A-Z]{1,40})){0,20}$/

/** The search text to store with a channel's name. Pure; accepts any string. */
export function searchText(name: string): SearchText {
  // Every second name is plain, and this is the innermost loop of an import.
  if (name.length <= MAX_KEY && PLAIN_NAME.test(name)) {
    const nameKey = name.toLowerCase()
    return { nameKey, words: [...new Set(nameKey.split(' '))].join(' ') }
  }
  const { runs, symbols, chunks } = tokens(name)
  const folded = runs.map(foldRun)
  const words = new Set<string>()
  for (const [at, run] of runs.entries()) addWordsOfRun(words, run, folded[at] as string)
  for (const chunk of chunks) {
    if (chunk.length < 2) continue
    const joined = chunk.map(foldRun).join('')
    if (joined.length <= MAX_JOINED && !HAS_UNSPACED.test(joined)) words.add(joined)
  }
  for (const symbol of symbols) words.add(symbol)
  return { nameKey: keyOf(name, folded, symbols), words: [...words].slice(0, MAX_WORDS).join(' ') }
}

/** What a typed text searches for. Pure; accepts any string. */
export function queryText(text: string): QueryText {
  const { runs, symbols } = tokens(text)
  // Symbols come first, because the last word is the one that may be unfinished.
  const words = new Set<string>(symbols)
  for (const run of runs) for (const word of queryWordsOfRun(run)) words.add(word)
  return {
    key: keyOf(text, runs.map(foldRun), symbols).replaceAll(' ', ''),
    words: [...words].slice(0, MAX_QUERY_WORDS),
  }
}

/** Marks of direction and invisible characters, which may stand within a word. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const WRITTEN_RUN = /[\p{L}\p{M}\p{N}]+/gu

/** A word of a running text. */
export interface WrittenWord {
  readonly written: string
  readonly folded: string
}

/** The words of a running text in its order, as people wrote them and folded; unspaced scripts in pairs. Pure. */
export function writtenWords(text: string): WrittenWord[] {
  const plain = ASCII.test(text) ? text : text.toWellFormed().replace(INVISIBLE, '').normalize('NFKC')
  return (plain.match(WRITTEN_RUN) ?? []).flatMap((run) =>
    run.length <= MAX_JOINED ? wordsOfShortRun(run) : wordsOfRun(run),
  )
}

function wordsOfRun(run: string): WrittenWord[] {
  const words = ASCII.test(run)
    ? [foldRun(run)]
    : tokens(run).runs.flatMap((part) => [...queryWordsOfRun(part)])
  return words.map((folded) => ({ written: words.length === 1 ? cut(run, MAX_WORD) : folded, folded }))
}

const wordsOfShortRun = remembered(wordsOfRun)

interface Tokens {
  /** Runs of letters and digits, marks stripped, in their own case. */
  readonly runs: readonly string[]
  /** The same runs, grouped by stretches of text without white space. */
  readonly chunks: readonly (readonly string[])[]
  readonly symbols: ReadonlySet<string>
}

function tokens(text: string): Tokens {
  const symbols = new Set<string>()
  const chunks = stripMarks(text)
    .split(/\s+/u)
    .map((chunk) => {
      if (ONLY_LETTERS.test(chunk)) return [chunk]
      const runs: string[] = []
      for (const [, run, symbol, sign] of chunk.matchAll(TOKEN)) {
        if (symbol !== undefined) symbols.add(symbol)
        else runs.push(run ?? sign ?? '')
      }
      return runs
    })
  return { runs: chunks.flat(), chunks, symbols }
}

/** Decomposes compatibility forms, drops diacritics, spells out `&`; keeps the case, which shows where words join. */
function stripMarks(text: string): string {
  const plain = ASCII.test(text)
    ? text
    : text.toWellFormed().replace(NOISE, ' ').normalize('NFKD').replace(DIACRITICS, '').normalize('NFC')
  const joined = plain.replace(APOSTROPHES, '')
  return joined.includes('&') ? joined.replaceAll('&', CYRILLIC.test(joined) ? ' и ' : ' and ') : joined
}

/** A run in lower case, with look-alike letters of another alphabet replaced. */
function foldRun(run: string): string {
  const lower = run.toLowerCase()
  if (ASCII.test(lower)) return cut(lower, MAX_WORD)
  const plain = lower.replace(ODD_LETTER, (letter) => ODD_LETTERS.get(letter) ?? letter)
  return cut(LATIN.test(plain) && CYRILLIC.test(plain) ? oneAlphabet(plain) : plain, MAX_WORD)
}

/** `Сoca` with a Cyrillic С: look-alike letters become those of the word's own alphabet. */
function oneAlphabet(word: string): string {
  const letters = [...word]
  const latin = letters.map((letter) => toLatin.get(letter) ?? letter).join('')
  if (!CYRILLIC.test(latin)) return latin
  const cyrillic = letters.map((letter) => toCyrillic.get(letter) ?? letter).join('')
  return LATIN.test(cyrillic) ? word : cyrillic
}

function addWordsOfRun(words: Set<string>, run: string, whole: string): void {
  const unspaced = HAS_UNSPACED.test(whole)
  if (!unspaced) words.add(whole)
  const parts = unspaced || /\p{N}/u.test(whole) ? (run.match(PART) ?? []) : [run]
  for (const part of parts) {
    const folded = part === run ? whole : foldRun(part)
    if (HAS_UNSPACED.test(folded)) {
      const characters = [...folded]
      for (const character of characters) words.add(character)
      for (const pair of pairs(characters)) words.add(pair)
      continue
    }
    if (parts.length > 1) words.add(folded)
    if (part !== folded) for (const hump of humps(part)) words.add(hump)
  }
}

/** The words of a camel-case name, `MrBeast`; none for pLaYfUl spelling. */
function humps(run: string): string[] {
  const found = run.match(HUMP) ?? []
  const isName =
    found.length > 1 && found.length < 6 && found.every((hump, at) => at === 0 || hump.length > 1)
  return isName ? found.map(foldRun) : []
}

function* queryWordsOfRun(run: string): Generator<string> {
  const whole = foldRun(run)
  if (!HAS_UNSPACED.test(whole)) return yield whole
  // Parts are folded one by one, as in names: a neighbour in another script must not decide their alphabet.
  for (const part of (run.match(PART) ?? []).map(foldRun)) {
    const characters = [...part]
    if (characters.length > 1 && HAS_UNSPACED.test(part)) yield* pairs(characters)
    else yield part
  }
}

function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)
}

function keyOf(text: string, folded: readonly string[], symbols: ReadonlySet<string>): string {
  const key = [...folded, ...symbols].join(' ')
  // A name of punctuation alone is its own key, so that it can be found at all.
  return cut(key === '' ? text.toWellFormed().replace(/[\s\p{C}\ufffd]+/gu, '') : key, MAX_KEY).trimEnd()
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('')
}
