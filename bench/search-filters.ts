import {
  INACTIVE_DAYS,
  OFFERED_AUDIENCES,
  OFFERED_CONTENT_TYPES,
  SUBSCRIBER_RANGES,
} from '#shared/rules/filters.ts'
import { percentilesOf, print, type Report } from './print.ts'
import {
  type Body,
  type Counters,
  countReads,
  filter,
  isTimeout,
  search,
  singleReader,
} from './search-statements.ts'

/** A filter that takes longer counts as ended, or the whole would take hours. */
const LATE_MS = 1_000

/** The search panel's filters: one block, or several of the three kinds, and those that only the API offers. */
export function panels(): Body[] {
  const types = OFFERED_CONTENT_TYPES.map((content_type) => ({ content_type }))
  const audiences = OFFERED_AUDIENCES.map((ageGroup) => ({ ageGroup }))
  const ranges = SUBSCRIBER_RANGES.map(({ min, max }) => ({ minSubs: min, maxSubs: max }))
  const all: Body[] = [...types, ...audiences, ...ranges]
  for (const [at, type] of types.entries()) {
    const audience = audiences[at % audiences.length]
    const range = ranges[at % ranges.length]
    all.push(
      { ...type, ...audience },
      { ...type, ...range },
      { ...audience, ...range },
      { ...type, ...audience, ...range },
      { ...type, country: ['RU', 'US', 'IN', 'KZ'][at % 4], hasContact: true },
      { content_type: [type.content_type, 'Music'], ageGroup: ['Kids', 'Adults'], language: 'ru' },
      { ...type, minSubs: 1_500 * (at + 1), maxSubs: 7_000 * (at + 1) },
      { ...type, hideSilentDays: INACTIVE_DAYS[at % INACTIVE_DAYS.length] },
      { ...audience, ...range, country: 'RU', hideSilentDays: 30 },
    )
  }
  all.push(...INACTIVE_DAYS.map((hideSilentDays) => ({ hideSilentDays })))
  return all
}

/**
 * Filters on one connection, as the server queries them: each once to warm up, which counts what it reads, then once timed.
 */
export async function measureFilters(
  { url, channels }: { readonly url: string; readonly channels: number },
  report: Report,
  given: readonly Body[],
): Promise<void> {
  report.part(`filters, ${given.length} choices on one connection, ${channels} channels`)
  await using reader = singleReader(url, LATE_MS)
  const slow: { ms: number; reads: Counters; name: string; body: Body }[] = []

  async function timed(
    name: string,
    ask: (body: Body) => Promise<unknown>,
    bodies: readonly Body[] = given,
  ): Promise<void> {
    let timeouts = 0
    let most = 0
    let pages = 0
    const times: number[] = []
    for (const body of bodies) {
      let reads: Counters = { rows: Number.NaN, pages: Number.NaN }
      try {
        reads = await countReads(reader.pool, () => ask(body))
        most = Math.max(most, reads.rows)
        pages += reads.pages
        const start = performance.now()
        await ask(body)
        times.push(performance.now() - start)
      } catch (error) {
        if (!isTimeout(error)) throw error
        timeouts += 1
        times.push(LATE_MS)
      }
      slow.push({ ms: times.at(-1) ?? 0, reads, name, body })
    }
    const answered = times.length - timeouts
    report.line(name, {
      ...percentilesOf(times),
      rows: most,
      pages: answered === 0 ? 0 : pages / answered,
      ...(timeouts > 0 && { timeouts }),
    })
  }

  /** The request of the page after `count` results; none where there are fewer, or where that takes too long. */
  async function behind(bodies: readonly Body[], limit: number, pages: number): Promise<Body[]> {
    const found: Body[] = []
    for (const body of bodies) {
      let cursor: string | null | undefined
      try {
        for (let page = 1; page < pages && cursor !== null; page += 1)
          cursor = (await filter(reader, { ...body, limit, cursor })).meta.nextCursor
      } catch (error) {
        if (!isTimeout(error)) throw error
        continue
      }
      if (cursor !== null) found.push({ ...body, limit, cursor })
    }
    return found
  }

  const ask = (body: Body) => filter(reader, body)
  const sorted = (sort: string) => given.map((body, seed) => ({ ...body, sort, seed }))
  await timed('mixed, first page with total', ask, sorted('mix'))
  await timed('mixed, tenth page', ask, await behind(sorted('mix'), 20, 10))
  await timed('by subscribers, first page with total', ask, sorted('subscribers'))
  await timed('by last upload, first page with total', ask, sorted('recent'))
  await timed('random, first page with total', ask, sorted('shuffle'))
  await timed('random, tenth page', ask, await behind(sorted('shuffle'), 20, 10))
  await timed('by subscribers, after 1,000 results', ask, await behind(sorted('subscribers'), 50, 21))
  for (const [mainInputValue, sort] of [
    ['music', 'relevance'],
    ['musik', 'subscribers'],
    ['official', 'recent'],
    ['official', 'shuffle'],
  ])
    await timed(`with the text "${mainInputValue}", ${sort}`, (body) =>
      search(reader, { ...body, mainInputValue, sort }),
    )
  for (const { ms, reads, name, body } of slow.toSorted((a, b) => b.ms - a.ms).slice(0, 8)) {
    const asked = JSON.stringify({ ...body, cursor: undefined })
    print(`  ${ms.toFixed(0)} ms, ${reads.rows} rows, ${reads.pages} pages: ${name} ${asked}`)
  }
}
