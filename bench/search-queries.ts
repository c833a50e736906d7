import type pg from 'pg'
import { diceFor } from '#local/demo/dice.ts'
import { panels } from './search-filters.ts'
import type { Body } from './search-statements.ts'

/** A query, with the channel that it was derived from (0: none). */
export interface BenchQuery {
  readonly kind: Kind
  readonly text: string
  readonly target: number
  readonly filters?: Body
}

type Kind = keyof typeof MIX | keyof typeof HARD

/** The number of queries of each kind in the mix of what people type; `makeMix` describes the kinds. */
const MIX = {
  prefix: 480,
  whole: 300,
  typo: 400,
  two: 300,
  cyrillic: 220,
  common: 200,
  nohit: 100,
} as const

/** The number of each kind of hard queries, measured apart from the mix; `makeHard` describes the kinds. */
const HARD = {
  short: 200,
  beginning: 200,
  letter: 200,
  start: 100,
  common2: 200,
  commonName: 200,
  han1: 200,
  filtered: 300,
} as const

type Maker = () => Pick<BenchQuery, 'text' | 'target' | 'filters'>

interface Named {
  readonly id: number
  readonly name: string
}

const COMMON =
  'gaming|music|tv|official|vlog|kids|cooking|travel|news|sport|tech|channel|the|and|show|daily|канал|музыка|игры|новости|тв|официальный|游戏|频道|music tv|official channel|the music'.split(
    '|',
  )
const HAN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u
const LATIN_LETTERS = 'abcdefghijklmnoprst'
const CYRILLIC_LETTERS = 'абвгдежзиклмнопрст'
const isCyrillic = ({ name }: Named) => /\p{sc=Cyrl}/u.test(name)
const isLong = ({ name }: Named) => name.length >= 5

/** The queries, the same for the same catalogue: those of the mix, then the hard ones. */
export async function makeQueries(client: pg.Client): Promise<BenchQuery[]> {
  const order = 'order by subscribers desc nulls last, id'
  const top = await namesOf(client, `select id::int, name_key as name from channel ${order} limit 20000`)
  const any = await namesOf(
    client,
    'select id::int, name_key as name from channel order by shuffle_key, id limit 200000',
  )
  return [...makeMix(top, any), ...makeHard(top, any)]
}

export const isOfMix = ({ kind }: BenchQuery) => Object.hasOwn(MIX, kind)

export const bodyOf = ({ text, filters }: BenchQuery): Body => ({ ...filters, mainInputValue: text })

/** What people type; half of the targets are among the 20,000 most popular channels. */
function makeMix(top: readonly Named[], any: readonly Named[]): BenchQuery[] {
  const { below, chance, pick: one } = diceFor(7, 0)

  const pick = (suits: (channel: Named) => boolean = () => true): Named => {
    for (;;) {
      const found = one(chance(0.5) ? top : any)
      if (suits(found)) return found
    }
  }
  const beginning = (name: string) => [...name].slice(0, 2 + below(11)).join('')
  const isLettered = (channel: Named) => isCyrillic(channel) || /^[a-z0-9 ]+$/.test(channel.name)

  const makers: Record<keyof typeof MIX, Maker> = {
    // The first 2 to 12 characters of a name that is not Cyrillic.
    prefix() {
      const { id, name } = pick((channel) => !isCyrillic(channel) && channel.name.length >= 2)
      return { text: beginning(name), target: id }
    },
    whole() {
      const { id, name } = pick()
      return { text: name, target: id }
    },
    // A whole name with one slip, but not in its first letter.
    typo() {
      const { id, name } = pick((channel) => isLong(channel) && isLettered(channel))
      return { text: withSlip(name, below), target: id }
    },
    // Two words of a name, in any order.
    two() {
      const { id, name } = pick((channel) => channel.name.includes(' '))
      const words = name.split(' ')
      const [first] = words.splice(below(words.length), 1)
      return { text: `${first} ${words[below(words.length)]}`, target: id }
    },
    // A Cyrillic name; in six of ten cases only its first 2 to 12 characters.
    cyrillic() {
      const { id, name } = pick((channel) => isLong(channel) && isCyrillic(channel))
      return { text: chance(0.6) ? beginning(name) : name, target: id }
    },
    common: () => ({ text: one(COMMON), target: 0 }),
    nohit: () => ({
      text: Array.from({ length: 5 + below(8) }, () => 'qwxzvjkptfghcbm'[below(15)]).join(''),
      target: 0,
    }),
  }

  const queries: BenchQuery[] = []
  for (const [kind, count] of Object.entries(MIX) as [keyof typeof MIX, number][]) {
    for (let n = 0; n < count; n += 1) {
      const made = makers[kind]()
      const text = made.text.trim()
      queries.push({ kind, text: text === '' ? 'a' : text, target: made.target })
    }
  }
  for (let at = queries.length - 1; at > 0; at -= 1) {
    const other = below(at + 1)
    ;[queries[at], queries[other]] = [queries[other] as BenchQuery, queries[at] as BenchQuery]
  }
  return queries
}

/** What is hard to find fast; half of the targets are among the 20,000 most popular channels. */
function makeHard(top: readonly Named[], any: readonly Named[]): BenchQuery[] {
  const { below, chance, pick: one } = diceFor(11, 0)
  const uses = new Map<string, number>()
  for (const { name } of any)
    for (const word of new Set(name.split(' '))) uses.set(word, (uses.get(word) ?? 0) + 1)
  const common = [...uses].toSorted((a, b) => b[1] - a[1]).map(([word]) => word)
  const most = new Set(common.slice(0, 100))
  const isRare = (word: string) => (uses.get(word) ?? 0) <= 5
  const isSpaced = (word: string) => word.length >= 4 && !HAN.test(word)

  const channels = [...top, ...any].filter(({ name }) => name.includes(' '))
  const popular = top.filter(({ name }) => name.includes(' '))
  /** Two words of a name that suit, in its order. */
  const pair = (suits: (first: string, second: string) => boolean) => {
    for (;;) {
      const { id, name } = one(chance(0.5) ? popular : channels)
      const [first = '', second = ''] = name.split(' ')
      if (suits(first, second)) return { first, second, target: id }
    }
  }
  const cut = (word: string, least: number, longest: number) =>
    [...word].slice(0, least + below(longest - least + 1)).join('')
  const ofCommon = channels.filter(({ name }) => name.split(' ').every((word) => most.has(word)))
  const characters = any.flatMap(({ name }) => [...name].filter((character) => HAN.test(character)))
  const choices = panels()

  const makers: Record<keyof typeof HARD, Maker> = {
    // A rare word, and the first one to three letters of the next one.
    short() {
      const { first, second, target } = pair((a, b) => isRare(a) && isSpaced(a) && isSpaced(b))
      return { text: `${first} ${cut(second, 1, 3)}`, target }
    },
    // A common word, and the beginning of a rare one.
    beginning() {
      const { first, second, target } = pair((a, b) => most.has(a) && isRare(b) && isSpaced(b))
      return { text: `${first} ${cut(second, 2, 5)}`, target }
    },
    // A common word and one letter.
    letter() {
      const { first, second, target } = pair((a, b) => most.has(a) && isSpaced(b))
      return { text: `${first} ${cut(second, 1, 1)}`, target }
    },
    // The first letter of a name, or the first two.
    start() {
      const { id, name } = one(channels)
      return { text: cut(name, 1, 2), target: id }
    },
    common2: () => ({ text: `${one(common.slice(0, 60))} ${one(common.slice(0, 60))}`, target: 0 }),
    commonName() {
      const { id, name } = one(ofCommon)
      return { text: name, target: id }
    },
    han1: () => ({ text: one(characters), target: 0 }),
    // A name, two common words or a word with a slip, with a choice of filters each.
    filtered() {
      const filters = one(choices)
      const word = one([...most].slice(0, 60))
      const texts = [one(popular).name, word, `${word} ${one([...most])}`, withSlip(one(popular).name, below)]
      return { text: one(texts), target: 0, filters }
    },
  }
  return (Object.entries(HARD) as [keyof typeof HARD, number][]).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => ({ kind, ...makers[kind]() })),
  )
}

async function namesOf(client: pg.Client, query: string): Promise<Named[]> {
  const { rows } = await client.query<Named>(query)
  return rows.filter(({ name }) => name !== '')
}

/** A name with one character left out, added or replaced, or two swapped. */
function withSlip(name: string, below: (count: number) => number): string {
  const letters = [...name]
  const alphabet = /\p{sc=Cyrl}/u.test(name) ? CYRILLIC_LETTERS : LATIN_LETTERS
  const letter = alphabet[below(alphabet.length)] ?? 'a'
  const at = Math.min(1 + below(letters.length - 1), letters.length - 1)
  const kind = below(4)
  if (kind === 0) letters.splice(at, 1)
  else if (kind === 1) letters.splice(at, 0, letter)
  else if (kind === 2) letters[at] = letter
  else letters.splice(at - 1, 2, letters[at] ?? '', letters[at - 1] ?? '')
  return letters.join('')
}
