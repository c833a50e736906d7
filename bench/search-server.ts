/** The product's server in a process of its own, as benchmarks of the search start it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createServer } from '#server/http/server.ts'
import { openApp } from './search-catalogue.ts'

export interface BenchServer extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** Bytes of memory in use. */
  memory(): Promise<number>
}

export const HEADERS = { 'x-api-key': 'channelbook-web', 'content-type': 'application/json' }

/** A shop that is real by its settings: nothing is sold in a benchmark. */
const REAL_SHOP = {
  YOOKASSA_SHOP_ID: '123456',
  YOOKASSA_SECRET_KEY: 'a key',
  SELLER_NAME: 'A seller',
  SELLER_INN: '7700000000',
}

/** @param connections of its pool for searches; without, as many as by default */
export async function startServer(
  databaseUrl: string,
  withDemo: boolean,
  connections?: number,
): Promise<BenchServer> {
  // A command line is visible to everybody on the machine, and the URL contains a password.
  const env = { ...process.env, ...(!withDemo && REAL_SHOP), BENCH_DATABASE_URL: databaseUrl }
  const parameters = connections === undefined ? [] : [String(connections)]
  const child = fork(fileURLToPath(import.meta.url), parameters, { env })
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    pid: child.pid ?? 0,
    async memory() {
      child.send('memory')
      const [bytes] = (await once(child, 'message')) as [number]
      return bytes
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

if (import.meta.main) {
  const connections = process.argv[2]
  const app = openApp(
    process.env['BENCH_DATABASE_URL'] ?? '',
    connections === undefined ? undefined : Number(connections),
  )
  const server = await createServer({ app, distFolder: null, extraRoutes: [] })
  process.on('message', () => process.send?.(process.memoryUsage.rss()))
  process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }))
}
