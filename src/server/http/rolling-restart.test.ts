import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { bareEnvironment, freePort } from '#test/support/processes.ts'
import { findProgram } from '#test/support/programs.ts'
import { startHaproxy } from '#test/support/proxies.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Concurrent callers; each makes one call after another. */
const CALLERS = 8
/** The minimum number of calls; `ROLLING_CALLS=20000` gives the figure in docs/operations.md. */
const CALLS = Number(process.env['ROLLING_CALLS'] ?? 2_000)

// `vitest.config.ts` leaves this file out where HAProxy cannot be had; installing it may still fail.
const haproxy = await findProgram('haproxy')

/** The server as an operator starts it; `stop` signals it and resolves with its exit code. */
async function startProduct(databaseUrl: string, port: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-rolling-'))
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...bareEnvironment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      APP_SECRET: 'a secret of tests, long enough to be one',
      PORT: String(port),
      LOCAL_PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      DRAIN_MS: '2000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const ready = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.includes('is ready at')) ready.resolve()
  })
  await Promise.race([ready.promise, exited.then(() => Promise.reject(new Error('It did not start')))])
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await exited
    await rm(dataDir, { recursive: true, force: true })
    return code
  }
  return { stop: () => end('SIGTERM'), [Symbol.asyncDispose]: async () => void (await end('SIGKILL')) }
}

interface Answer {
  readonly status: number
  readonly by: string
}

function call(url: string, agent: Agent, isSearch: boolean): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/api/${isSearch ? 'search' : 'config'}`,
      {
        agent,
        method: isSearch ? 'POST' : 'GET',
        headers: { 'x-api-key': 'channelbook-web', 'content-type': 'application/json' },
      },
      (answer) => {
        answer.resume()
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, by: String(answer.headers['x-answered-by']) }),
        )
      },
    )
    asked.once('error', reject)
    asked.end(isSearch ? '{"mainInputValue":"music"}' : undefined)
  })
}

it.skipIf(haproxy === null)(
  'two servers behind HAProxy are restarted one after the other without one failed call',
  async () => {
    await using database = await createTestDatabase()
    await using stack = new AsyncDisposableStack()
    const ports = [await freePort(), await freePort()]
    const servers = await Promise.all(ports.map((port) => startProduct(database.url, port)))
    for (const server of servers) stack.use(server)
    const proxy = stack.use(await startHaproxy(haproxy ?? '', ports))

    const failures: string[] = []
    const counts = new Map<string, number>()
    let waiting: { readonly by: string; readonly resolve: () => void } | null = null
    let done = 0
    let isRestarted = false
    const callers = Array.from({ length: CALLERS }, async (_, number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      while (done < CALLS || !isRestarted) {
        done += 1
        const outcome = await call(proxy.url, agent, number % 2 === 0).catch(String)
        if (typeof outcome === 'string') failures.push(outcome)
        else if (outcome.status !== 200) failures.push(`${outcome.status} from ${outcome.by}`)
        else {
          counts.set(outcome.by, (counts.get(outcome.by) ?? 0) + 1)
          if (waiting?.by === outcome.by) waiting.resolve()
        }
      }
      agent.destroy()
    })
    const answers = (by: string) => new Promise<void>((resolve) => (waiting = { by, resolve }))

    for (const [place, server] of servers.entries()) {
      const name = `s${place + 1}`
      await answers(name)
      expect(await server.stop()).toBe(0)
      stack.use(await startProduct(database.url, ports[place] ?? 0))
      await answers(name)
    }
    isRestarted = true
    await Promise.all(callers)
    if (process.env['ROLLING_CALLS'] !== undefined)
      process.stdout.write(`${done} calls, ${failures.length} failed: ${[...new Set(failures)].join()}\n`)
    expect(failures).toEqual([])
    expect(done).toBeGreaterThanOrEqual(CALLS)
  },
  180_000,
)
