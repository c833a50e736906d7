/**
 * Imports of generated files: into an empty catalogue, of as many other channels into a filled one, and of the same file
 * again; search structures included. The import is a process of its own, as on the command line; meanwhile a reader reads
 * channels from the catalogue. The ratio is to a bare COPY of the same lines into a table without indexes. Of each import it
 * prints the seconds of its phases and of its dearest statements, those within functions too; of the rows that the second one
 * added, those of a COPY of them into the same tables, with and without their indexes. Run: `node bench/import.ts [rows]`
 * (1,000,000 by default; 10,000,000 needs 25 GB of disk)
 */
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { generateChannels } from '#local/demo/generate-channels.ts'
import { CSV_HEADER, csvLine } from '#local/demo/generate-csv.ts'
import type { ImportReport } from '#server/features/import/show-report.ts'
import { addSearchKeys, copyCells, STAGED_COLUMNS } from '#server/features/import/copy.ts'
import { percentilesOf, percentileText, print } from './print.ts'
import { openEmptyDatabase } from './product.ts'

const rows = Number((process.argv[2] ?? '1000000').replaceAll(/[_,]/g, ''))
const RUN_IMPORT = fileURLToPath(new URL('run-import.ts', import.meta.url))
/** The same as in scripts/cli.mjs. */
const NODE_FLAGS = ['--max-semi-space-size=8']

await using database = await openEmptyDatabase({
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
})
const { url, dataDir: folder } = database
const superuser = new pg.Client(url.replace('//channelbook:', '//postgres:'))
try {
  await superuser.connect()
  await superuser.query('create extension pg_stat_statements')
  print(`${rows.toLocaleString('en')} rows; load before: ${loadavg()[0]?.toFixed(1)}`)
  const first = await writeFile('first.csv.gz', 1)
  const second = await writeFile('second.csv.gz', 2)
  const bare = await bareCopy()
  print(`bare COPY, no indexes, lines made before   ${rate(bare)}`)
  await importAndPrint('into an empty catalogue', first, bare)
  await importAndPrint(`${rows.toLocaleString('en')} others into that`, second, bare)
  for (const table of ['channel', 'contact']) await printCopies(table)
  await importAndPrint('the same file again', second, bare)
} finally {
  await superuser.end()
}

async function writeFile(name: string, seed: number): Promise<string> {
  const file = path.join(folder, name)
  function* lines() {
    yield CSV_HEADER
    for (const row of generateChannels({ count: rows, seed, names: 'statistical' })) yield csvLine(row)
  }
  const text = Readable.from(lines(), { objectMode: false, highWaterMark: 1_000_000 })
  await pipeline(text, createGzip({ level: 3 }), createWriteStream(file))
  return file
}

/** Seconds for the bare COPY, scaled from 100,000 lines. */
async function bareCopy(): Promise<number> {
  const sample = Math.min(rows, 100_000)
  const lines = Array.from(generateChannels({ count: sample, seed: 3, names: 'statistical' }), (row) =>
    addSearchKeys({ cells: `${copyCells(row)}\n`, names: `${row.name}\n` }),
  )
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create temp table bare (${STAGED_COLUMNS.join(', ')})`)
  const startedAt = performance.now()
  await pipeline(Readable.from(lines, { objectMode: false }), client.query(copyFrom('copy bare from stdin')))
  const seconds = (performance.now() - startedAt) / 1_000
  await client.end()
  return (seconds * rows) / sample
}

/** Copies the later half of a table's rows into an empty table, and into one that has the same indexes and the earlier half. */
async function printCopies(table: string): Promise<void> {
  const file = path.join(folder, 'postgres', 'rows.bench')
  const half = `(select percentile_disc(0.5) within group (order by id) from ${table})`
  await superuser.query(
    `create table bare (like ${table}); create table indexed (like ${table} including indexes)`,
  )
  await superuser.query(`insert into indexed select * from ${table} where id <= ${half}`)
  const { rowCount } = await superuser.query(`copy (select * from ${table} where id > ${half}) to '${file}'`)
  const seconds: string[] = []
  for (const target of ['bare', 'indexed']) {
    const startedAt = performance.now()
    await superuser.query(`copy ${target} from '${file}'`)
    seconds.push(((performance.now() - startedAt) / 1_000).toFixed(1))
  }
  await superuser.query('drop table bare, indexed')
  await rm(file)
  print(
    `  a COPY of ${rowCount} rows of ${table}: ${seconds[0]} s, with the same indexes in place ${seconds[1]} s`,
  )
}

async function importAndPrint(what: string, file: string, bare: number): Promise<void> {
  await superuser.query('select pg_stat_statements_reset()')
  const reader = startReader()
  const startedAt = performance.now()
  const report = await runImport(file)
  const seconds = (performance.now() - startedAt) / 1_000
  const times = await reader.stop()
  const { added, changed, unchanged, refused } = report
  print(`\n${what}: ${added} new, ${changed} changed, ${unchanged} unchanged, ${refused} refused`)
  print(`  ${rate(seconds)}, ${(seconds / bare).toFixed(1)} times the bare COPY`)
  print(`  peak memory of the process ${Math.round(report.peakMegabytes)} MB`)
  print(
    `  a reader meanwhile: ${percentileText(percentilesOf(times))}  longest ${Math.max(...times).toFixed(0)} ms`,
  )
  const phases = Object.entries(report.phases).map(([phase, spent]) => `${phase} ${spent.toFixed(1)}`)
  print(`  seconds: ${phases.join(', ')}`)
  await printStatements()
}

/** A function's seconds contain those of its statements. */
async function printStatements(): Promise<void> {
  const { rows: dearest } = await superuser.query<{ seconds: number; statement: string }>(
    `select sum(total_exec_time) / 1000 as seconds, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as statement
      from pg_stat_statements group by 2 having sum(total_exec_time) > 300 order by 1 desc limit 40`,
  )
  for (const { seconds, statement } of dearest) print(`    ${seconds.toFixed(1).padStart(5)}  ${statement}`)
}

interface Measured extends ImportReport {
  readonly phases: Readonly<Record<string, number>>
  readonly peakMegabytes: number
}

async function runImport(file: string): Promise<Measured> {
  const child = spawn(process.execPath, [...NODE_FLAGS, RUN_IMPORT, url, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const piece of child.stdout) output += String(piece)
  return JSON.parse(output) as Measured
}

/** Reads random channels as a result page does, one after the other, until stopped. */
function startReader() {
  const times: number[] = []
  let isStopped = false
  const done = (async () => {
    const client = new pg.Client(url)
    await client.connect()
    while (!isStopped) {
      const startedAt = performance.now()
      await client.query(
        `select c.id, c.name, c.subscribers from search_entry e join channel c on c.id = e.channel_id
          where e.channel_id = any($1)`,
        [Array.from({ length: 20 }, (_, index) => (times.length * 7919 + index * 104_729) % (2 * rows))],
      )
      times.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await client.end()
  })()
  return {
    async stop(): Promise<readonly number[]> {
      isStopped = true
      await done
      return times
    },
  }
}

function rate(seconds: number): string {
  return `${seconds.toFixed(1)} s, ${Math.round(rows / seconds).toLocaleString('en')} rows/s`
}
