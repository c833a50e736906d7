import type { ContentType } from '#shared/rules/content-types.ts'
import type { Dice } from './dice.ts'
import { ENGLISH } from './words-en.ts'
import { CHINESE, GERMAN, JAPANESE, KOREAN, SPANISH } from './words-other.ts'
import { RUSSIAN } from './words-ru.ts'

/** How names of a language are made: patterns with slots, and the words for the slots, separated by `|`. */
export interface NameWords {
  readonly slots: Readonly<Record<string, string>>
  /** Slots for a form of another slot's word. */
  readonly derived?: Readonly<Record<string, { readonly from: string; form(word: string): string }>>
  /** Patterns for every channel. */
  readonly anyone: {
    readonly person: readonly string[]
    readonly general: readonly string[]
    readonly nick: readonly string[]
  }
  /** Patterns for a content type. */
  readonly topics: Readonly<Partial<Record<ContentType, readonly string[]>>>
}

export type NameLanguage = 'ru' | 'en' | 'ja' | 'zh' | 'ko' | 'es' | 'de'

const WORDS: Readonly<Record<NameLanguage, NameWords>> = {
  ru: RUSSIAN,
  en: ENGLISH,
  ja: JAPANESE,
  zh: CHINESE,
  ko: KOREAN,
  es: SPANISH,
  de: GERMAN,
}

const EMOJI: Readonly<Record<ContentType, string>> = {
  Gaming: '🎮 🕹️ 👾',
  Beauty: '💄 💅 🌸',
  'Tech Reviews': '📱 💻 🔧',
  Fashion: '👗 👟 🧵',
  Entertainment: '🎬 🎤 ⭐',
  Comedy: '😂 🤡 🍌',
  Education: '📚 🔬 ✏️',
  Fitness: '💪 🏃 🧘',
  Vlogs: '🏡 ☕ 🍳',
  Music: '🎵 🎸 🎹',
  Health: '🩺 🌿 🍎',
  Travel: '🌍 🏔️ 🚂',
  Animation: '🐻 🎨 🌈',
  News: '📰 📡 🌆',
  Politics: '🗳️ 🏛️ ⚖️',
}

const split = new Map<string, readonly string[]>()

/** A believable channel name for a language and a content type. */
export function demoName(dice: Dice, language: NameLanguage, type: ContentType): string {
  const words = WORDS[language]
  const topical = words.topics[type]
  const kind = dice.next()
  const patterns =
    topical !== undefined && kind < 0.5
      ? topical
      : kind < 0.72
        ? words.anyone.person
        : kind < 0.88
          ? words.anyone.general
          : words.anyone.nick
  const name = smooth(fill(dice.pick(patterns), words, dice))
  return dice.chance(0.07) ? `${name} ${dice.pick(wordsOf(EMOJI[type], ' '))}` : name
}

function fill(pattern: string, words: NameWords, dice: Dice): string {
  const used = new Set<string>()
  return pattern.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === 'n2') return String(2 + dice.below(97))
    const derived = words.derived?.[slot]
    const list = wordsOf(words.slots[derived?.from ?? slot] ?? slot, '|')
    let word = dice.pick(list)
    while (used.has(word)) word = dice.pick(list)
    used.add(word)
    return derived === undefined ? word : derived.form(word)
  })
}

/** Adjusts words to their neighbours: `an Introvert`, «со Стасом». */
function smooth(name: string): string {
  return name.replace(/\b([Aa]) (?=[AEIOU])/g, '$1n ').replace(/ с (?=Ст)/g, ' со ')
}

function wordsOf(text: string, separator: string): readonly string[] {
  let list = split.get(text)
  if (list === undefined) split.set(text, (list = text.split(separator)))
  return list
}

const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p',
  р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya',
} // biome-ignore format: a table

/** A handle made from a name: 3 to 30 lower-case Latin letters and digits, with dots between words. */
export function slugOf(name: string): string {
  const latin = name
    .toLowerCase()
    .replace(/[а-яё]/g, (letter) => CYRILLIC[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 30)
    .replace(/\.+$/, '')
  if (latin.length >= 3) return latin
  // For scripts without a transliteration here: the codes of the first letters.
  const codes = [...name].slice(0, 3).map((letter) => (letter.codePointAt(0) ?? 0).toString(36))
  return `c${codes.join('')}`.slice(0, 30).padEnd(3, '0')
}

const SMALL_WORDS = new Set('the a an of with and и с со про о на в не'.split(' '))

/** One or two letters that stand for a name: the initials of its first two significant words. */
export function monogram(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const heavy = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()))
  const [first = '', second = ''] = heavy.length > 0 ? heavy : words
  const isUnspaced = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(first)
  const letters = isUnspaced ? [...first].slice(0, 1) : [[...first][0] ?? '', [...second][0] ?? '']
  return letters.join('').toUpperCase()
}
