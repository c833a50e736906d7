import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommandLine } from '#cli/run-command-line.ts'
import type { TestApp } from '#test/support/test-app.ts'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface CommandLine extends AsyncDisposable {
  /** Runs a command as an operator does, beside a running server. */
  run(...given: readonly string[]): Promise<Ended>
}

/** The command line on a test app's database, with the app's secret. */
export async function openCommandLine(
  world: Pick<TestApp, 'app' | 'databaseUrl'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<CommandLine> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-cli-'))
  const env = {
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: dataDir,
    APP_SECRET: world.app.secret.toString('utf8'),
    ...settings,
  }
  return {
    run: (...given) => runCli(env, ...given),
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the command line in this process, which has loaded it already, with an environment, output and exit code of its own;
 * one at a time. `main.test.ts` runs it as a program.
 */
export function runCli(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  const ended = last.then(() => runAlone(env, args))
  last = ended.catch(() => undefined)
  return ended
}

async function runAlone(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Ended> {
  const { env: ownEnv, exitCode } = process
  const out = listen(process.stdout)
  const err = listen(process.stderr)
  process.env = { PATH: ownEnv['PATH'], ...env }
  process.exitCode = undefined
  try {
    const code = await runCommandLine(args)
    return { code, out: out.end(), err: err.end() }
  } finally {
    process.env = ownEnv
    process.exitCode = exitCode
    out.end()
    err.end()
  }
}

/** Keeps what is written to a stream from it, until `end`. */
function listen(stream: NodeJS.WriteStream): { readonly end: () => string } {
  const write = stream.write.bind(stream)
  let text = ''
  stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    const done = rest.findLast((one) => typeof one === 'function') as (() => void) | undefined
    done?.()
    return true
  }
  return {
    end() {
      stream.write = write
      return text
    },
  }
}
