import type { Command } from 'commander'
import { withDatabase } from '#cli/with-database.ts'
import { acceptSecret } from '#server/db/check-secret.ts'
import { openDatabase, openPool } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { appSecret } from '#server/config/secret.ts'

const HELP = `
Use it when the old secret is lost or has leaked. Stop all servers first. What was keyed with the old secret is lost:
- Addresses whose owners objected can be imported again; enter them again at /optout.
- Queued emails are never sent, and mailed codes no longer work.
- People and addresses may get their welcome uses, or a promocode's uses, once more.
- Authenticator apps and recovery codes no longer work. If somebody asks, remove their second factor with "users drop-second-factor".
Accounts, passwords, passkeys, purchases and uses stay as they are.`

export function registerAcceptSecret(program: Command): void {
  program
    .command('accept-secret')
    .description('Accept a secret other than the one this database was set up with')
    .addHelpText('after', HELP)
    .action(async () => {
      const isChanged = await withDatabase('tool', async ({ config, url }) => {
        await migrate(url)
        const db = openDatabase(openPool(url, { max: 1, onLost: () => undefined }))
        try {
          return await acceptSecret(db, appSecret(config))
        } finally {
          await db.destroy()
        }
      })
      process.stdout.write(
        isChanged
          ? 'This database now accepts the secret that is set here.\n'
          : 'This database already uses this secret.\n',
      )
    })
}
