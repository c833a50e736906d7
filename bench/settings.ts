/**
 * PostgreSQL's settings against each other on a kept catalogue of `bench/search.ts`: text searches after a start without any
 * of its files in memory, then warm, on one connection and on eight.
 * Run: `node_modules/.bin/node bench/settings.ts --keep FOLDER [--channels 1000000] [--rounds 3] [--queries 2000]
 *   [--variants "shared_buffers=256MB io_method=worker;shared_buffers=256MB io_method=sync"]`
 */
import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { contract } from '#shared/api/contract.ts'
import type { App } from '#server/app.ts'
import { createApp } from '#server/create-app.ts'
import { readConfig } from '#server/config/config.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { searchChannels } from '#server/features/search/search-channels.ts'
import { megabytes, percentiles, print } from './print-figures.ts'

const log = pino({ level: 'warn' })
const CONNECTIONS = 8

const { values } = parseArgs({
  options: {
    keep: { type: 'string' },
    channels: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    queries: { type: 'string', default: '2000' },
    variants: {
      type: 'string',
      default: ['256MB', '4GB']
        .flatMap((size) => ['worker', 'sync'].map((method) => `shared_buffers=${size} io_method=${method}`))
        .join(';'),
    },
  },
})
if (values.keep === undefined) throw new Error('--keep names the folder of the kept catalogues')
const dataDir = path.join(values.keep, values.channels)
process.env['DATA_DIR'] = dataDir
const kept = JSON.parse(await readFile(path.join(dataDir, 'queries.json'), 'utf8')) as {
  readonly queries: readonly { readonly text: string }[]
}
const bodies = kept.queries
  .slice(0, Number(values.queries))
  .map(({ text }) => contract['POST /search'].body.parse({ mainInputValue: text }))

interface Pass {
  readonly times: readonly number[]
  readonly seconds: number
  readonly cpuMs: number
}

/** Milliseconds of processor time of a server and all its processes, I/O workers included. */
async function processorTime(): Promise<number> {
  const [pid = ''] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
  const times = await Promise.all(
    children.map((child) => readFile(`/proc/${child}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}

async function runPass(app: App, connections: number): Promise<Pass> {
  const times: number[] = []
  const rest = [...bodies]
  const cpu = await processorTime()
  const start = performance.now()
  const worker = async () => {
    for (let body = rest.pop(); body !== undefined; body = rest.pop()) {
      const before = performance.now()
      await searchChannels(app, body)
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - start) / 1_000
  return { times, seconds, cpuMs: ((await processorTime()) - cpu) / bodies.length }
}

/** Removes the catalogue's files from the system's cache, and nothing else. */
async function evict(): Promise<void> {
  const files = (await readdir(path.join(dataDir, 'postgres'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  for (const file of files) execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none'])
}

async function measure(variant: string): Promise<readonly (readonly [string, Pass])[]> {
  await evict()
  const settings = Object.fromEntries(variant.split(' ').map((one) => one.split('=') as [string, string]))
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'tool', log, settings })
  try {
    await migrate(postgres.url)
    const config = readConfig({ ...process.env, RATE_LIMITS: 'off', DATABASE_POOL: String(CONNECTIONS) })
    await using app = createApp(config, { databaseUrl: postgres.url, smtpUrl: 'smtp://127.0.0.1:9', log })
    const cold = await runPass(app, 1)
    const warm = await runPass(app, 1)
    await runPass(app, CONNECTIONS)
    return [
      ['cold', cold],
      ['warm', await runPass(app, 1)],
      ['warm', warm],
      [`${CONNECTIONS} connections`, await runPass(app, CONNECTIONS)],
    ]
  } finally {
    await postgres.close()
  }
}

const load = () => loadavg()[0]?.toFixed(2)
print(
  `${values.channels} channels, ${bodies.length} searches, ${availableParallelism()} cores, ${megabytes(totalmem())}, load ${load()}`,
)
const found = new Map<string, Pass[]>()
for (let round = 1; round <= Number(values.rounds); round += 1)
  for (const variant of values.variants.split(';'))
    for (const [kind, pass] of await measure(variant)) {
      const name = `${variant.padEnd(42)} ${kind}`
      found.set(name, [...(found.get(name) ?? []), pass])
      print(
        `round ${round}  ${name.padEnd(58)} ${percentiles(pass.times)}  ${(bodies.length / pass.seconds).toFixed(0)}/s`,
      )
    }

print('\nall rounds together:')
for (const [name, passes] of [...found].toSorted(([a], [b]) => a.localeCompare(b))) {
  const perSecond = (bodies.length * passes.length) / passes.reduce((sum, { seconds }) => sum + seconds, 0)
  const cpuMs = passes.reduce((sum, pass) => sum + pass.cpuMs, 0) / passes.length
  print(
    `${name.padEnd(58)} ${percentiles(passes.flatMap(({ times }) => times))}  ${perSecond.toFixed(0)}/s  ` +
      `${cpuMs.toFixed(2)} ms of processor each`,
  )
}
print(`load ${load()}`)
