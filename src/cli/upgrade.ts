import type { Command } from 'commander'
import { withClient } from '#server/db/connect.ts'
import { type Migration, pendingMigrations } from '#server/db/migrate.ts'
import { prepareDatabase } from '#start/prepare-database.ts'
import { table } from '#shared/i18n/command-texts.ts'
import { counted } from './print.ts'
import { withDatabase } from './with-database.ts'

const PENDING = 2

/** `upgrade`: does what the next start of a server would do to the database, or with `--check` says what that is. */
export function registerUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description('Bring the database to this version, or say what that would do')
    .option('--check', 'change nothing; say which migrations are pending, what they lock and for how long')
    .option('--json', 'with --check: as JSON, for programs')
    .addHelpText(
      'after',
      `
Run it with the program of the new version, while servers of the version before serve. --check ends with
0 when no migration is pending, with ${PENDING} when one is, with 1 when that is unknown. Without --check it
applies them, as the next start of a server would; back up first.`,
    )
    .action(async ({ check = false, json = false }: { check?: boolean; json?: boolean }) => {
      if (!check) {
        process.stdout.write(await apply())
        return
      }
      const pending = await withDatabase('tool', ({ url }) =>
        withClient(url, (client) => pendingMigrations(client)),
      )
      process.stdout.write(json ? asJson(pending) : describe(pending))
      if (pending.length > 0) process.exitCode = PENDING
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

function describe(pending: readonly Migration[]): string {
  if (pending.length === 0) return 'No migration is pending.\n'
  const lines = pending.map(({ name, locks }) => [nameOf(name), locks])
  return `${table(lines)}${counted(pending.length, 'migration')} pending. Back up, then start one server of this version.\n`
}

function asJson(pending: readonly Migration[]): string {
  return `${JSON.stringify({ pending: pending.map(({ name, locks }) => ({ name, locks })) }, null, 2)}\n`
}

const nameOf = (migration: string) => migration.replace('.sql', '')
