import { afterAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '#test/support/database.ts'
import { checkOutPrevious } from '#test/support/previous-release.ts'
import { freePort } from '#test/support/processes.ts'
import { findProgram } from '#test/support/programs.ts'
import { startHaproxy } from '#test/support/proxies.ts'
import { runCommand, startRelease } from '#test/support/release-process.ts'
import { openMarket, startLoad } from '#test/support/rolling-load.ts'

/** The minimum number of calls. */
const CALLS = Number(process.env['ROLLING_CALLS'] ?? 5_000)
/** Calls that the previous release answers on the new schema. */
const CALLS_ON_NEW_SCHEMA = 1_000

const haproxy = await findProgram('haproxy')
/** `PREVIOUS=COMMIT` upgrades from another release. */
const previous = checkOutPrevious(process.env['PREVIOUS'])
afterAll(() => previous?.[Symbol.dispose]())

describe.skipIf(haproxy === null || previous === null)('from the release before to this one', () => {
  it(
    'two servers behind HAProxy are upgraded one after the other without one failed call',
    async () => {
      const { folder, commit } = previous!
      await using database = await createEmptyDatabase()
      await using stack = new AsyncDisposableStack()
      const ports = [await freePort(), await freePort()]
      const start = async (place: number, of: string | undefined) =>
        stack.use(
          await startRelease({ databaseUrl: database.url, port: ports[place]!, ...(of && { folder: of }) }),
        )
      const first = await start(0, folder)
      const market = await openMarket(first, database.url, folder)
      const old = [first, await start(1, folder)]
      const proxy = stack.use(await startHaproxy(haproxy ?? '', ports))
      const load = startLoad(proxy.url, market)

      await load.answers('s1')
      expect(await old[0]!.stop()).toBe(0)
      await start(0, undefined)
      await load.answers('s1')
      // Both releases answer now, on the new schema.
      const least = load.count() + CALLS_ON_NEW_SCHEMA
      while (load.count() < least) await load.answers('s2')
      expect(await old[1]!.stop()).toBe(0)
      await start(1, undefined)
      await load.answers('s2')
      await load.finish(CALLS)
      process.stdout.write(
        `${load.count()} calls while ${commit.slice(0, 8)} was upgraded, ${load.failures.length} failed: ${[...new Set(load.failures)].join()}\n`,
      )
      expect(load.failures).toEqual([])
      expect(load.count()).toBeGreaterThanOrEqual(CALLS)
      expect(await runCommand(database.url, ['verify'])).not.toContain('BROKEN')
    },
    600_000 + CALLS * 20,
  )
})
