import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FaultPoint } from '#server/faults.ts'
import { bareEnvironment } from './processes.ts'
import { ROOT } from '#test/support/project-files.ts'

/** Of the processes, and of commands on their database. */
export const SECRET = 'a secret of tests, long enough to be one'

const SERVER = 'test/support/server-with-faults.ts'
const REFUND = fileURLToPath(new URL('./refund-with-faults.ts', import.meta.url))

interface FaultyProcess {
  /** The process's line when it is ready. */
  readonly ready: Promise<string>
  /** Resolves when the process has reached a fault point so often, now or before. */
  readonly reached: (point: FaultPoint, times?: number) => Promise<void>
  /** Kills the process, like a power cut, and waits until it is gone. */
  readonly kill: () => Promise<void>
}

export interface ServerProcess extends AsyncDisposable, Pick<FaultyProcess, 'reached' | 'kill'> {
  readonly baseUrl: string
}

interface ServerOptions extends Faulty {
  /** The project's folder, or one with another release. */
  readonly folder?: string
}

interface Faulty {
  readonly stayAt?: FaultPoint | undefined
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the whole server as a separate process on a database; it stops at the fault point when one is given. */
export async function startServerProcess(
  databaseUrl: string,
  { stayAt, env, folder = ROOT }: ServerOptions = {},
): Promise<ServerProcess> {
  const args = stayAt === undefined ? [] : [stayAt]
  const { ready, reached, kill } = await startProcess(databaseUrl, {
    command: [join(folder, SERVER), ...args],
    env,
  })
  return { baseUrl: await ready, reached, kill, [Symbol.asyncDispose]: kill }
}

/**
 * Starts a payment's refund as a separate process, or with `found` the settlement of external refunds; at the end it prints
 * the outcome.
 */
export function startRefundProcess(
  databaseUrl: string,
  { paymentId, stayAt, env }: Faulty & { readonly paymentId: string },
): Promise<FaultyProcess> {
  const args = stayAt === undefined ? [] : [stayAt]
  return startProcess(databaseUrl, { command: [REFUND, paymentId, ...args], env })
}

async function startProcess(
  databaseUrl: string,
  { command, env = {} }: { readonly command: readonly string[]; readonly env?: Faulty['env'] | undefined },
): Promise<FaultyProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-killed-'))
  const child = spawn(process.execPath, command, {
    env: {
      ...bareEnvironment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      APP_SECRET: SECRET,
      PORT: '0',
      RATE_LIMITS: 'off',
      CAPTCHA_WORK: '9',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = new Map<string, number>()
  const heard = new EventEmitter()
  const started = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('ready ')) started.resolve(line.slice('ready '.length))
    lines.set(line, (lines.get(line) ?? 0) + 1)
    heard.emit('line')
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  const ready = Promise.race([
    started.promise,
    exited.then(() => Promise.reject(new Error('the process ended before it was ready'))),
  ])
  // A caller that kills it earlier does not wait for that.
  ready.catch(() => undefined)
  return {
    ready,
    async reached(point, times = 1) {
      while ((lines.get(`reached ${point}`) ?? 0) < times) await once(heard, 'line')
    },
    kill,
  }
}
