import type { Command } from 'commander'
import { withDatabase } from '#cli/with-database.ts'
import { acceptSecret } from '#server/db/check-secret.ts'
import { openDatabase, openPool } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { appSecret } from '#server/config/secret.ts'

const HELP = `
For when the old secret is lost, or known to somebody. Stop the servers first. What was keyed with the old one is forgotten: addresses that
asked to be left out can be imported again (enter them again at /optout), waiting letters are never sent, live codes end, and people and addresses that
had their welcome uses or a promocode may get them once more. Codes of authenticator apps and recovery codes let nobody in any more: take the
second factor away from who asks, with "users drop-second-factor". Passkeys, accounts, passwords, purchases and uses stay as they are.`

export function registerAcceptSecret(program: Command): void {
  program
    .command('accept-secret')
    .description('Go on with another secret than the one this database was set up with')
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
          ? 'This database now goes with the secret that is set here.\n'
          : 'This database already goes with this secret.\n',
      )
    })
}
