import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '#shared/api/contract.ts'
import { AUDIENCES, CONTENT_TYPES } from '#shared/rules/filters.ts'
import { queryText } from '#shared/rules/search-text.ts'
import {
  addChannels,
  changeChannel,
  rebuildSearch,
  refreshSearch,
  type SearchedChannel,
} from '#test/support/catalogue-world.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { isReachable, keyOf, passes, stageOf } from '#test/support/plain-search.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { ChannelPage } from './read-page.ts'
import { filterChannels, searchChannels } from './search-channels.ts'
import { readFilter } from './read-search.ts'
import { filterValues } from './search.sql.ts'

const testApp = useTestApp()

// Few words, so that names share them; some differ by one slip.
const WORDS = [
  'tv',
  'cat',
  'cats',
  'act',
  'music',
  'musik',
  'Лес',
  'лесу',
  'ёж',
  '音楽',
  '🔥',
  'BigCat',
  '7',
  'a',
]
// Before the upload, right after it, just before a step and exactly on it.
const CHECKED = [
  '2020-01-01',
  '2026-05-06',
  '2026-08-03T10:00:00.122Z',
  '2026-08-03T10:00:00.123Z',
  '2026-11-21',
].map((text) => new Date(text))
const NUMBERS = [null, 0, 9, 10, 999, 1_000, 1_001, 25_000, 99_999, 20_000_000, 900_000_000]

const channel: fc.Arbitrary<SearchedChannel> = fc.record({
  name: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  subscribers: fc.constantFrom(...NUMBERS),
  contentTypes: fc.subarray([...CONTENT_TYPES].slice(0, 4)),
  audiences: fc.subarray([...AUDIENCES]),
  country: fc.constantFrom(null, 'RU', 'US'),
  language: fc.constantFrom(null, 'ru', 'en'),
  lastUploadAt: fc.constantFrom(null, new Date('2026-05-05T10:00:00.123Z'), new Date('2020-01-01')),
  uploadsCheckedAt: fc.constantFrom(null, ...CHECKED),
  hasContact: fc.boolean(),
  isDemo: fc.constantFrom(false, false, true),
  isGone: fc.constantFrom(false, false, false, true),
  handle: fc.constant(null),
})

const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), channel }),
  fc.record({ kind: fc.constant('change' as const), channel, at: fc.nat() }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('merge' as const), at: fc.nat(), into: fc.nat() }),
)

const FILTERS = {
  content_type: ['Gaming', ['Beauty', 'Fashion'], 'Politics'],
  ageGroup: ['Kids', ['Adults', 'Youth']],
  minSubs: [0, 10, 1_000],
  maxSubs: [1_000, 1_001, 100_000_000],
  subsRanges: [
    [
      [0, 1_000],
      [20_000_000, null],
    ],
    [[9, 10]],
  ] as [number, number | null][][],
  country: ['RU', 'US', 'DE', ['DE', 'RU']],
  language: ['ru', 'en'],
  hasContact: [true, false],
  hideSilentDays: [30, 90, 365] as const,
}
type Filters = { readonly [Name in keyof typeof FILTERS]?: (typeof FILTERS)[Name][number] }

const filters: fc.Arbitrary<Filters> = fc
  .subarray(Object.keys(FILTERS) as (keyof Filters)[], { maxLength: 2 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...FILTERS[name])])) as never),
  )

const text = fc.array(fc.constantFrom(...WORDS, 'mus', 'catz', 'bigcat', 'л'), { minLength: 1, maxLength: 2 })
const sort = fc.constantFrom('relevance', 'subscribers', 'recent', 'shuffle')
const question = fc.record({
  words: text,
  filters,
  sort,
  seed: fc.nat(3),
  limit: fc.integer({ min: 1, max: 7 }),
  withDemo: fc.boolean(),
})

type World = Map<number, SearchedChannel>
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

test('after any change, search and filter match a plain reading of the rules and a rebuild', async () => {
  const { app } = testApp
  await fc.assert(
    fc.asyncProperty(
      fc.array(channel, { minLength: 10, maxLength: 80, size: 'max' }),
      fc.array(change, { maxLength: 8 }),
      fc.array(question, { minLength: 5, maxLength: 10 }),
      async (first, changes, questions) => {
        await app.db.deleteFrom('channel').execute()
        const world: World = new Map()
        const ids = await addChannels(app, first)
        for (const [at, id] of ids.entries()) world.set(id, first[at]!)
        for (const next of changes) await apply(world, next)

        const answers = []
        for (const asked of questions) answers.push(await answersOf(asked))
        for (const [at, asked] of questions.entries()) expectPlainReading(world, asked, answers[at]!)
        const kept = await structures()
        await rebuildSearch(app.db)
        expect(kept).toEqual(await structures())
        for (const [at, asked] of questions.entries()) expect(await answersOf(asked)).toEqual(answers[at])
        for (const asked of questions) await expectEveryWayTheSame(asked)
      },
    ),
    { numRuns: runs(50), seed: 20_261_121 },
  )
}, 240_000)

async function apply(
  world: World,
  next: typeof change extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  const { app } = testApp
  const ids = [...world.keys()]
  if (next.kind === 'add') {
    const [id] = await addChannels(app, [next.channel])
    world.set(id!, next.channel)
    return
  }
  const id = ids[next.at % ids.length]
  if (id === undefined) return
  if (next.kind === 'change') {
    await changeChannel(app, id, next.channel)
    world.set(id, next.channel)
    return
  }
  await app.db.deleteFrom('channel').where('id', '=', id).execute()
  world.delete(id)
  if (next.kind === 'merge') await refreshSearch(app.db, [id, ids[next.into % ids.length]!])
}

/** All search structures except the tiers of words, where a bit may be stale until the next rebuild. */
async function structures() {
  const { db } = testApp.app
  const entries = await sql`select * from search_entry order by channel_id`.execute(db)
  const orders = await sql`select * from search_order order by channel_id`.execute(db)
  const words = await sql`select word, names from search_word order by word`.execute(db)
  const typos = await sql`select * from search_typo order by word, key`.execute(db)
  return [entries.rows, orders.rows, words.rows, typos.rows]
}

/** The channels found by text and by filters alone, over all pages, and the totals. */
async function answersOf({ words, filters: chosen, sort: order, seed, limit, withDemo }: Question) {
  const app = { ...testApp.app, demo: withDemo ? { buyer: null } : null }
  const search = { ...chosen, mainInputValue: words.join(' '), sort: order, seed, limit }
  const found = await allPages(search, (body) =>
    searchChannels(app, contract['POST /search'].body.parse(body)),
  )
  const isChosen = Object.keys(chosen).length > 0
  const list = (by: string) =>
    allPages({ ...chosen, sort: by, seed, limit }, (body) =>
      filterChannels(app, contract['POST /filter'].body.parse(body)),
    )
  const passed = isChosen && order !== 'relevance' ? await list(order) : null
  const mixed = isChosen ? await list('mix') : null
  return { found, passed, mixed }
}

async function allPages(
  body: object,
  turn: (body: object) => Promise<ChannelPage>,
): Promise<{ ids: number[]; totals: (number | null)[] }> {
  const ids: number[] = []
  const totals: (number | null)[] = []
  let cursor: string | null = null
  do {
    const page: ChannelPage = await turn({ ...body, cursor })
    ids.push(...page.data.read().map(({ channelId }) => Number(channelId)))
    totals.push(page.meta.total)
    cursor = page.meta.nextCursor
  } while (cursor !== null)
  return { ids, totals }
}

function expectPlainReading(
  world: World,
  asked: Question,
  answers: Awaited<ReturnType<typeof answersOf>>,
): void {
  const passing = [...world].filter(
    ([, one]) => passes(one, asked.filters) && (asked.withDemo || one.isDemo !== true),
  )
  const staged = passing.flatMap(([id, one]) => {
    const stage = stageOf(one.name, asked.words.join(' '))
    return stage === null ? [] : [{ id, one, stage }]
  })
  const { ids } = answers.found
  expect(new Set(ids).size, 'no channel comes twice').toBe(ids.length)
  const isMatch = new Set(staged.map(({ id }) => id))
  const matched = ids.slice(0, staged.length)
  expect(new Set(matched), 'all that match, before what nearly matches').toEqual(isMatch)
  if (staged.length >= 5) expect(ids).toHaveLength(staged.length)
  expect(ids.filter((id) => !passing.some(([passed]) => passed === id))).toEqual([])
  if (asked.sort !== 'shuffle') {
    const byStage = asked.sort === 'relevance'
    const ordered = staged.toSorted(
      (a, b) =>
        (byStage ? a.stage - b.stage : 0) ||
        keyOf(a.one, asked.sort) - keyOf(b.one, asked.sort) ||
        a.id - b.id,
    )
    // On each page, of those in the same stage.
    const pages = ordered.map((match, at) => ({ ...match, page: byStage ? Math.floor(at / asked.limit) : 0 }))
    const shown = pages.toSorted(
      (a, b) =>
        a.page - b.page ||
        (byStage ? a.stage - b.stage || Number(isReachable(b.one)) - Number(isReachable(a.one)) : 0),
    )
    expect(matched).toEqual(shown.map(({ id }) => id))
  }
  if (answers.mixed !== null) {
    expect(answers.mixed.ids).toHaveLength(passing.length)
    expect(new Set(answers.mixed.ids)).toEqual(new Set(passing.map(([id]) => id)))
  }
  if (answers.passed === null) return
  const wanted = passing.toSorted(
    ([a, one], [b, other]) => keyOf(one, asked.sort) - keyOf(other, asked.sort) || a - b,
  )
  const wantedIds = wanted.map(([id]) => id)
  if (asked.sort === 'shuffle') expect(new Set(answers.passed.ids)).toEqual(new Set(wantedIds))
  else expect(answers.passed.ids).toEqual(wantedIds)
  expect(answers.passed.totals).toEqual(answers.passed.totals.map(() => passing.length))
}

const isRanged = ({ minSubs, maxSubs, subsRanges }: Filters) =>
  (minSubs ?? maxSubs ?? subsRanges) !== undefined

/** Which way a filter is read depends on the catalogue's size; all of them must find the same. */
async function expectEveryWayTheSame({
  words,
  filters: chosen,
  sort: order,
  seed,
  limit,
  withDemo,
}: Question): Promise<void> {
  const db = testApp.app.databases.forChecks
  const filter = readFilter(contract['POST /filter'].body.parse(chosen))
  const want = sql`row(${sql.join(filterValues(filter, withDemo))})::search_filter`
  const rowsOf = async (query: ReturnType<typeof sql>) =>
    (await query.execute(db)).rows as Record<string, unknown>[]
  const start = sql.raw('-9223372036854775807, 0')
  const shifts = sql`(select search_mix_shifts(tiers, share) from search_sample(${want}))`
  // Far too high: a mix then reads on several times.
  const density = 1
  /** The ids on all pages of a walk that stops at its bound of rows read. */
  const boundedWalk = async (listed: string, bound: number) => {
    const ids: number[] = []
    let [key, id]: unknown[] = [-Number.MAX_SAFE_INTEGER, 0]
    do {
      const [slice] = await rowsOf(sql`select ids, keys, stop_key, stop_id
        from search_list(${want}, ${density}, ${listed}, ${seed}, ${shifts}, 'walk', ${limit}, ${key}, ${id}, ${bound})`)
      const {
        ids: found,
        keys,
        stop_key: stopKey,
        stop_id: stopId,
      } = slice as Record<string, unknown[] | null>
      ids.push(...(found ?? []).map(Number))
      const isFull = found?.length === limit
      key = isFull ? keys?.at(-1) : stopKey
      id = isFull ? found.at(-1) : stopId
    } while (key !== null)
    return ids
  }
  if (order !== 'relevance') {
    for (const listed of [order, 'mix']) {
      const list = (way: string, page = 1_000) =>
        rowsOf(sql`select l.* from search_list(${want}, ${density}, ${listed}, ${seed}, ${shifts}, ${way}, ${page}, ${start},
          40000) s, unnest(s.ids, s.keys) l (channel_id, key)`)
      const walked = await list('walk')
      if (Object.keys(chosen).length > 0) expect(await list('facets')).toEqual(walked)
      if (isRanged(chosen)) expect(await list('ranks')).toEqual(walked)
      expect(await list('walk', limit)).toEqual(walked.slice(0, limit))
      expect(await boundedWalk(listed, 10)).toEqual(walked.map(({ channel_id: id }) => id))
    }
    const total = async (ranged: number, bound: number) =>
      (
        await rowsOf(sql`select t.total from search_sample(${want}) s, search_total(${want}, (s.sampled, s.share, s.passed,
          s.covered, ${ranged}::integer, s.rarest, s.tiers)::search_estimate, 1000, true, ${bound}) t`)
      )[0]
    const walked = await rowsOf(
      sql`select unnest(ids) from search_list(${want}, ${density}, ${order}, ${seed}, ${shifts}, 'walk', 1000, ${start}, 40000)`,
    )
    expect(await total(0, 1_000), 'counted along the ranks').toEqual({ total: walked.length })
    if (Object.keys(chosen).length > 0)
      expect(await total(1_001, 1_000), 'counted by facets').toEqual({ total: walked.length })
  }
  if (Object.keys(chosen).length === 0) return
  const { key, words: typed } = queryText(words.join(' '))
  const among = await rowsOf(sql`
    select f.* from search_text_among(search_query_of(${key}, ${typed}, '{}', ${want}), null, 1000) a,
      unnest(a.ids, a.classes, a.keys) f (channel_id, class, key) order by class, key, channel_id`)
  const classed = await rowsOf(sql`
    select channel_id, case when class <= 4 then 1 else 2 end as class, key
    from search_text_among(search_query_of(${key}, ${typed}, '{}', ${want}), null, 1000) a,
      unnest(a.ids, a.classes, a.keys) f (channel_id, class, key) order by 2, 3, 1`)
  // The smaller the bound, the more of a text is read along the ranks.
  for (const readMax of [40_000, 100]) {
    expect(await searchedText({ key, typed, want, byRank: false, readMax, limit: 1000 })).toEqual(among)
    expect(await searchedText({ key, typed, want, byRank: true, readMax, limit })).toEqual(classed)
  }
}

/** What `search_text` finds on all pages. */
async function searchedText(asked: {
  key: string
  typed: readonly string[]
  want: ReturnType<typeof sql>
  byRank: boolean
  readMax: number
  limit: number
}) {
  const { key, typed, want, byRank, readMax, limit } = asked
  const found: Place[] = []
  let after: Place = { class: 0, key: -9007199254740991, channel_id: 0 }
  for (;;) {
    const { rows } = await sql<FoundPage>`
      select to_json(ids) as ids, to_json(classes) as classes, to_json(keys) as keys, stop_class, stop_key, stop_id
      from search_text(search_query_of(${key}, ${typed}, '{}', ${want}), null, ${byRank}, ${limit}, ${after.class},
        ${after.key}, ${after.channel_id}, ${found.length}, ${readMax})`.execute(
      testApp.app.databases.forChecks,
    )
    const { ids, classes, keys, stop_class, stop_key, stop_id } = rows[0]!
    found.push(...ids.map((id, at) => ({ channel_id: id, class: classes[at]!, key: keys[at]! })))
    if (ids.length === limit) after = found.at(-1)!
    else if (stop_class === null) return found
    else after = { class: stop_class, key: stop_key, channel_id: stop_id }
  }
}

interface FoundPage {
  ids: number[]
  classes: number[]
  keys: number[]
  stop_class: number | null
  stop_key: number
  stop_id: number
}

interface Place {
  class: number
  key: number
  channel_id: number
}
