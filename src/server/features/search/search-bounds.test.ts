import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/connect.ts'
import { queryText } from '#shared/rules/search-text.ts'
import { rebuildSearch } from '#test/support/catalogue-world.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { readFilter } from './read-search.ts'
import { filterValues } from './search.sql.ts'

const READ_MAX = 2_000
/** The sample of a filter, and words, beginnings and typos, are read besides. */
const LOOKUPS = 4_000
const CHANNELS = 12_000

const testApp = useTestApp()
beforeAll(async () => {
  // Common words in few tiers, and a third of the channels with the same name.
  await sql`
    insert into channel (name, name_key, search_words, subscribers, platform, country, source, fetched_at)
    select name, name, name, case n % 4 when 0 then 15 when 1 then 1500 when 2 then 1700 else n end, 'youtube',
      case when n % 1000 = 0 then 'FR' else 'DE' end, 'bounds-' || n, now()
    from (
      select n, case n % 3 when 0 then 'music' when 1 then 'music star ' || n else 'little music star' end as name
      from generate_series(1, ${CHANNELS}::integer) n
    ) made`.execute(testApp.app.db)
  await rebuildSearch(testApp.app.db)
  await sql`vacuum analyze search_entry, search_order, search_word, search_typo`.execute(testApp.app.db)
})

interface Page {
  readonly ids: readonly number[]
  readonly isPartial: boolean
  readonly total: number | null
  readonly next: { next_class: number; next_key: number; next_id: number } | null
}
interface Asked {
  readonly text: string
  readonly sort?: string
  readonly filter?: Parameters<typeof readFilter>[0]
}

async function page(db: Db, asked: Asked, after: Page['next'], seen: number, limit = 20): Promise<Page> {
  const { key, words } = queryText(asked.text)
  const want = sql`row(${sql.join(filterValues(readFilter(asked.filter ?? {}), true))})::search_filter`
  const { rows } = await sql<Row>`
    select * from search_by_text(row(${key}, ${words}, null, '{}', '{}', false)::search_typed, ${want},
      row(${asked.sort ?? 'relevance'}, 7, ${limit}, ${after?.next_class ?? 0}, ${after?.next_key ?? null},
        ${after?.next_id ?? 0}, ${seen})::search_paging, ${READ_MAX})`.execute(db)
  const { items, is_partial, total, next_class, next_key, next_id } = rows[0]!
  return {
    ids: JSON.parse(items).map(({ channelId }: { channelId: string }) => Number(channelId)),
    isPartial: is_partial,
    total,
    next: next_class === null ? null : { next_class, next_key, next_id },
  }
}

interface Row {
  items: string
  is_partial: boolean
  total: number | null
  next_class: number | null
  next_key: number
  next_id: number
}

/** Rows that searches have read so far: from tables, and from indexes that are read without them. */
async function rowsRead(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select (select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read) from pg_stat_user_tables where relname like 'search%')
      + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'search_order') as count`.execute(
    db,
  )
  return Number(rows[0]?.count)
}

const TEXTS = [
  'm',
  'music',
  'musik',
  'little music',
  'music little star',
  'music s',
  'star m',
  'little star x',
  'star 1',
  'stra litle',
  'music star little music star little m',
]
const FILTERS = {
  none: {},
  rare: { country: ['FR'] },
  empty: { country: ['AQ'] },
  range: { minSubs: 1_600, maxSubs: 1_650 },
}

describe.each(Object.entries(FILTERS))('filter: %s', (_, filter) => {
  test.each(['relevance', 'subscribers', 'recent', 'shuffle'])(
    'no page by %s reads more than the bound',
    async (sort) => {
      await testApp.app.databases.forChecks.connection().execute(async (db) => {
        for (const text of TEXTS) {
          let after: Page['next'] = null
          for (let turn = 0; turn < 3; turn += 1) {
            const before = await rowsRead(db)
            const found: Page = await page(db, { text, sort, filter }, after, turn * 20)
            expect((await rowsRead(db)) - before, `${text}, page ${turn + 1}`).toBeLessThan(
              READ_MAX + LOOKUPS,
            )
            after = found.next
            if (after === null) break
          }
        }
      })
    },
  )
})

describe.each(['relevance', 'subscribers', 'recent', 'shuffle'])('sorted by %s', (sort) => {
  test.each([
    ['star mus', 'star'],
    ['little music star', 'little'],
    ['music', 'music'],
  ])(
    'a search for "%s" that stops at the bound says so, and its pages together give each match once',
    async (text, rarest) => {
      const db = testApp.app.databases.forChecks
      const { rows } = await sql<{ id: number }>`
      select id from channel where subscribers >= 1600 and subscribers < 1650 and strpos(name, ${rarest}) > 0 order by 1`.execute(
        db,
      )
      const ids: number[] = []
      const partial: boolean[] = []
      let filled = 0
      let after: Page['next'] = null
      do {
        const asked = { text, sort, filter: FILTERS.range }
        const found: Page = await page(db, asked, after, ids.length)
        if (found.isPartial && found.ids.length > 0) {
          const full = await page(db, asked, after, ids.length, found.ids.length)
          expect(full).toEqual({ ...found, isPartial: false })
          filled += 1
        }
        ids.push(...found.ids)
        partial.push(found.isPartial)
        after = found.next
      } while (after !== null)
      expect(rows.length).toBeGreaterThan(3)
      expect(ids.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
      expect(partial).toContain(true)
      expect(partial.at(-1)).toBe(false)
      expect(filled).toBeGreaterThan(0)
    },
  )
})

describe.each(['recent', 'shuffle'])('sorted by %s', (sort) => {
  test('names with typing errors beyond the bound are left out, and the search says so', async () => {
    const db = testApp.app.databases.forChecks
    const first = await page(db, { text: 'musik', sort }, null, 0)
    let last = first
    let seen = first.ids.length
    while (last.next !== null) {
      last = await page(db, { text: 'musik', sort }, last.next, seen)
      seen += last.ids.length
    }
    expect(first.total).toBeNull()
    expect(last.isPartial).toBe(true)
    expect(seen).toBeGreaterThan(0)
    expect(seen).toBeLessThanOrEqual(READ_MAX / 10)
  })

  test('a position among names with typing errors is not one among the names that match', async () => {
    const after = { next_class: 2, next_key: 0, next_id: 0 }
    expect(await page(testApp.app.databases.forChecks, { text: 'music', sort }, after, 20)).toMatchObject({
      ids: [],
      isPartial: false,
      next: null,
    })
  })
})
