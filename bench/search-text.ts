import type pg from 'pg'
import { median, type Metrics, percentilesOf, print, type Report } from './print.ts'
import { watchProcessors } from './processor-time.ts'
import type { Catalogue } from './search-catalogue.ts'
import { type BenchQuery, bodyOf, isOfMix } from './search-queries.ts'
import {
  bareConnection,
  countReads,
  isTimeout,
  search,
  singleReader,
  type Statement,
  statementOf,
} from './search-statements.ts'

const ROUNDS = 3
const SLOWEST = 10

interface Measured {
  readonly query: BenchQuery
  readonly statement: Statement
  readonly times: number[]
  isHit: boolean
  isLate: boolean
  rows: number
  pages: number
}

/**
 * The queries one after the other on one connection, kind by kind: a pass that warms up and counts what each reads, then
 * some that are timed. The time of a query is the middle one.
 */
export async function measureText(catalogue: Catalogue, report: Report, passes: number): Promise<void> {
  report.part(`text, one connection, ${catalogue.channels} channels`)
  const client = await bareConnection(catalogue.url)
  const ids = await shownIds(client, catalogue.queries)
  const all: Measured[] = []
  for (const query of catalogue.queries) {
    const statement = await statementOf(bodyOf(query))
    all.push({ query, statement, times: [], isHit: false, isLate: false, rows: 0, pages: 0 })
  }
  for (const one of all) {
    const { rows, pages } = await countReads(client, async () => {
      const items = await itemsOf(client, one)
      one.isHit = items.includes(`"${ids.get(one.query.target)}"`)
    })
    one.rows = rows
    one.pages = pages
  }
  const mix = all.filter(({ query }) => isOfMix(query))
  const cpu = await timePasses(client, mix, passes)
  await timePasses(
    client,
    all.filter((one) => !mix.includes(one) && !one.isLate),
    passes,
  )
  await client.end()

  report.line('the mix', { ...metricsOf(mix), cpu })
  for (const [kind, found] of Map.groupBy(all, ({ query }) => query.kind)) report.line(kind, metricsOf(found))
  const slowest = all.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, SLOWEST)
  for (const { query, rows, ...one } of slowest)
    print(`  ${timeOf(one).toFixed(1)} ms, ${rows} rows: ${query.kind} ${JSON.stringify(bodyOf(query))}`)

  await measureVerb(catalogue, mix, report)
}

/** @returns milliseconds of the connection's processor time for each query */
async function timePasses(client: pg.Client, queries: readonly Measured[], passes: number): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const watch = await watchProcessors({ backend: rows[0]?.pid ?? 0 })
  for (let pass = 0; pass < passes; pass += 1) {
    for (const one of queries) {
      const start = performance.now()
      await itemsOf(client, one)
      one.times.push(performance.now() - start)
    }
  }
  return ((await watch()).of['backend'] ?? 0) / queries.length / passes
}

async function itemsOf(client: pg.Client, one: Measured): Promise<string> {
  try {
    const { rows } = await client.query<{ items: string }>(one.statement)
    return rows[0]?.items ?? ''
  } catch (error) {
    if (!isTimeout(error)) throw error
    one.isLate = true
    return ''
  }
}

function timeOf({ times, isLate }: Pick<Measured, 'times' | 'isLate'>): number {
  return isLate ? 15_000 : median(times)
}

function metricsOf(found: readonly Measured[]): Metrics {
  const aimed = found.filter(({ query }) => query.target !== 0)
  const hits = aimed.filter(({ isHit }) => isHit).length
  const late = found.filter(({ isLate }) => isLate).length
  return {
    ...percentilesOf(found.map(timeOf)),
    rows: Math.max(...found.map(({ rows }) => rows)),
    pages: found.reduce((sum, { pages }) => sum + pages, 0) / found.length,
    ...(aimed.length > 0 && { hit: hits / aimed.length }),
    ...(late > 0 && { timeouts: late }),
  }
}

/** The ids of the queries' targets, as the API shows them. */
async function shownIds(
  client: pg.Client,
  queries: readonly BenchQuery[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ id: number; shown: string }>(
    `select id::int, coalesce(platform_id, id::text) as shown from channel where id = any ($1)`,
    [queries.map(({ target }) => target)],
  )
  return new Map(rows.map(({ id, shown }) => [id, shown]))
}

/** The same statements prepared, against the server's verb, which sends them one by one; in turns. */
async function measureVerb({ url }: Catalogue, mix: readonly Measured[], report: Report): Promise<void> {
  const client = await bareConnection(url)
  await using reader = singleReader(url, 15_000)
  const perSecond = async (ask: (one: Measured) => Promise<unknown>) => {
    const start = performance.now()
    for (const one of mix) await ask(one)
    return (mix.length / (performance.now() - start)) * 1_000
  }
  const bare = () => perSecond((one) => client.query(one.statement))
  const verb = () => perSecond(({ query }) => search(reader, bodyOf(query)))
  await verb()
  const rounds: { bare: number; verb: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ bare: await bare(), verb: await verb() })
  await client.end()
  report.line('the verb', {
    perSecond: median(rounds.map((round) => round.verb)),
    bare: median(rounds.map((round) => round.bare)),
    ratio: median(rounds.map((round) => round.verb / round.bare)),
  })
}
