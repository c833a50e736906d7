import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { bareEnvironment } from '#test/support/processes.ts'
import { ROOT } from '#test/support/project-files.ts'

interface ReleaseOptions {
  readonly databaseUrl: string
  readonly port: number
}

export interface ReleaseProcess extends AsyncDisposable {
  readonly baseUrl: string
  readonly localUrl: string
  /** Signals it to stop. @returns its exit code */
  readonly stop: () => Promise<number | null>
}

function settingsOf(databaseUrl: string) {
  return {
    ...bareEnvironment,
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret of tests, long enough to be one',
    LOG_LEVEL: 'silent',
  }
}

/**
 * A server as an operator starts it behind a proxy, with the demo catalogue.
 * @throws when it ends before it is ready
 */
export async function startRelease({ databaseUrl, port }: ReleaseOptions): Promise<ReleaseProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-release-'))
  const child = spawn(process.execPath, [join(ROOT, 'src/start/main.ts')], {
    env: {
      ...settingsOf(databaseUrl),
      DATA_DIR: dataDir,
      PORT: String(port),
      LOCAL_PORT: '0',
      SEED_DEMO: 'true',
      RATE_LIMITS: 'off',
      CAPTCHA_WORK: '9',
      DRAIN_MS: '2000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const ready = Promise.withResolvers<void>()
  let localUrl = ''
  createInterface({ input: child.stdout }).on('line', (line) => {
    localUrl ||= /^For this machine alone .*: (\S+)$/.exec(line)?.[1] ?? ''
    if (line.includes('is ready at')) ready.resolve()
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await exited
    await rm(dataDir, { recursive: true, force: true })
    return code
  }
  try {
    await Promise.race([ready.promise, exited.then(() => Promise.reject(new Error('It did not start')))])
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    localUrl,
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}

/** Runs an operator's command on a database. @returns what it prints */
export async function runCommand(databaseUrl: string, args: readonly string[]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-release-'))
  try {
    const env = { ...settingsOf(databaseUrl), DATA_DIR: dataDir }
    const command = [join(ROOT, 'src/cli/main.ts'), ...args]
    return (await promisify(execFile)(process.execPath, command, { env })).stdout
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
