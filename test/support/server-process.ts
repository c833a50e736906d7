import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FaultPoint } from '#server/faults.ts'

const ENTRY = fileURLToPath(new URL('./server-with-faults.ts', import.meta.url))

export interface ServerProcess extends AsyncDisposable {
  readonly baseUrl: string
  /** Resolves when the process has come to a fault point, now or before. */
  reached(point: FaultPoint): Promise<void>
  /** Ends the process as a power cut would, and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts the whole server as a process of its own on a database, to stay at a fault point when one is given. */
export async function startServerProcess(
  databaseUrl: string,
  {
    stayAt,
    env = {},
  }: { readonly stayAt?: FaultPoint; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-killed-'))
  const child = spawn(process.execPath, [ENTRY, ...(stayAt === undefined ? [] : [stayAt])], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      APP_SECRET: 'a secret of tests, long enough to be one',
      PORT: '0',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const said = new Map<string, PromiseWithResolvers<string>>()
  const hear = (word: string) => {
    const heard = said.get(word) ?? Promise.withResolvers<string>()
    said.set(word, heard)
    return heard
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word = '', rest = ''] = line.split(' ')
    hear(word === 'ready' ? word : line).resolve(rest)
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  const baseUrl = await Promise.race([
    hear('ready').promise,
    exited.then(() => Promise.reject(new Error('the server process ended before it was ready'))),
  ])
  return {
    baseUrl,
    reached: async (point) => void (await hear(`reached ${point}`).promise),
    kill,
    [Symbol.asyncDispose]: kill,
  }
}
