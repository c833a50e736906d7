import type { App } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import type { FaultPoint } from '#server/faults.ts'
import { createTestDatabase } from './database.ts'
import { openLeakOracle } from './leak-oracle.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { createTestApp } from './test-app.ts'
import { TestClient } from './test-client.ts'

/** A database whose servers tests kill, and one in this process that goes on. All use the real clock. */
export interface KillWorld extends AsyncDisposable {
  readonly databaseUrl: string
  readonly survivor: App
  /** Starts another server, which stays at the fault point when one is given. */
  startDying(stayAt?: FaultPoint): Promise<ServerProcess>
  /** A browser at the survivor or another server, which takes over the session of an earlier one. */
  browser(given?: { readonly at?: ServerProcess; readonly of?: TestClient }): TestClient
}

export async function createKillWorld(env: Readonly<Record<string, string>> = {}): Promise<KillWorld> {
  await using started = new AsyncDisposableStack()
  const { url: databaseUrl } = started.use(await createTestDatabase())
  const { watch } = started.use(openLeakOracle(databaseUrl))
  const { app, baseUrl } = started.use(
    await createTestApp({
      databaseUrl,
      watch,
      env: { RATE_LIMITS: 'off', ...env },
      overrides: { clock: systemClock },
    }),
  )
  const running = started.move()
  return {
    databaseUrl,
    survivor: app,
    startDying: (stayAt) => startServerProcess(databaseUrl, { stayAt, env }),
    browser({ at = { baseUrl }, of } = {}) {
      const client = new TestClient({ baseUrl: at.baseUrl, clientKey: app.config.clientKey, watch })
      for (const [name, value] of of?.cookies ?? []) client.cookies.set(name, value)
      client.csrfToken = of?.csrfToken ?? null
      client.userId = of?.userId ?? null
      return client
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** What became of a call at a server that is killed: `answered`, or `nothing`. */
export const orNothing = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    () => 'nothing',
  )
