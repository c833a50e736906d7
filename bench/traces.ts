/**
 * What traces cost: `GET /config` and `POST /search` on an empty catalogue, one after the other over one connection, with no
 * collector, with one that gets everything, and with one that gets a twentieth. Each in processes of its own, turn by turn; the
 * best of the rounds counts, as on a machine that does other work, too. Run: `node_modules/.bin/node bench/traces.ts [rounds]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '#server/config/config.ts'
import { createApp } from '#server/create-app.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { createServer } from '#server/http/server.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

const CALLS = 1_000
const HEADERS = { 'x-api-key': 'channelbook-web', 'content-type': 'application/json' }
const log = pino({ level: 'warn' })

const KINDS = {
  'no traces': {},
  'a twentieth': { OTEL_TRACES_SAMPLER_ARG: '0.05' },
  'all traces': { OTEL_TRACES_SAMPLER_ARG: '1' },
}

async function measure(): Promise<void> {
  const config = readConfig({ ...process.env, RATE_LIMITS: 'off' })
  const before = { at: performance.now(), rss: process.memoryUsage.rss() }
  if (config.otelEndpoint !== '') (await import('#server/open-tracing.ts')).openTracing(config, log)
  const loaded = {
    ms: performance.now() - before.at,
    megabytes: (process.memoryUsage.rss() - before.rss) / 1e6,
  }
  const app = createApp(config, { databaseUrl: config.databaseUrl ?? '', smtpUrl: 'smtp://127.0.0.1:9', log })
  const server = await createServer({ app, distFolder: null })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const body = JSON.stringify({ mainInputValue: 'anna' })
  const calls = {
    config: () => fetch(`${url}/api/config`, { headers: HEADERS }),
    search: () => fetch(`${url}/api/search`, { method: 'POST', headers: HEADERS, body }),
  }
  const took: Record<string, number> = { load: loaded.ms, memory: loaded.megabytes }
  for (const [name, call] of Object.entries(calls)) {
    for (let warm = 0; warm < CALLS / 2; warm += 1) await (await call()).text()
    const since = process.cpuUsage()
    for (let done = 0; done < CALLS; done += 1) await (await call()).text()
    const { user, system } = process.cpuUsage(since)
    took[name] = (user + system) / 1_000 / CALLS
  }
  process.send?.(took)
}

async function run(databaseUrl: string, endpoint: string, kind: keyof typeof KINDS) {
  const own = kind === 'no traces' ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...KINDS[kind] }
  const env = { ...process.env, DATABASE_URL: databaseUrl, ...own, BENCH_CHILD: '1' }
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), { env })
  const [took] = (await once(child, 'message')) as [Record<string, number>]
  child.kill()
  await once(child, 'exit')
  return took
}

async function main(rounds: number): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-bench-'))
  const collector = createHttpServer((request, answer) => {
    request.resume().on('end', () => answer.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const postgres = await openEmbeddedPostgres({ dataDir, memory: 512, role: 'tool', log })
  try {
    await prepareDatabase({ url: postgres.url, migrationUrl: null, log })
    const best = new Map<string, Record<string, number>>()
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
        const took = await run(postgres.url, endpoint, kind)
        const known = best.get(kind) ?? took
        const least = (name: string) => Math.min(known[name] ?? Infinity, took[name] ?? Infinity)
        best.set(kind, Object.fromEntries(Object.keys(took).map((name) => [name, least(name)])))
      }
    }
    for (const [kind, { load = 0, memory = 0, config = 0, search = 0 }] of best)
      process.stdout.write(
        `${kind.padEnd(12)} loaded in ${load.toFixed(0)} ms with ${memory.toFixed(0)} MB; processor time of client and server: config ${config.toFixed(3)} ms, search ${search.toFixed(3)} ms\n`,
      )
  } finally {
    await postgres.close()
    collector.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (process.env['BENCH_CHILD'] === '1') await measure()
else await main(Number(process.argv[2] ?? 3))
