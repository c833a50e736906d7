import { defineConfig } from 'vitest/config'
import { canHaveProgram } from './test/support/programs.ts'

const unit = [
  'src/shared/**/*.test.ts',
  'src/server/**/*.unit.test.ts',
  'src/local/**/*.unit.test.ts',
  'src/cli/**/*.unit.test.ts',
  'src/web/**/*.test.ts',
  'test/architecture.test.ts',
  'test/derived-fields.test.ts',
  'test/dictionaries.test.ts',
  'test/docs-pages.test.ts',
  'test/pictures.test.ts',
  'test/production-install.test.ts',
  'test/release.test.ts',
  'test/repository.test.ts',
  'test/settings.test.ts',
]

/** Files whose tests do not apply here; CI has a place for each. */
const inapplicable = [
  ...(canHaveProgram('haproxy') ? [] : ['src/server/http/rolling-restart.test.ts']),
  ...(canHaveProgram('pgbouncer') ? [] : ['src/server/db/pgbouncer.test.ts']),
  `src/server/db/embedded/${process.getuid?.() === 0 ? 'ordinary-user' : 'account'}.test.ts`,
]

const FAILOVER = 'test/deploy/high-availability.test.ts'

/**
 * `unit` needs neither database nor network and takes seconds; `database` runs on one real PostgreSQL; `deploy` installs the
 * product in the ways of `deploy/` and runs it there, `failover` kills the machines of a cluster.
 */
export default defineConfig({
  test: {
    // Tests wait for PostgreSQL as much as they compute, so every core gets a worker, also on two.
    maxWorkers: '100%',
    projects: [
      // Limits only end what hangs: on a busy machine importing a large module or starting a process takes many seconds.
      // Unit tests change nothing outside themselves, so files share a worker's modules: half the processor time.
      { test: { name: 'unit', include: unit, testTimeout: 120_000, isolate: false } },
      {
        test: {
          name: 'database',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...unit, ...inapplicable, 'test/e2e/**', 'test/deploy/**'],
          globalSetup: 'test/support/start-database.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      ...['deploy', 'failover'].map((name) => ({
        test: {
          name,
          include: name === 'failover' ? [FAILOVER] : ['test/deploy/*.test.ts'],
          exclude: name === 'failover' ? [] : [FAILOVER],
          globalSetup: 'test/support/start-database.ts',
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 900_000,
        },
      })),
    ],
  },
})
