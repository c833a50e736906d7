import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { checkFolder } from '#cli/check-folder.ts'
import { withDatabase } from '#cli/with-database.ts'
import { backupDatabase } from '#server/db/backup/backup-database.ts'
import { secretFileOf } from '#server/db/backup/secret.ts'
import { fingerprint, readSecret } from '#server/config/secret.ts'

const HELP = `
The file holds all data, people's addresses too: keep it where only you can read it. The server may run meanwhile; the backup
is the state of one moment. The secret of the data folder is written beside it as FILE.secret, because opt-outs and waiting
e-mails are of no use without it: keep the two apart. With APP_SECRET set, there is no such file: keep that setting.
Made for the embedded database and for moving between it and DATABASE_URL; a PostgreSQL of your own has pg_dump (docs/operations.md).

Read it back with: npm run cli -- restore FILE`

export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('Write everything in the database to one file')
    .argument('<file>', 'The file to write; it must not exist yet')
    .addHelpText('after', HELP)
    .action(async (name: string) => {
      const file = path.resolve(name)
      checkFolder(file)
      const secretFile = secretFileOf(file)
      if (existsSync(secretFile)) throw new Error(`${secretFile} exists already; choose another name.`)
      await withDatabase('tool', async ({ config, url }) => {
        const secret = readSecret(config)
        const { tables, rows, bytes } = await backupDatabase({
          url,
          file,
          secretFingerprint: secret === null ? null : fingerprint(secret.text),
          createdAt: new Date().toISOString(),
        })
        // Created anew: an existing file could be readable by others, or be a link to anywhere.
        if (secret?.isKeptInFolder === true)
          writeFileSync(secretFile, secret.text, { flag: 'wx', mode: 0o600, flush: true })
        process.stdout.write(
          `Wrote ${rows} rows of ${tables} tables to ${file} (${(bytes / 1e6).toFixed(1)} MB).\n`,
        )
        if (secret?.isKeptInFolder === true)
          process.stdout.write(`Its secret is in ${secretFile}; keep the two apart.\n`)
      })
    })
}
