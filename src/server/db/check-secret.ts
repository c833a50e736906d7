import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connect.ts'
import { fingerprint } from '#server/config/secret.ts'
import { ConfigError } from '#server/config/settings.ts'

/**
 * Compares the secret with the one that this database was set up with; a new database stores the one that it is given.
 * @param secret as written, not its fingerprint
 * @throws ConfigError with one sentence when they differ: hashes and seals made with the old one would no longer match
 */
export async function checkSecret(
  db: Db,
  { appSecret }: Pick<Config, 'appSecret'>,
  secret: Buffer,
): Promise<void> {
  const print = fingerprint(secret.toString('utf8'))
  // When servers start together with different secrets, one is first.
  await db
    .insertInto('installation')
    .values({ secret_fingerprint: print })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await db.selectFrom('installation').select('secret_fingerprint').executeTakeFirstOrThrow()
  if (known.secret_fingerprint === print) return
  const which = appSecret === null ? 'The secret in DATA_DIR' : 'APP_SECRET'
  throw new ConfigError(
    `${which} is not the one that this database was set up with: bring that one back, or, when it is lost, run "npm run cli -- accept-secret".`,
  )
}

/** Replaces a database's secret. @returns whether it was another one */
export async function acceptSecret(db: Db, secret: Buffer): Promise<boolean> {
  const print = fingerprint(secret.toString('utf8'))
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('installation')
    .values({ secret_fingerprint: print })
    .onConflict((conflict) =>
      conflict
        .column('is_the_only')
        .doUpdateSet({ secret_fingerprint: print })
        .where('installation.secret_fingerprint', '<>', print),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}
