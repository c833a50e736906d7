import type pg from 'pg'

/** A query of the mix, with the channel that it was derived from (0: none). */
export interface BenchQuery {
  readonly kind: keyof typeof MIX
  readonly text: string
  readonly target: number
}

/** The number of queries of each kind; `makeQueries` describes the kinds. */
export const MIX = {
  prefix: 480,
  whole: 300,
  typo: 400,
  two: 300,
  cyrillic: 220,
  common: 200,
  nohit: 100,
} as const

interface Named {
  readonly id: number
  readonly name: string
}

const COMMON =
  'gaming|music|tv|official|vlog|kids|cooking|travel|news|sport|tech|channel|the|and|show|daily|канал|музыка|игры|новости|тв|официальный|游戏|频道|music tv|official channel|the music'.split(
    '|',
  )
const LATIN_LETTERS = 'abcdefghijklmnoprst'
const CYRILLIC_LETTERS = 'абвгдежзиклмнопрст'
const isCyrillic = ({ name }: Named) => /\p{sc=Cyrl}/u.test(name)
const isLong = ({ name }: Named) => name.length >= 5

/** The 2,000 queries, the same for the same catalogue; half of the targets are among the 20,000 most popular channels. */
export async function makeQueries(pool: pg.Pool): Promise<BenchQuery[]> {
  const order = 'order by subscribers desc nulls last, id'
  const top = await namesOf(pool, `select id, name_key as name from channel ${order} limit 20000`)
  const any = await namesOf(
    pool,
    'select id, name_key as name from channel order by shuffle_key, id limit 200000',
  )
  const dice = rollingDice(7)

  const pick = (suits: (channel: Named) => boolean = () => true): Named => {
    for (;;) {
      const from = dice() < 0.5 ? top : any
      const found = from[below(from.length)]
      if (found !== undefined && suits(found)) return found
    }
  }
  const below = (count: number) => Math.floor(dice() * count)
  const beginning = (name: string) => [...name].slice(0, 2 + below(11)).join('')
  const isLettered = (channel: Named) => isCyrillic(channel) || /^[a-z0-9 ]+$/.test(channel.name)

  const makers: Record<BenchQuery['kind'], () => { text: string; target: number }> = {
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
      return { text: dice() < 0.6 ? beginning(name) : name, target: id }
    },
    common: () => ({ text: COMMON[below(COMMON.length)] ?? '', target: 0 }),
    nohit: () => ({
      text: Array.from({ length: 5 + below(8) }, () => 'qwxzvjkptfghcbm'[below(15)]).join(''),
      target: 0,
    }),
  }

  const queries: BenchQuery[] = []
  for (const [kind, count] of Object.entries(MIX) as [BenchQuery['kind'], number][]) {
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

async function namesOf(pool: pg.Pool, query: string): Promise<Named[]> {
  const { rows } = await pool.query<Named>(query)
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

/** mulberry32: pseudo-random numbers from 0 to below 1. */
function rollingDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
