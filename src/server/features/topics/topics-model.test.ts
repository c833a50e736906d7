import { expect, test } from 'vitest'
import type { Place } from '#server/features/search/cursor.ts'
import { readFilter } from '#server/features/search/read-search.ts'
import type { Paging, ResultPage } from '#server/features/search/search.sql.ts'
import { contract } from '#shared/api/contract.ts'
import { CONTENT_TYPES } from '#shared/rules/filters.ts'
import { queryKeys, titleWords } from '#shared/rules/title-words.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { isReachable, keyOf, passes } from '#test/support/plain-search.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { addTitledChannels, settleTopics, type TitledChannel } from '#test/support/topics-world.ts'
import { searchTopics } from './search-topics.ts'
import { searchByTopic } from './topics.sql.ts'

const testApp = useTestApp()

// More than the most telling ones of a channel, in forms and scripts that fold to the same.
const WORDS = 'keyboard keyboards piano volcano sourdough knitting glacier accordion клавиатура клавиатуры вулкан 料理'.split(' ') // biome-ignore format: a list

const channel: fc.Arbitrary<TitledChannel> = fc.record({
  name: fc.constantFrom('One', 'Piano house', '料理'),
  titles: fc.option(
    fc.array(
      fc.subarray(WORDS).map((words) => words.join(' ')),
      { maxLength: 5 },
    ),
    {
      nil: undefined,
      freq: 6,
    },
  ),
  subscribers: fc.constantFrom(null, 0, 999, 1_000, 25_000, 900_000_000),
  contentTypes: fc.subarray([...CONTENT_TYPES].slice(0, 3)),
  country: fc.constantFrom(null, 'RU', 'US'),
  hasContact: fc.boolean(),
  lastUploadAt: fc.constantFrom(null, new Date('2026-05-05'), new Date('2025-05-05')),
  uploadsCheckedAt: fc.constantFrom(null, new Date('2026-06-01')),
  isDemo: fc.constantFrom(false, false, true),
  isGone: fc.constantFrom(false, false, false, true),
}) as fc.Arbitrary<TitledChannel>

const question = fc.record({
  text: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  filters: fc.constantFrom({}, {}, { country: ['RU', 'DE'] }, { content_type: 'Gaming' }, { minSubs: 1_000 }),
  sort: fc.constantFrom('relevance', 'relevance', 'subscribers', 'recent'),
  limit: fc.integer({ min: 1, max: 7 }),
  withDemo: fc.boolean(),
  readMax: fc.constantFrom(1, 2, 5, 12),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never
type World = ReadonlyMap<number, TitledChannel>

test('topics match a plain reading of the rules, whatever may be read at once', async () => {
  const { app } = testApp
  await fc.assert(
    fc.asyncProperty(
      fc.array(channel, { minLength: 5, maxLength: 60, size: 'max' }),
      fc.array(question, { minLength: 4, maxLength: 8 }),
      async (channels, questions) => {
        await app.db.deleteFrom('channel').execute()
        const ids = await addTitledChannels(app, channels)
        await settleTopics(app)
        const world = new Map(ids.map((id, at) => [id, channels[at]!]))
        for (const asked of questions) {
          const wanted = plainly(world, asked, 2_000)
          expect(await answerOf(asked)).toEqual({ ids: wanted, totals: [wanted.length] })
          expect(await boundedAnswer(asked)).toEqual(plainly(world, asked, asked.readMax))
        }
      },
    ),
    { numRuns: runs(50), seed: 20_261_124 },
  )
}, 240_000)

/** The channels that a topic finds, in order, when an index may propose a limited number. */
function plainly(world: World, { text, filters, sort, withDemo }: Question, readMax: number): number[] {
  const keysOf = ({ name, titles = [] }: TitledChannel) =>
    titleWords(titles, name).terms.map(({ key }) => key)
  const kept = [...world].filter(([, one]) => one.titles !== undefined)
  const typed = [...new Set(queryKeys(text).flatMap((word) => (word[0] === undefined ? [] : [word[0].key])))]
  // A word of a single channel is not counted.
  const usesOf = (key: number) => {
    const uses = kept.filter(([, one]) => keysOf(one).includes(key)).length
    return uses > 1 ? uses : 0
  }
  const keys = typed.toSorted((a, b) => usesOf(a) - usesOf(b))
  const uses = usesOf(keys[0]!)
  const hasAll = (one: TitledChannel) => keys.every((key) => keysOf(one).includes(key))
  const isWalked =
    (keys.length === 1 && uses > 2 * readMax) ||
    uses > 30 * readMax ||
    kept.filter(([, one]) => hasAll(one)).length > readMax
  let read = 0
  const rare = keys.filter((key) => (read += Math.max(1, usesOf(key))) <= readMax)
  const classOf = (one: TitledChannel) => {
    if (hasAll(one)) return !isWalked && keys.every((key) => keysOf(one).slice(0, 6).includes(key)) ? 1 : 2
    const at = rare.findIndex((key) => keysOf(one).includes(key))
    return isWalked || at < 0 ? null : 3 + at
  }
  const orderOf = ({ place, one }: { readonly place: number; readonly one: TitledChannel }) =>
    sort === 'relevance' ? 2 * place - Number(isReachable(one)) : Number(place > 2)
  const found = kept
    .filter(([, one]) => passes(one, filters) && (withDemo || one.isDemo !== true))
    .flatMap(([id, one]) => {
      const place = classOf(one)
      return place === null ? [] : [{ id, place, one }]
    })
    .toSorted((a, b) => orderOf(a) - orderOf(b) || keyOf(a.one, sort) - keyOf(b.one, sort) || a.id - b.id)
  const whole = found.filter(({ place }) => place <= 2)
  return (keys.length === 1 || whole.length >= 20 ? whole : found).map(({ id }) => id)
}

/** The channels on all pages, and the totals that these tell. */
async function answerOf({ text, filters, sort, limit, withDemo }: Question) {
  const app = { ...testApp.app, demo: withDemo ? { buyer: null } : null }
  const numbers = await numbersOf()
  const ids: (number | undefined)[] = []
  const totals = new Set<number | null>()
  let cursor: string | null = null
  do {
    const body = contract['POST /topics'].body.parse({ text, ...filters, sort, limit, cursor })
    const { data, meta } = await searchTopics(app, body)
    ids.push(...data.read().map(({ channelId }) => numbers.get(channelId)))
    totals.add(meta.total)
    cursor = meta.nextCursor
  } while (cursor !== null)
  return { ids, totals: [...totals] }
}

/** The channels on all pages when an index may propose `readMax`, along the ranks four times as many at once. */
async function boundedAnswer({ text, filters, sort, limit, withDemo, readMax }: Question): Promise<number[]> {
  const { readCatalogue } = testApp.app.databases
  const filter = readFilter(contract['POST /topics'].body.parse({ text, ...filters }))
  const keys = [...new Set(queryKeys(text).flatMap((word) => (word[0] === undefined ? [] : [word[0].key])))]
  const ids: number[] = []
  let after: Place | null = null
  do {
    const paging: Paging = { limit, after, seen: 0 }
    const page: ResultPage = await readCatalogue((source) =>
      searchByTopic(source, { keys, readMax }, { filter, withDemo, sort }, paging),
    )
    ids.push(...page.ids)
    after = page.next
  } while (after !== null)
  return ids
}

/** Our numbers of channels by the platform's. */
async function numbersOf(): Promise<ReadonlyMap<string | null, number>> {
  const rows = await testApp.app.db.selectFrom('channel').select(['id', 'platform_id']).execute()
  return new Map(rows.map((row) => [row.platform_id, row.id]))
}
