import { initialsOf } from '#shared/rules/initials.ts'
import type { ContentType } from '#shared/rules/filters.ts'
import type { Dice } from './dice.ts'
import { ENGLISH } from './words-en.ts'
import { CHINESE, GERMAN, JAPANESE, KOREAN, SPANISH } from './words-other.ts'
import { RUSSIAN } from './words-ru.ts'

/** How names of a language are made: patterns with slots, and the words for the slots, separated by `|`. */
interface NameWords {
  readonly slots: Readonly<Record<string, string>>
  /** Patterns for every channel. */
  readonly anyone: Readonly<Record<'person' | 'general' | 'nick', readonly string[]>>
  /** Patterns for a content type. */
  readonly topics: Readonly<Partial<Record<ContentType, readonly string[]>>>
}

const WORDS = {
  ru: RUSSIAN,
  en: ENGLISH,
  ja: JAPANESE,
  zh: CHINESE,
  ko: KOREAN,
  es: SPANISH,
  de: GERMAN,
} as const satisfies Readonly<Record<string, NameWords>>

export type NameLanguage = keyof typeof WORDS

const EMOJI: Readonly<Record<ContentType, string>> = {
  Gaming: '🎮|🕹️|👾', Beauty: '💄|💅|🌸', 'Tech Reviews': '📱|💻|🔧', Fashion: '👗|👟|🧵', Entertainment: '🎬|🎤|⭐',
  Comedy: '😂|🤡|🍌', Education: '📚|🔬|✏️', Fitness: '💪|🏃|🧘', Vlogs: '🏡|☕|🍳', Music: '🎵|🎸|🎹', Health: '🩺|🌿|🍎',
  Travel: '🌍|🏔️|🚂', Animation: '🐻|🎨|🌈', News: '📰|📡|🌆', Politics: '🗳️|🏛️|⚖️',
} // biome-ignore format: a table

/** A believable channel name for a language and a content type. */
export function demoName(dice: Dice, language: NameLanguage, type: ContentType): string {
  const { slots, anyone, topics }: NameWords = WORDS[language]
  const kind = dice.next()
  const others = kind < 0.72 ? anyone.person : kind < 0.88 ? anyone.general : anyone.nick
  const pattern = dice.pick((kind < 0.5 ? topics[type] : undefined) ?? others)
  const used = new Set<string>()
  const name = pattern.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === 'n2') return String(2 + dice.below(97))
    const list = wordsOf(slots[slot] ?? slot)
    let word = dice.pick(list)
    while (used.has(word)) word = dice.pick(list)
    used.add(word)
    return word
  })
  // Words follow their neighbours: `an Introvert`, «со Стасом».
  const smooth = name.replace(/\b([Aa]) (?=[AEIOU])/g, '$1n ').replace(/ с (?=Ст)/g, ' со ')
  return dice.chance(0.07) ? `${smooth} ${dice.pick(wordsOf(EMOJI[type]))}` : smooth
}

const lists = new Map<string, readonly string[]>()

function wordsOf(text: string): readonly string[] {
  let list = lists.get(text)
  if (list === undefined) lists.set(text, (list = text.split('|')))
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

/** One or two letters that stand for a name: the initials of its first two words that are not small. */
export function monogram(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const heavy = words.filter((word) => !/^(?:the|a|an|of|with|and|и|с|со|про|о|на|в|не)$/i.test(word))
  const [first = '', second = ''] = (heavy.length > 0 ? heavy : words).map((word) => [...word][0] ?? '')
  const isUnspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(first)
  return initialsOf(first, isUnspaced ? '' : second)
}
