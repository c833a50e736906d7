/**
 * Files and pages from the product's server against a bare Fastify that sends the same buffer, in turn, in one run, with
 * both servers in one separate process. Run after `npm run build`: `node_modules/.bin/node bench/files.ts [seconds]
 * [connections] [rounds]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import { pino } from 'pino'
import { createApp } from '#server/create-app.ts'
import { readConfig } from '#server/config/config.ts'
import { loadFiles } from '#server/http/pages/load-files.ts'
import { createServer } from '#server/http/server.ts'
import { print } from './print-figures.ts'

const dist = path.join(import.meta.dirname, '../dist')
const HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'en' }

interface Subject {
  readonly url: string
  readonly bytes: number
}

interface Servers {
  readonly product: string
  readonly bare: string
  readonly subjects: readonly Subject[]
}

/** The child process: the product's server, which needs no database for files, and a bare one. */
async function serve(): Promise<void> {
  const config = readConfig({ ...process.env, RATE_LIMITS: 'off' })
  const nobody = { databaseUrl: 'postgres://127.0.0.1:9/none', smtpUrl: 'smtp://127.0.0.1:9' }
  const app = createApp(config, { ...nobody, log: pino({ level: 'silent' }) })
  const product = await createServer({ app, distFolder: dist })
  const bare = Fastify()
  const subjects: Subject[] = []
  for (const url of await chooseUrls()) {
    const { rawPayload: bytes, headers } = await product.inject({ url, headers: HEADERS })
    const sent = {
      'content-type': headers['content-type'],
      'content-encoding': headers['content-encoding'] ?? 'identity',
    }
    bare.get(url, async (_request, reply) => reply.headers(sent).send(bytes))
    subjects.push({ url, bytes: bytes.length })
  }
  const address = { port: 0, host: '127.0.0.1' }
  process.send?.({ product: await product.listen(address), bare: await bare.listen(address), subjects })
}

/** The files whose compressed sizes are nearest to 61 and 4 kB, and a page. */
async function chooseUrls(): Promise<string[]> {
  const sizes = [...(await loadFiles(path.join(dist, 'web')))].map(([url, { body }]) => ({
    url,
    size: body.get('br')?.bytes.length ?? body.get('identity')?.bytes.length ?? 0,
  }))
  const nearest = (size: number) =>
    sizes.toSorted((one, other) => Math.abs(one.size - size) - Math.abs(other.size - size))[0]?.url ?? '/'
  return [nearest(61_000), nearest(4_000), '/en/terms']
}

async function main(): Promise<void> {
  const [seconds = 5, connections = 64, rounds = 5] = process.argv.slice(2).map(Number)
  const server = fork(fileURLToPath(import.meta.url), ['serve'])
  try {
    const [{ product, bare, subjects }] = (await once(server, 'message')) as [Servers]
    const rate = async (url: string, duration: number) => {
      const { requests, non2xx, errors } = await autocannon({
        url,
        connections,
        duration,
        requests: [{ method: 'GET', headers: HEADERS }],
      })
      if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`)
      return requests.average
    }
    print(`${connections} connections, ${rounds} rounds of ${seconds} s each, medians`)
    for (const { url, bytes } of subjects) {
      await rate(product + url, 1)
      await rate(bare + url, 1)
      const pairs: { readonly ours: number; readonly theirs: number }[] = []
      for (let round = 0; round < rounds; round += 1) {
        const theirs = await rate(bare + url, seconds)
        pairs.push({ ours: await rate(product + url, seconds), theirs })
      }
      const ours = Math.round(median(pairs.map((pair) => pair.ours)))
      const theirs = Math.round(median(pairs.map((pair) => pair.theirs)))
      const ratio = median(pairs.map((pair) => pair.ours / pair.theirs)).toFixed(2)
      print(`${url.padEnd(34)} ${bytes} bytes  ${ours}/s  bare Fastify ${theirs}/s  ratio ${ratio}`)
    }
  } finally {
    server.kill()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

if (process.argv[2] === 'serve') await serve()
else await main()
