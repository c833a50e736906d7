import type { Command } from 'commander'
import { withClient } from '#server/db/connect.ts'
import { type PlannedMigration, planUpgrade, type UpgradePlan } from '#server/db/plan-upgrade.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { counted, table } from './print.ts'
import { withDatabase } from './with-database.ts'

/** A transaction that has been open for longer is worth a word. */
const OPEN_S = 5
const LOOK_FIRST = 2

/** `upgrade`: does what the next start of a server would do to the database, or with `--check` says what that is. */
export function registerUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description('Bring the database to this version, or say what that would do')
    .option('--check', 'change nothing; say which migrations are pending, whom they hold up and for how long')
    .option('--json', 'with --check: as JSON, for programs')
    .addHelpText(
      'after',
      `
Run it with the program of the new version, while servers of the version before serve. Of each pending
migration --check says whether that is safe for them, with an estimate from the numbers of rows:

  safe      they continue as before
  holds up  calls that need its tables wait for longer than calls may, and are answered 503
  breaks    they would miss something: stop them first, or upgrade to the version between

Ends with 0 when all are safe or none is pending, with ${LOOK_FIRST} when one is not, with 1 when that cannot be told.
Without --check it applies them, as the next start of a server would; backups first.`,
    )
    .action(async ({ check = false, json = false }: { check?: boolean; json?: boolean }) => {
      if (!check) process.stdout.write(await apply())
      else {
        const plan = await withDatabase('tool', ({ url }) => withClient(url, planUpgrade))
        process.stdout.write(json ? `${JSON.stringify(plan, null, 2)}\n` : describe(plan))
        if (plan.pending.some(({ verdict }) => verdict !== 'safe')) process.exitCode = LOOK_FIRST
      }
    })
}

async function apply(): Promise<string> {
  const begin = performance.now()
  const applied = await withDatabase('tool', ({ config, url, log }) =>
    prepareDatabase({
      url: config.databaseUrl ?? url,
      migrationUrl: config.databaseMigrationUrl,
      log,
    }),
  )
  const seconds = (performance.now() - begin) / 1000
  const names = applied.map((name) => `${nameOf(name)}\n`).join('')
  return `${names}Applied ${counted(applied.length, 'migration')} in ${seconds.toFixed(1)} s.\n`
}

function describe({ pending, seconds, openSeconds }: UpgradePlan): string {
  if (pending.length === 0) return 'No migration is pending.\n'
  const lines = pending.flatMap((migration) => [
    [nameOf(migration.name), migration.verdict, about(migration.seconds), concerns(migration)],
  ])
  const isSafe = pending.every(({ verdict }) => verdict === 'safe')
  return [
    table(lines),
    `${counted(pending.length, 'migration')}, ${about(seconds)} in all. `,
    isSafe ? 'Servers of the version before continue meanwhile.\n' : 'Read UPGRADE.md before you continue.\n',
    openSeconds > OPEN_S
      ? `A transaction has been open for ${Math.round(openSeconds)} s: a migration that needs its tables waits for its end.\n`
      : '',
  ].join('')
}

function concerns({ holds, takes, verdict }: PlannedMigration): string {
  if (verdict === 'safe') return ''
  if (verdict === 'breaks') return `servers of the version before miss: ${takes.join(', ')}`
  return Object.entries(holds)
    .map(([name, whom]) => `${whom === 'everybody' ? 'all calls' : 'calls that write'} to ${name}`)
    .join(', ')
}

const nameOf = (migration: string) => migration.replace('.sql', '')
const about = (seconds: number) => (seconds < 1 ? 'less than a second' : `about ${Math.round(seconds)} s`)
