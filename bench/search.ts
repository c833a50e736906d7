/**
 * Search on generated catalogues: texts by kind on one connection, HTTP with one client and with many against bare
 * connections, filters, upkeep, sizes. Run:
 * `node_modules/.bin/node bench/search.ts [--channels 100000,1000000] [--keep FOLDER] [--only text,http,filters,upkeep,sizes]
 * [--connections 8] [--seconds 8]`
 * Kept catalogues open at once the next time. BENCH_POSTGRES adds settings of PostgreSQL, such as `-c shared_buffers=2GB`.
 */
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { withClient } from '#server/db/connect.ts'
import { megabytes, openReport, print, type Report } from './print.ts'
import { postmasterOf, watchProcessors } from './processor-time.ts'
import { openApp } from './product.ts'
import { type Catalogue, openCatalogue } from './search-catalogue.ts'
import { measureFilters, panels } from './search-filters.ts'
import { type Load, measureHttp } from './search-http.ts'
import { measureText } from './search-text.ts'
import { measureUpkeep } from './search-upkeep.ts'

/** More than this, of one processor, used by others spoils a measurement. */
const DISTURBANCE = 0.1
const PASSES = 3

type Part = (catalogue: Catalogue, report: Report, load: Load) => Promise<void>

const PARTS: Readonly<Record<string, Part>> = {
  text: (catalogue, report) => measureText(catalogue, report, PASSES),
  http: (catalogue, report, load) => measureHttp(catalogue, load, report),
  filters: (catalogue, report) => measureFilters(catalogue, report, panels()),
  async upkeep({ url, channels }, report) {
    report.part(`upkeep, ${channels} channels`)
    await using app = openApp(url)
    await measureUpkeep(app)
  },
  sizes: printSizes,
}

async function printSizes({ url, channels }: Catalogue, report: Report): Promise<void> {
  report.part(`sizes, ${channels} channels`)
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; bytes: number }>(
      `select relname as name, pg_relation_size(oid)::float8 as bytes from pg_class
       where relname ~ '^(search_|channel)' and relkind in ('r', 'i') and pg_relation_size(oid) > 1000000 order by 2 desc`,
    ),
  )
  const search = rows.filter(({ name }) => name.startsWith('search_'))
  report.line('search', { megabytes: search.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6 })
  print(`  ${rows.map(({ name, bytes }) => `${name} ${megabytes(bytes)}`).join(', ')}`)
  const { rows: whole } = await withClient(url, (client) =>
    client.query<{ bytes: number }>(`select pg_database_size(current_database())::float8 as bytes`),
  )
  print(`  all of it: ${Math.round((whole[0]?.bytes ?? 0) / channels)} bytes a channel`)
}

async function measure(
  catalogue: Catalogue,
  parts: readonly string[],
  report: Report,
  load: Load,
): Promise<void> {
  await printServer(catalogue)
  for (const name of parts) {
    const postgres = await postmasterOf(catalogue.dataDir)
    const watch = await watchProcessors({ postgres, bench: process.pid })
    await PARTS[name]?.(catalogue, report, load)
    const { others, stolen, load: average } = await watch()
    report.line('processors', { load: average, others, stolen })
    if (others + stolen > DISTURBANCE) print('  DISTURBED')
  }
}

async function printServer({ url }: Catalogue): Promise<void> {
  const names = ['server_version', 'shared_buffers', 'effective_cache_size', 'io_method', 'work_mem']
  const { rows } = await withClient(url, (client) =>
    client.query<{ setting: string }>(
      `select name || ' ' || current_setting(name) as setting from pg_settings where name = any ($1)`,
      [names],
    ),
  )
  const settings = rows.map(({ setting }) => setting).join(', ')
  print(`${cpus().length} processors, ${megabytes(totalmem())}; PostgreSQL: ${settings}`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      channels: { type: 'string', default: '100000,1000000' },
      keep: { type: 'string' },
      only: { type: 'string', default: Object.keys(PARTS).join(',') },
      connections: { type: 'string', default: '8' },
      seconds: { type: 'string', default: '8' },
    },
  })
  const parts = values.only.split(',')
  const unknown = parts.filter((part) => !Object.hasOwn(PARTS, part))
  if (unknown.length > 0)
    throw new Error(`--only takes ${Object.keys(PARTS).join(', ')}, not ${unknown.join(', ')}`)
  const load = { connections: Number(values.connections), seconds: Number(values.seconds) }
  const report = openReport()
  for (const count of values.channels.split(',')) {
    await using catalogue = await openCatalogue(Number(count), values.keep)
    await measure(catalogue, parts, report, load)
  }
}

await main()
