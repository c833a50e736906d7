import { singleConnection } from '#server/db/connect.ts'
import { queryText } from '#shared/rules/search-text.ts'
import { formsOf, isSlip } from '#test/support/plain-search.ts'

/** A channel's name as stored: its key without spaces, and its words. */
export interface StoredName {
  readonly id: number
  readonly key: string
  readonly words: readonly string[]
}

const PAGE = 20
const FEW = 5
const STAGES = 6
/** Names in whose words the words of queries are counted, to look queries up by their rarest word. */
const COUNTED = 20_000
/** The last words seen, at most one for each slot: words repeat, and their forms need to be made only once. */
const SLOTS = 1 << 20
const FETCHED = 10_000

/** A word of a query with all that may stand for it in a name with typing errors. */
interface Group {
  readonly word: string
  /** The last of several words: names' words that begin with it count too. */
  readonly isOpen: boolean
  readonly similar: Set<string>
  isKnown: boolean
  isBeginning: boolean
  /** In how many of the counted names it occurs as it is, as a beginning, and with a slip. */
  whole: number
  begun: number
  slipped: number
}

interface Query {
  readonly key: string
  readonly groups: readonly Group[]
  /** The first ids of each stage, by subscribers. */
  readonly found: readonly number[][]
  /** How many of them match without a slip. */
  exact: number
  /** Known once all words are: the groups of a match with slips, and the keys with the slip in one word corrected. */
  near: readonly Group[]
  corrected: ReadonlySet<string>
}

/**
 * What an exhaustive reading of the rules of docs/search.md finds: the first 20 ids of each text. Not the names are searched
 * for each query, but the queries for each name; memory grows with the queries and not with the names.
 * @param readNames reads all names, the most popular first; called twice
 */
export async function readExhaustively(
  texts: readonly string[],
  readNames: () => AsyncIterable<readonly StoredName[]>,
): Promise<number[][]> {
  const queries = texts.map(openQuery)
  await learnWords(queries, readNames())
  for (const query of queries) {
    query.near = nearGroups(query)
    query.corrected = correctedKeys(query)
  }
  const match = matcher(queries)
  for await (const names of readNames()) for (const name of names) match(name)
  return queries.map(({ found }) => {
    const exact = found.slice(0, 4).flat()
    return (exact.length >= FEW ? exact : found.flat()).slice(0, PAGE)
  })
}

/** The names of a database, by a cursor. */
export async function* namesOf(url: string): AsyncGenerator<readonly StoredName[]> {
  const client = singleConnection({ connectionString: url })
  await client.connect()
  try {
    await client.query(`begin; set local work_mem = '512MB';
      declare names no scroll cursor for select id::int, replace(name_key, ' ', ''), search_words from channel
        where status = 'active' order by subscribers desc nulls last, id`)
    for (;;) {
      const { rows } = await client.query<[number, string, string]>({
        text: `fetch ${FETCHED} from names`,
        rowMode: 'array',
      })
      if (rows.length === 0) return
      yield rows.map(([id, key, words]) => ({ id, key, words: words === '' ? [] : words.split(' ') }))
    }
  } finally {
    await client.end()
  }
}

function openQuery(text: string): Query {
  const { key, words } = queryText(text)
  const groups = words.map((word, at) => ({
    word,
    isOpen: words.length > 1 && at === words.length - 1,
    similar: new Set<string>(),
    isKnown: false,
    isBeginning: false,
    whole: 0,
    begun: 0,
    slipped: 0,
  }))
  const found = Array.from({ length: STAGES }, () => [])
  return { key, groups, found, exact: 0, near: [], corrected: new Set() }
}

/** Finds out which words of names stand for the words of the queries, and how common these are. */
async function learnWords(
  queries: readonly Query[],
  pieces: AsyncIterable<readonly StoredName[]>,
): Promise<void> {
  const byWord = new Map<string, Group[]>()
  const byBeginning = new Map<string, Group[]>()
  const byForm = new Map<string, Group[]>()
  for (const { groups } of queries) {
    for (const [at, group] of groups.entries()) {
      add(byWord, group.word, group)
      if (at === groups.length - 1) add(byBeginning, group.word, group)
      for (const form of formsOf([...group.word])) add(byForm, form, group)
    }
  }
  const longest = lengthOf(byBeginning)
  const seen: string[] = []
  let count = 0
  const learn = (word: string) => {
    for (const group of byWord.get(word) ?? []) group.isKnown = true
    for (const start of beginningsOf(word, longest))
      for (const group of byBeginning.get(start) ?? []) group.isBeginning = true
    for (const form of formsOf([...word]))
      for (const group of byForm.get(form) ?? [])
        if (!group.similar.has(word) && isSlip(group.word, word)) group.similar.add(word)
  }
  for await (const names of pieces) {
    for (const { words } of names) {
      for (const word of words) {
        const slot = slotOf(word)
        if (seen[slot] !== word) learn(word)
        seen[slot] = word
        if (count >= COUNTED) continue
        for (const group of byWord.get(word) ?? []) group.whole += 1
        for (const start of beginningsOf(word, longest))
          for (const group of byBeginning.get(start) ?? []) group.begun += 1
        for (const form of formsOf([...word]))
          for (const group of byForm.get(form) ?? []) if (group.similar.has(word)) group.slipped += 1
      }
      count += 1
    }
  }
}

/** Returns a function that notes a name in the queries that it matches. */
function matcher(queries: readonly Query[]): (name: StoredName) => void {
  const byKey = new Map<string, Query[]>()
  const byCorrected = new Map<string, Query[]>()
  /** Queries by each word, or beginning of a word, that a match must have: those of its rarest group. */
  const byWord = new Map<string, Query[]>()
  const byBeginning = new Map<string, Query[]>()
  for (const query of queries) {
    if (query.key !== '') add(byKey, query.key, query)
    for (const corrected of query.corrected) add(byCorrected, corrected, query)
    // With all words as they are, the last perhaps unfinished; then with a slip in each, some left out.
    const exact = rarest(query.groups, (group, isEnd) => (isEnd ? group.begun : group.whole))
    if (exact !== undefined) add(exact === query.groups.at(-1) ? byBeginning : byWord, exact.word, query)
    const near = rarest(
      nearGroups(query),
      (group) => group.slipped + (group.isOpen ? group.begun : group.whole),
    )
    if (near === undefined) continue
    for (const word of near.similar) add(byWord, word, query)
    if (near.isOpen ? near.isBeginning : near.isKnown)
      add(near.isOpen ? byBeginning : byWord, near.word, query)
  }
  const longestKey = lengthOf(byKey)
  const longestBeginning = lengthOf(byBeginning)
  return (name) => {
    const met = new Set<Query>()
    for (const start of beginningsOf(name.key, longestKey)) meet(byKey.get(start))
    meet(byCorrected.get(name.key))
    for (const word of name.words) {
      meet(byWord.get(word))
      if (byBeginning.size > 0)
        for (const start of beginningsOf(word, longestBeginning)) meet(byBeginning.get(start))
    }
    for (const query of met) note(query, name)

    function meet(some: readonly Query[] | undefined): void {
      if (some !== undefined) for (const query of some) met.add(query)
    }
  }
}

function note(query: Query, name: StoredName): void {
  const stage = stageOf(query, name)
  const list = stage === undefined ? undefined : query.found[stage - 1]
  if (stage === undefined || list === undefined || list.length >= PAGE) return
  list.push(name.id)
  if (stage <= 4) query.exact += 1
}

function stageOf(query: Query, { key, words }: StoredName): number | undefined {
  const { groups, found, near, corrected } = query
  if (query.key !== '' && key === query.key) return 1
  if (query.key !== '' && key.startsWith(query.key)) return 2
  // What follows a full page is not seen.
  if (found[1]?.length === PAGE || found[2]?.length === PAGE) return undefined
  const last = groups.at(-1)
  if (last === undefined) return undefined
  if (groups.every((group) => group === last || words.includes(group.word))) {
    if (words.includes(last.word)) return 3
    if (words.some((word) => word.startsWith(last.word))) return 4
  }
  if (query.exact >= FEW) return undefined
  if (corrected.has(key)) return 5
  const isNear = near.length > 0 && near.every((group) => words.some((word) => standsFor(word, group)))
  return isNear ? 6 : undefined
}

function standsFor(word: string, { word: typed, isOpen, similar }: Group): boolean {
  return word === typed || similar.has(word) || (isOpen && word.startsWith(typed))
}

/** The words that some name has, if only with a slip; none when more than half of all have to be left out. */
function nearGroups({ groups }: Query): readonly Group[] {
  const known = groups.filter(
    ({ isKnown, isBeginning, isOpen, similar }) => isKnown || similar.size > 0 || (isOpen && isBeginning),
  )
  return known.length >= Math.max(1, Math.floor((groups.length + 1) / 2)) ? known : []
}

function correctedKeys({ key, groups }: Query): ReadonlySet<string> {
  return new Set(
    groups.flatMap(({ word, similar }) => Array.from(similar, (other) => key.replaceAll(word, () => other))),
  )
}

function rarest(
  groups: readonly Group[],
  usesOf: (group: Group, isEnd: boolean) => number,
): Group | undefined {
  let found: Group | undefined
  let least = Number.POSITIVE_INFINITY
  for (const [at, group] of groups.entries()) {
    const uses = usesOf(group, at === groups.length - 1)
    if (uses < least) [found, least] = [group, uses]
  }
  return found
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (list.at(-1) !== value) list.push(value)
}

function lengthOf(map: ReadonlyMap<string, unknown>): number {
  return Math.max(0, ...Array.from(map.keys(), ({ length }) => length))
}

function beginningsOf(text: string, longest: number): string[] {
  const found: string[] = []
  for (let length = 1; length <= Math.min(text.length, longest); length += 1)
    found.push(text.slice(0, length))
  return found
}

function slotOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0
  return hash & (SLOTS - 1)
}
