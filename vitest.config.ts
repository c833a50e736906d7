import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const unit = [
  'src/shared/**/*.test.ts',
  'src/server/**/*.unit.test.ts',
  'src/local/**/*.unit.test.ts',
  'src/cli/**/*.unit.test.ts',
  'src/web/**/*.test.ts',
  'test/architecture.test.ts',
  'test/bare-texts.test.ts',
  'test/command-texts.test.ts',
  'test/derived-fields.test.ts',
  'test/dictionaries.test.ts',
  'test/docs-pages.test.ts',
  'test/pictures.test.ts',
  'test/production-install.test.ts',
  'test/release.test.ts',
  'test/repository.test.ts',
  'test/settings.test.ts',
]

/** Wait for a minute, or compile a copy of the project; only `npm run test:all` runs them. */
const long = ['src/server/jobs/jobs-crash.test.ts', 'test/add-a-feature.test.ts']

/** One of these does not apply: to root, or to everybody else. */
const inapplicable = `src/server/db/embedded/${process.getuid?.() === 0 ? 'ordinary-user' : 'account'}.test.ts`

const FAILOVER = 'test/deploy/high-availability.test.ts'

/** Limits only end what hangs: on a busy machine starting a process takes many seconds. */
const limits = { testTimeout: 120_000, hookTimeout: 120_000 }

/**
 * `unit` needs neither database nor network and takes seconds; `database` and `long` run on one real PostgreSQL; `deploy`
 * installs the product in the ways of `deploy/` and runs it there, `failover` kills the machines of a cluster.
 */
export default defineConfig({
  test: {
    // Every core gets a worker, also on two.
    maxWorkers: '100%',
    // Files share a worker's modules, whose loading would otherwise be half the work; what a test changes, it restores.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'unit', include: unit, ...limits } },
      ...[
        {
          name: 'database',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...unit, ...long, inapplicable, 'test/e2e/**', 'test/deploy/**'],
        },
        { name: 'long', include: long },
      ].map((project) => ({
        extends: true as const,
        test: {
          ...project,
          globalSetup: ['test/support/use-memory.ts', 'test/support/start-database.ts'],
          // More than cores: tests also wait, for processes, locks and time limits.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          ...limits,
        },
      })),
      ...[
        { name: 'deploy', include: ['test/deploy/*.test.ts'], exclude: [FAILOVER] },
        { name: 'failover', include: [FAILOVER] },
      ].map((project) => ({
        extends: true as const,
        test: {
          ...project,
          globalSetup: 'test/support/start-database.ts',
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 900_000,
        },
      })),
    ],
  },
})
