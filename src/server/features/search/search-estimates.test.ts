import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#shared/api/contract.ts'
import { AUDIENCES, CONTENT_TYPES } from '#shared/rules/filters.ts'
import { rebuildSearch } from '#test/support/catalogue-world.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { readFilter } from './read-search.ts'
import { filterValues } from './search.sql.ts'

let testApp: TestApp | undefined
afterAll(() => testApp?.[Symbol.asyncDispose]())

const COUNT = 20_000
/** More than a call may read. */
const LARGE_COUNT = 60_000
/** As many channels as a block has in a catalogue of 20 million. */
const IN_A_BLOCK = 5_000

interface Skew {
  /** Channels of one country have fewer subscribers than this, and all others have any number. */
  readonly homeBelow: number
  /** The share of the commonest content type. */
  readonly commonest: number
  /** How far subscribers spread: at 1 most are in a few tiers. */
  readonly spread: number
  readonly isSilenceBySize: boolean
}

/** Fills a new catalogue by SQL, as emptying one takes longer; `blocks` are the random blocks that have channels. */
async function fill(skewed: Skew, channels: number, blocks: number): Promise<void> {
  const { homeBelow, commonest, spread, isSilenceBySize } = skewed
  await testApp?.[Symbol.asyncDispose]()
  testApp = await createTestApp({ env: { RATE_LIMITS: 'off' } })
  const { db } = testApp.app
  await sql`select setseed(0.5)`.execute(db)
  await sql`
    insert into channel (platform, source, name, name_key, search_words, subscribers, content_types, audiences, country, language,
      last_upload_at, uploads_checked_at, has_contact, fetched_at, shuffle_key)
    select 'youtube', 'test-' || i, 'n' || i, 'n' || i, 'n' || i % 100, subscribers,
      case when r1 < ${commonest} then 1 else 1 << (1 + i % 14) end, 1 << (i % 5),
      case when subscribers < ${homeBelow} then 'IS' when r2 < 0.9 then 'US' else 'KZ' end, case when r2 < 0.01 then 'ru' else 'en' end,
      '2026-06-01'::timestamptz - interval '1 day'
        * (case when ${isSilenceBySize} and subscribers > 10000 then 10 else 500 * r3 end),
      '2026-06-01', subscribers > 1000 and r2 < 0.5, '2026-06-01', floor(r4 * ${blocks} * 524288)::integer
    from (
      select i, floor(exp(9 + ${spread} * (r5 + r6 + r7 - 1.5)))::bigint as subscribers, r1, r2, r3, r4 from (
        select i, random() as r1, random() as r2, random() as r3, random() as r4, random() as r5, random() as r6, random() as r7
        from generate_series(1, ${channels}::integer) i
      ) drawn
    ) sized`.execute(db)
  await rebuildSearch(db)
  await sql`analyze channel`.execute(db)
}

const FILTERS = [
  ...[0, 1_000, 10_000, 100_000, 500_000, 1_000_000, 5_000_000].map((min, at, all) => ({
    minSubs: min,
    maxSubs: all[at + 1] ?? null,
  })),
  { minSubs: 1_500, maxSubs: 7_000 },
  { minSubs: 12_000, maxSubs: 13_000, content_type: CONTENT_TYPES[0] },
  {
    subsRanges: [
      [0, 150],
      [30_000, 70_000],
    ],
  },
  { content_type: CONTENT_TYPES[0] },
  { content_type: CONTENT_TYPES[3] },
  { ageGroup: [AUDIENCES[0], AUDIENCES[3]], content_type: CONTENT_TYPES[1] },
  { country: 'IS' },
  { country: 'KZ', minSubs: 100_000 },
  { country: 'IS', hasContact: true },
  { language: 'ru' },
  { language: 'ru', hasContact: false, maxSubs: 1_000 },
  { hideSilentDays: 30 },
  { hideSilentDays: 90, minSubs: 10_000 },
]

const want = (given: object) =>
  sql`row(${sql.join(filterValues(readFilter(contract['POST /filter'].body.parse(given)), true))})::search_filter`

interface Estimate {
  readonly sampled: number
  readonly share: number
  readonly passed: number
  readonly covered: number
}

async function sample(given: object): Promise<Estimate> {
  const { rows } = await sql<Estimate>`select * from search_sample(${want(given)})`.execute(
    testApp!.app.databases.forChecks,
  )
  return rows[0]!
}

/** How many of the channels in blocks before this one pass, by a plain reading. */
async function count(given: object, block: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from search_entry e
    where block < ${block} and search_passes(${want(given)}, e.content_types, e.audiences, e.country, e.language,
      e.has_contact, e.is_demo, e.silence, e.rank)`.execute(testApp!.app.databases.forChecks)
  return rows[0]!.count
}

const skew: fc.Arbitrary<Skew> = fc.record({
  homeBelow: fc.constantFrom(0, 500, 100_000),
  commonest: fc.constantFrom(0.2, 0.99),
  spread: fc.constantFrom(2, 6, 12),
  isSilenceBySize: fc.boolean(),
})

async function expectWholeBlocks(given: object): Promise<Estimate> {
  const estimate = await sample(given)
  const { sampled, share, passed, covered } = estimate
  const end = Math.round(share * 4_096)
  expect(sampled).toBe(await count({}, end))
  expect(passed, JSON.stringify(given)).toBe(await count(given, end))
  expect(covered).toBeGreaterThanOrEqual(passed)
  return estimate
}

test('a sample has whole blocks, and counts exactly what they have, also where blocks are large', async () => {
  const skewed = { homeBelow: 500, commonest: 0.99, spread: 6, isSilenceBySize: true }
  await fill(skewed, COUNT, COUNT / IN_A_BLOCK)
  for (const given of FILTERS) await expectWholeBlocks(given)
})

test('an estimate is near the truth, however the catalogue is skewed', () =>
  fc.assert(
    fc.asyncProperty(skew, async (skewed) => {
      await fill(skewed, COUNT, 4_096)
      for (const given of FILTERS) {
        const { share, passed } = await expectWholeBlocks(given)
        const truth = await count(given, 4_096)
        expect(share).toBeLessThan(0.3)
        const message = `${JSON.stringify(given)}: ${passed / share} of ${truth}`
        expect(Math.abs(passed / share - truth), message).toBeLessThanOrEqual(
          6 * Math.sqrt(truth / share) + 10 / share,
        )
      }
    }),
    { numRuns: runs(30) },
  ))

describe('in a catalogue that is too large to be counted', () => {
  const LARGE: Skew = { homeBelow: 0, commonest: 0.2, spread: 7, isSilenceBySize: false }
  beforeAll(() => fill(LARGE, LARGE_COUNT, 4_096), 60_000)

  const ask = async (body: object) => {
    const answer = await testApp!.client().call('POST /filter', { body })
    expect(answer.status).toBe(200)
    return answer.body
  }

  test('a total is estimated at once, counted when asked for, and stays on the next pages', async () => {
    const chosen = { content_type: CONTENT_TYPES[3], sort: 'subscribers' }
    const truth = await count(chosen, 4_096)
    const { meta } = await ask(chosen)
    expect(meta).toMatchObject({ totalIsEstimate: true, totalIsCapped: false, isPartial: false })
    expect(Math.abs(meta.total! - truth)).toBeLessThan(truth * 0.3)
    expect(meta.total! % 100, 'two digits').toBe(0)
    const { meta: next } = await ask({ ...chosen, cursor: meta.nextCursor })
    expect(next).toMatchObject({ total: meta.total, totalIsEstimate: true })
    const { meta: counted } = await ask({ ...chosen, total: 'counted' })
    expect(counted).toMatchObject({ total: truth, totalIsEstimate: false })
    const { meta: second } = await ask({ ...chosen, total: 'counted', cursor: counted.nextCursor })
    expect(second).toMatchObject({ total: truth, totalIsEstimate: false })
  })

  test.each([{ language: 'ru' }, { language: 'ru', minSubs: 300 }])(
    'when the sample has few, more is read for the estimate: %j',
    async (chosen) => {
      const truth = await count(chosen, 4_096)
      expect((await sample(chosen)).passed).toBeLessThan(60)
      const { meta } = await ask({ ...chosen, sort: 'subscribers', limit: 10 })
      expect(meta).toMatchObject({ totalIsEstimate: true, totalIsCapped: false })
      expect(Math.abs(meta.total! - truth)).toBeLessThan(truth * 0.25)
    },
  )

  test('a total of few, of a small range, or certainly above the cap, is not an estimate', async () => {
    for (const chosen of [
      { language: 'ru', country: 'KZ' },
      { language: 'ru', content_type: CONTENT_TYPES[2] },
      { minSubs: 12_000, maxSubs: 12_500 },
      { minSubs: 30_000_000 },
    ]) {
      const { meta } = await ask(chosen)
      expect(meta, JSON.stringify(chosen)).toMatchObject({
        total: await count(chosen, 4_096),
        totalIsEstimate: false,
      })
    }
    const { meta } = await ask({ country: 'US' })
    expect(meta).toMatchObject({ total: 10_000, totalIsCapped: true, totalIsEstimate: false })
  })

  test('the first page of a mix has channels of many sizes', async () => {
    const { rows } = await sql<{ size: number; channels: number }>`
      select search_mix_size(tier) as size, count(*)::integer as channels from search_entry group by 1`.execute(
      testApp!.app.databases.forChecks,
    )
    expect(rows).toHaveLength(9)
    expect(Math.min(...rows.map(({ channels }) => channels))).toBeLessThan(LARGE_COUNT / 50)
    for (const seed of [0, 1, 2]) {
      const { data } = await ask({ country: 'US', limit: 20, seed })
      const { rows: sizes } = await sql<{ size: number }>`
        select distinct search_mix_size(search_tier(subscribers)) as size
        from unnest(${data.map(({ subsCount }) => subsCount)}::bigint[]) subscribers`.execute(
        testApp!.app.databases.forChecks,
      )
      expect(sizes.length).toBeGreaterThanOrEqual(6)
    }
  })

  test.each(['subscribers', 'recent', 'shuffle', 'mix'])(
    'partial pages by %s together have each match once',
    async (sort) => {
      const chosen = { language: 'ru', hasContact: true }
      const ids: number[] = []
      let [key, id]: (number | null)[] = [null, 0]
      let partial = 0
      do {
        const { rows } = await sql<
          Record<'next_key' | 'next_id', number | null> & { items: string; is_partial: boolean }
        >`
          select * from search_by_filter(${want(chosen)}, row(${sort}, 3, 20, 0, ${key}, ${id}, 0)::search_paging, null, false, 600)`.execute(
          testApp!.app.databases.forChecks,
        )
        const page = rows[0]!
        ids.push(...JSON.parse(page.items).map(({ channelId }: { channelId: string }) => Number(channelId)))
        partial += Number(page.is_partial)
        ;[key, id] = [page.next_key, page.next_id]
      } while (key !== null)
      expect(partial).toBeGreaterThan(0)
      expect(ids).toHaveLength(await count(chosen, 4_096))
      expect(new Set(ids).size).toBe(ids.length)
    },
  )
})
