import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestApp } from '#test/support/test-app.ts'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface CommandLine extends AsyncDisposable {
  /** Runs a command as an operator does, beside a running server. Each run is a process and takes seconds. */
  run(...given: readonly string[]): Promise<Ended>
}

/** The command line on a test app's database, with the app's secret. */
export async function openCommandLine(world: Pick<TestApp, 'app' | 'databaseUrl'>): Promise<CommandLine> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-cli-'))
  const env = {
    ...process.env,
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: dataDir,
    APP_SECRET: world.app.secret.toString('utf8'),
  }
  return {
    run: (...given) =>
      new Promise((resolve) => {
        execFile(process.execPath, ['src/cli/main.ts', ...given], { env }, (error, out, err) => {
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
        })
      }),
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}
