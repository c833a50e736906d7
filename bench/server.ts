/** The product's server in a process of its own. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { createServer } from '#server/http/server.ts'
import { BACKLOG, DIST_FOLDER } from '#start/start.ts'
import { openApp } from './product.ts'

interface ServerOptions {
  readonly databaseUrl: string
  /** Settings beside those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Of the payment provider's stand-in. */
  readonly paymentsUrl?: string
  /** Answered to `GET /constant`, here and by a bare Fastify. */
  readonly constant?: string
  /** Serves the pages, which are built. */
  readonly withWeb?: true
}

/** The server's memory in bytes; its processor time in ms; how late its timers have been since the last reading, in ms. */
export interface ServerState extends NodeJS.MemoryUsage {
  readonly processorMs: number
  readonly lateMs: number
}

interface Urls {
  readonly url: string
  /** Of the bare Fastify; '' without a constant. */
  readonly bareUrl: string
}

export interface BenchServer extends AsyncDisposable, Urls {
  readonly pid: number
  state(): Promise<ServerState>
}

export async function startServer(options: ServerOptions): Promise<BenchServer> {
  const child = fork(fileURLToPath(import.meta.url))
  const ask = async <T>(question: object): Promise<T> => {
    child.send(question)
    const [answer] = (await once(child, 'message')) as [T]
    return answer
  }
  const urls = await ask<Urls>(options)
  return {
    ...urls,
    pid: child.pid ?? 0,
    state: () => ask({}),
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function serve({ databaseUrl, env, paymentsUrl, constant, withWeb }: ServerOptions): Promise<Urls> {
  const payments = paymentsUrl === undefined ? {} : { localPaymentsUrl: () => paymentsUrl }
  const app = openApp(databaseUrl, env, payments)
  const sendConstant = async (_: FastifyRequest, reply: FastifyReply) =>
    reply.type('application/json; charset=utf-8').send(constant)
  const extraRoutes =
    constant === undefined
      ? []
      : [(fastify: Pick<ReturnType<typeof Fastify>, 'get'>) => void fastify.get('/constant', sendConstant)]
  const product = await createServer({ app, distFolder: withWeb ? DIST_FOLDER : null, extraRoutes })
  const url = await product.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG })
  if (constant === undefined) return { url, bareUrl: '' }
  const bare = Fastify()
  bare.get('/constant', sendConstant)
  return { url, bareUrl: await bare.listen({ port: 0, host: '127.0.0.1' }) }
}

if (import.meta.main) {
  const [options] = (await once(process, 'message')) as [ServerOptions]
  const urls = await serve(options)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const lateMs = delay.percentile(99) / 1e6 - 5
    process.send?.({
      ...process.memoryUsage(),
      processorMs: (user + system) / 1_000,
      lateMs,
    } satisfies ServerState)
    delay.reset()
  })
  process.send?.(urls)
}
