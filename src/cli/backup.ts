import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { checkFolder } from '#cli/check-folder.ts'
import { backupNote } from '#cli/doctor-database.ts'
import { withDatabase } from '#cli/with-database.ts'
import { fingerprint, readSecret } from '#server/config/secret.ts'
import { backupDatabase } from '#server/db/backup/backup-database.ts'
import { restoreDatabase } from '#server/db/backup/restore-database.ts'
import { findSecret, secretFileOf } from '#server/db/backup/secret.ts'
import { jobs as queues } from '#server/features.ts'
import { queueRestoredJobs } from '#server/jobs/jobs.ts'

const BACKUP_HELP = `
The file holds all data, including people's addresses: keep it where only you can read it. The server may keep running; the
backup is the state at one moment. The secret of the data folder is written beside it as FILE.secret, because opt-outs and waiting
emails are of no use without it: keep the two apart. With APP_SECRET set, there is no such file: keep that setting.
Meant for the embedded database, and for moving between it and DATABASE_URL; for a PostgreSQL of your own, see docs/backup.md.

Restore it with: npm run cli -- restore FILE`

export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('Write everything in the database to one file')
    .argument('<file>', 'The file to write; it must not exist yet')
    .addHelpText('after', BACKUP_HELP)
    .action(async (name: string) => {
      const file = path.resolve(name)
      checkFolder(file)
      const secretFile = secretFileOf(file)
      if (existsSync(secretFile)) throw new Error(`${secretFile} already exists; choose another name.`)
      await withDatabase('tool', async ({ config, url }) => {
        const secret = readSecret(config)
        const createdAt = new Date().toISOString()
        const { tables, rows, bytes } = await backupDatabase({
          url,
          file,
          secretFingerprint: secret === null ? null : fingerprint(secret.text),
          createdAt,
        })
        writeFileSync(backupNote(config.dataDir), createdAt)
        process.stdout.write(
          `Wrote ${rows} rows of ${tables} tables to ${file} (${(bytes / 1e6).toFixed(1)} MB).\n`,
        )
        if (secret?.isKeptInFolder !== true) return
        // Refuses an existing file, which could be readable by others, or be a link to anywhere.
        writeFileSync(secretFile, secret.text, { flag: 'wx', mode: 0o600, flush: true })
        process.stdout.write(`Its secret is in ${secretFile}; keep the two apart.\n`)
      })
    })
}

const RESTORE_HELP = `
The database must be empty: set DATA_DIR to a new folder (or DATABASE_URL to a new database), and restore before the first
start. Everything is checked on the way: a file that is cut short or has been changed leaves the database as empty as before.
FILE.secret, which the backup wrote beside the file, is used if it is there.`

export function registerRestore(program: Command): void {
  program
    .command('restore')
    .description('Restore a backup into an empty database')
    .argument('<file>', 'A file that `backup` wrote')
    .addHelpText('after', RESTORE_HELP)
    .action(async (name: string) => {
      const file = path.resolve(name)
      // In the role of a server, so that no other one can start on the folder meanwhile.
      await withDatabase('server', async ({ config, url, log }) => {
        let keepSecret = (): void => undefined
        const { tables, rows, createdAt } = await restoreDatabase({
          url,
          file,
          checkSecret: (wanted) => {
            keepSecret = findSecret(config, file, wanted)
          },
          queueJobs: (jobs, client) => queueRestoredJobs(jobs, { databaseUrl: url, queues, log, client }),
        })
        keepSecret()
        process.stdout.write(`Restored ${rows} rows of ${tables} tables, as they were at ${createdAt}.\n`)
      })
    })
}
