import { AUDIENCES, CONTENT_TYPES, INACTIVE_DAYS } from '#shared/rules/filters.ts'
import type { Dice } from '#local/demo/dice.ts'

type Body = Readonly<Record<string, unknown>>

/** A request that may be refused, but must never fail or read without bound. */
export interface HostileRequest {
  readonly path: '/api/search' | '/api/filter'
  readonly body: Body
}

const LETTERS = [...'abeknostxz0179абеийоstяאבגقلनमก한공東京音ゲあß𝓑🔥❤★&+#']
const SIGNS = [...`'"\\:*&|!()<->%_$@/?=;,.~\`{}[]^\t\n\r\u0000\u200d\u202e\ufffe\ud800\udfff`]
const EMOJI = [
  '👨‍👩‍👧',
  '🇷🇺',
  '❤️',
  '👍🏽',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '🔥🔥🔥',
]
const COUNTS = [0, 1, 9, 10, 11, 999, 1_000, 1_001, 50_000, 20_000_000, 999_999_999, 1_000_000_000_000]
const CURSOR_NUMBERS = [
  0, 1, 2, 4, 6, 9, 10, 20, 50, 1_000_000, 2_147_483_646, 2_147_483_647, 2_147_483_648, 4_294_967_296,
  9_007_199_254_740_991, -1, -1_000, -9_007_199_254_740_991,
]

/**
 * Makes requests: texts of any characters, of many or of very common words, with slips, in the syntax of queries; filters
 * that touch, overlap, are empty or of the wrong type; cursors of the same and of other searches, and forged ones.
 * @param names texts that find something
 */
export function hostileSearches(names: readonly string[], dice: Dice) {
  const { below, chance, pick: one } = dice
  const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
  const uses = new Map<string, number>()
  for (const word of names.flatMap((name) => name.split(' '))) uses.set(word, (uses.get(word) ?? 0) + 1)
  const words = [...uses].toSorted((a, b) => b[1] - a[1]).map(([word]) => word)
  const common = words.slice(0, 30)
  const slipped = (word: string) => {
    const letters = [...word]
    letters.splice(below(letters.length), below(2), one(LETTERS))
    return letters.join('')
  }
  const beginning = (word: string) => [...word].slice(0, 1 + below(3)).join('')
  const anyCharacter = () => String.fromCodePoint(below(0x11_0000))

  const texts: readonly (() => string)[] = [
    () => one(names),
    () => slipped(one(names)),
    () => beginning(one(words)),
    () => `${one(common)} ${beginning(one(words))}`,
    () => `${beginning(one(words))} ${one(common)}`,
    () => many(2 + below(3), () => one(common)).join(' '),
    () => many(12, () => one(LETTERS)).join(' '),
    () => many(12, () => one(common)).join(' '),
    () => many(12, () => slipped(one(words))).join(' '),
    () => many(12, () => slipped(one(common))).join(' '),
    () => many(4, () => one(LETTERS).repeat(40)).join(' '),
    () => many(1 + below(12), () => String(below(10 ** below(9)))).join(one([' ', '', '-'])),
    () => many(1 + below(200), anyCharacter).join(''),
    () => many(1 + below(200), () => one([...LETTERS, ' '])).join(''),
    () => many(1 + below(40), () => one(SIGNS)).join(''),
    () => `${one(common)}${one(SIGNS)}${one(SIGNS)}${one(words)}${one(SIGNS)}`,
    () => one(LETTERS).repeat(1 + below(200)),
    () => many(1 + below(60), () => String.fromCodePoint(0x4e_00 + below(0x50_00))).join(''),
    () => many(1 + below(30), () => one(EMOJI)).join(one(['', ' '])),
    () =>
      `https://www.youtube.com/${one(['', '@', 'channel/', 'c/', 'user/'])}${one(['%E0%A4%A', '%00', one(words), '%25%32%35'])}`,
    () => `@${slipped(one(words))}`,
    () => `UC${many(22, () => one([...'abcXYZ019_-'])).join('')}`,
    () =>
      one(['%', '_', "'", '\\', '$1', '::tsquery', 'a:*', '! a', '()', 'null', 'NaN', 'select', '..', '* *']),
  ]

  const range = () => [one(COUNTS), one([...COUNTS, null])]
  const filters: Readonly<Record<string, () => unknown>> = {
    content_type: () =>
      one([CONTENT_TYPES, [], one(CONTENT_TYPES), 'Nothing', many(50, () => one(CONTENT_TYPES))]),
    ageGroup: () => one([AUDIENCES, one(AUDIENCES), [], '']),
    minSubs: () => one(COUNTS),
    maxSubs: () => one(COUNTS),
    subsRanges: () => many(one([0, 1, 2, 20, 21]), range),
    country: () => one(['RU', 'us', 'ZZ', 'R', 7]),
    language: () => one(['ru', 'en', 'zzz', 'EN', '']),
    hasContact: () => one([true, false, 'true']),
    hideSilentDays: () => one([...INACTIVE_DAYS, 31]),
  }
  const sorts = ['relevance', 'subscribers', 'recent', 'shuffle', 'mix', undefined]
  /** Cursors of earlier answers, and the requests they belong to. */
  const cursors: { readonly cursor: string; readonly request: HostileRequest }[] = []

  function chosenFilters(): Body {
    const chosen = Object.entries(filters).filter(() => chance(0.2))
    return Object.fromEntries(chosen.map(([name, make]) => [name, make()]))
  }

  function fresh(): HostileRequest {
    const sorted = { sort: one(sorts), seed: one([undefined, 0, 1, 2_147_483_647]), limit: one([1, 20, 50]) }
    if (chance(0.3)) {
      const kind = one(Object.keys(filters))
      const body = { ...chosenFilters(), [kind]: filters[kind]?.(), ...sorted }
      return { path: '/api/filter', body }
    }
    const given = chance(0.5) ? {} : chosenFilters()
    return { path: '/api/search', body: { ...given, mainInputValue: one(texts)().slice(0, 200), ...sorted } }
  }

  /** A cursor with the fingerprint of its request, and any numbers. */
  function forged(cursor: string): string {
    const fields = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
    for (let at = 2; at < fields.length; at += 1) if (chance(0.4)) fields[at] = String(one(CURSOR_NUMBERS))
    return Buffer.from(fields.join('.')).toString('base64url')
  }

  return {
    next(): HostileRequest {
      const earlier = chance(0.35) ? one(cursors) : undefined
      if (earlier === undefined) return fresh()
      const { cursor, request } = earlier
      const kind = dice.next()
      if (kind < 0.4) return { path: request.path, body: { ...request.body, cursor } }
      if (kind < 0.9) return { path: request.path, body: { ...request.body, cursor: forged(cursor) } }
      const { path, body } = fresh()
      return { path, body: { ...body, cursor } }
    },
    /** Gives the cursor of an answer, to be used, and forged, later. */
    learn(request: HostileRequest, cursor: string): void {
      cursors[cursors.length < 500 ? cursors.length : below(500)] = { cursor, request }
    },
  }
}
