import path from 'node:path'
import type { Command } from 'commander'
import { withDatabase } from '#cli/with-database.ts'
import { findSecret } from '#server/db/backup/secret.ts'
import { restoreDatabase } from '#server/db/backup/restore-database.ts'
import { jobs as queues } from '#server/features.ts'
import { queueRestoredJobs } from '#server/jobs/queue-restored-jobs.ts'

const HELP = `
The database must be empty: set DATA_DIR to a new folder (or DATABASE_URL to a new database), and restore before the first
start. Everything is checked on the way, and a file that is cut short or was changed leaves the database as empty as before.
FILE.secret, which the backup wrote beside the file, is taken along when it is there.`

export function registerRestore(program: Command): void {
  program
    .command('restore')
    .description('Fill an empty database from a backup')
    .argument('<file>', 'A file that `backup` wrote')
    .addHelpText('after', HELP)
    .action(async (name: string) => {
      const file = path.resolve(name)
      // In the role of a server, so that no other one can start on the folder meanwhile.
      await withDatabase('server', async ({ config, url, log }) => {
        let keepSecret = (): void => undefined
        const { tables, rows, createdAt } = await restoreDatabase({
          url,
          file,
          checkSecret: (fingerprint) => {
            keepSecret = findSecret(config, file, fingerprint)
          },
          queueJobs: (jobs, client) => queueRestoredJobs(jobs, { databaseUrl: url, queues, log, client }),
        })
        keepSecret()
        process.stdout.write(`Restored ${rows} rows of ${tables} tables, as they were at ${createdAt}.\n`)
      })
    })
}
