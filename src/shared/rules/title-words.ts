/**
 * What a channel's recent titles are about: their words as keys, by which topics are searched and channels compared. Titles
 * and typed topics pass through the same folding and stemming.
 */
import { remembered } from './remembered.ts'
import { searchText, type WrittenWord, writtenWords } from './search-text.ts'
import { formsOf } from './title-forms.ts'
import { kindsOf } from './title-kinds.ts'
import { isSmallWord, speechOf } from './title-speech.ts'
import { stemOf } from './title-stems.ts'

/** A word of titles. */
export interface TitleWord {
  /** Hash of the folded stem: a signed 32-bit integer. */
  readonly key: number
  /** As people wrote it most; `''` for the kind of the titles ('music'), which is compared and never shown. */
  readonly word: string
}

export interface TitleWords {
  /** At most `TITLE_WORDS_MAX`, most telling first, kinds last. */
  readonly terms: readonly TitleWord[]
  /** Two of the words as they stand beside each other in several titles, `stop motion`, `turn-based`; most frequent first. */
  readonly pairs: readonly string[]
  /** The language of the titles as a two-letter code, or null when nothing tells it. */
  readonly speech: string | null
}

export const TITLE_WORDS_MAX = 32
/** However a title is written, it keeps room for its words. */
const SIGNS_MAX = 16
const MIN_LETTERS = 3
const PAIRS_MAX = 8
const PAIR_TITLES_MIN = 2
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
/** Pairs of hiragana alone are endings and particles. */
const ENDINGS = /^\p{sc=Hira}+$/u
const LETTER = /\p{L}/u
const SMALL_LETTERS = /^\p{Ll}/u

interface Spelling {
  readonly written: string
  /** Its capitals are its own: it neither begins the title nor stands in one where every word has them. */
  readonly isMeant: boolean
}

/**
 * The words of a channel's recent titles, without those of its own name. Pure; accepts any strings.
 * @param isNameTelling the name announces kinds as one more title does; without it only titles count
 */
export function titleWords(titles: readonly string[], channelName: string, isNameTelling = true): TitleWords {
  const own = new Set(searchText(channelName).words.split(' ').map(stemOf))
  /** By stem, as it is written in each title that has it. */
  const found = new Map<string, Spelling[]>()
  const beside = new Map<string, Spelling[]>()
  const read = titles.map((title) => {
    const words = writtenWords(title)
    const stems = new Map<string, Spelling | null>()
    const isPlain = words.some(({ written, folded }) => SMALL_LETTERS.test(written) && !isSmallWord(folded))
    for (const [at, { written, folded }] of words.entries()) {
      const stem = stemOf(folded)
      if (stems.has(stem)) continue
      const isMeant = isPlain && at > 0
      stems.set(stem, isTelling(folded) && !own.has(stem) ? { written, isMeant } : null)
    }
    for (const [pair, written] of pairsOf(title, words, stems)) {
      const spelling = { written, isMeant: isPlain && !title.startsWith(written) }
      const spellings = beside.get(pair)
      if (spellings === undefined) beside.set(pair, [spelling])
      else spellings.push(spelling)
    }
    for (const [stem, spelling] of stems) {
      if (spelling === null) continue
      const spellings = found.get(stem)
      if (spellings === undefined) found.set(stem, [spelling])
      else spellings.push(spelling)
    }
    return { title, words, stems: stems.keys() }
  })
  const kinds = kindsOf(isNameTelling ? [...read, { title: channelName, stems: own }] : read)
  // The first kind up to three times, so that it counts more than how titles are written; SQL expects it first.
  const signs = [
    `first kind:${kinds[0]?.kind ?? 'none'}`,
    ...kinds.slice(0, 1).flatMap((first) => (first.signs >= 1.5 ? [`much kind:${first.kind}`] : [])),
    ...kinds.map(({ kind }) => `kind:${kind}`),
    ...formsOf(titles).map((form) => `form:${form}`),
  ]
    .slice(0, SIGNS_MAX)
    .map((sign) => ({ key: wordKey(sign), word: '' }))
  const words = Array.from(found, ([stem, spellings]) => ({
    stem,
    spellings,
    weight: weightOf(stem, spellings.length),
  }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, TITLE_WORDS_MAX - signs.length)
  const kept = new Set(words.map(({ stem }) => stem))
  const pairs = [...beside]
    .filter(
      ([pair, { length }]) => length >= PAIR_TITLES_MIN && pair.split(' ').every((stem) => kept.has(stem)),
    )
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, PAIRS_MAX)
    .map(([, spellings]) => commonest(spellings))
  const terms = words.map(({ stem, spellings }) => ({ key: wordKey(stem), word: commonest(spellings) }))
  return { terms: [...terms, ...signs], pairs, speech: speechOf(read) }
}

/** The telling words that stand beside each other in a title, by their stems, as the title writes them. */
function pairsOf(
  title: string,
  words: readonly WrittenWord[],
  stems: ReadonlyMap<string, Spelling | null>,
): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (const [at, { written, folded }] of words.entries()) {
    const next = words[at + 1]
    if (next === undefined || UNSPACED.test(written + next.written)) continue
    const [stem, other] = [stemOf(folded), stemOf(next.folded)]
    if (stem === other || !stems.get(stem) || !stems.get(other)) continue
    const pair = [' ', '-']
      .map((space) => written + space + next.written)
      .find((each) => title.includes(each))
    if (pair !== undefined) pairs.set(`${stem} ${other}`, pair)
  }
  return pairs
}

/** The words of a typed topic, each with the keys that stand for it; one word of people's in unspaced scripts is several. */
export function queryKeys(text: string): (readonly TitleWord[])[] {
  const words = new Map<string, TitleWord>()
  for (const { written, folded } of writtenWords(text)) {
    const stem = stemOf(folded)
    if (isTelling(folded) && !words.has(stem)) words.set(stem, { key: wordKey(stem), word: written })
  }
  return [...words.values()].map((word) => [word])
}

/** 32-bit FNV-1a of the text's UTF-16 units, signed as PostgreSQL's integer. */
export function wordKey(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}

const isTelling = remembered((folded) => {
  if (UNSPACED.test(folded)) return folded.length > 1 && !ENDINGS.test(folded)
  if (!LETTER.test(folded) || isSmallWord(folded)) return false
  return folded.length >= MIN_LETTERS || /\p{N}/u.test(folded)
})

/** Long words are rarer, and so tell more, where nothing else is known of them. */
function weightOf(stem: string, titles: number): number {
  return (1 + Math.log(titles)) * (UNSPACED.test(stem) ? 6 : Math.min(stem.length, 12))
}

/** The spelling of most titles, where its capitals are meant; `GAMING` and `Foldable` only where nothing else is written. */
function commonest(spellings: readonly Spelling[]): string {
  const meant = spellings.filter(({ isMeant }) => isMeant)
  const times = new Map<string, number>()
  for (const { written } of meant.length > 0 ? meant : spellings)
    times.set(written, (times.get(written) ?? 0) + 1)
  let best = ''
  for (const [spelling, count] of times) if (count > (times.get(best) ?? 0)) best = spelling
  return best
}
