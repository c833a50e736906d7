import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { freePort } from '#test/support/processes.ts'
import { findProgram } from '#test/support/programs.ts'
import { startHaproxy } from '#test/support/proxies.ts'
import { runCommand, startRelease } from '#test/support/release-process.ts'
import { openMarket, startLoad } from '#test/support/rolling-load.ts'

/** The minimum number of calls; `ROLLING_CALLS=100000` gives the figure in docs/servers.md. */
const CALLS = Number(process.env['ROLLING_CALLS'] ?? 2_000)

// Where there is none and it cannot be installed, the test is left out by name.
const haproxy = await findProgram('haproxy')

it.skipIf(haproxy === null)(
  'two servers behind HAProxy are restarted one after the other without one failed call',
  async () => {
    await using database = await createTestDatabase()
    await using stack = new AsyncDisposableStack()
    const ports = [await freePort(), await freePort()]
    const start = (port: number) => startRelease({ databaseUrl: database.url, port })
    const first = stack.use(await start(ports[0]!))
    const market = await openMarket(first, database.url)
    const servers = [first, stack.use(await start(ports[1]!))]
    const proxy = stack.use(await startHaproxy(haproxy ?? '', ports))
    const load = startLoad(proxy.url, market)

    for (const [place, server] of servers.entries()) {
      await load.answers(`s${place + 1}`)
      expect(await server.stop()).toBe(0)
      stack.use(await start(ports[place]!))
      await load.answers(`s${place + 1}`)
    }
    await load.finish(CALLS)
    if (process.env['ROLLING_CALLS'] !== undefined)
      process.stdout.write(`${load.count()} calls, ${load.failures.length} failed\n`)
    expect(load.failures).toEqual([])
    expect(load.count()).toBeGreaterThanOrEqual(CALLS)
    expect(await runCommand(database.url, ['verify'])).not.toContain('BROKEN')
  },
  180_000 + CALLS * 20,
)
