import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

interface SeenBrowser {
  readonly personId: number
  readonly browserHash: Buffer
  readonly now: Date
}

/** Whether the person with this address has logged in from this browser before. */
export async function isKnownBrowser(
  db: Db,
  { email, browserHash }: { readonly email: string; readonly browserHash: Buffer },
): Promise<boolean> {
  const row = await db
    .selectFrom('known_browser')
    .innerJoin('person', 'person.id', 'known_browser.person_id')
    .select('known_browser.seen_at')
    .where('person.email', '=', email)
    .where('known_browser.browser_hash', '=', browserHash)
    .executeTakeFirst()
  return row !== undefined
}

/** Records a login from a browser. @returns true when the browser is new and others are known */
export async function seeBrowser(tx: Tx, { personId, browserHash, now }: SeenBrowser): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into known_browser as known (person_id, browser_hash, seen_at)
    values (${personId}, ${browserHash}, ${now})
    on conflict (person_id, browser_hash) do update set seen_at = excluded.seen_at
    returning xmax = 0 and exists (
      select from known_browser as other where other.person_id = ${personId} and other.browser_hash <> ${browserHash}
    ) as "isNew"`.execute(tx)
  return rows[0]?.isNew === true
}

interface LoginFailure {
  readonly email: string
  /** From the browser's cookie, if it has one. */
  readonly browserHash: Buffer | null
  /** Whether the account with that address knows the browser. */
  readonly isKnown: boolean
  readonly now: Date
}

export async function insertLoginFailure(
  db: Db,
  { email, browserHash, isKnown, now }: LoginFailure,
): Promise<void> {
  await db
    .insertInto('login_failure')
    .values({ email, browser_hash: browserHash, is_known: isKnown, failed_at: now })
    .execute()
}

/** Counts the failed logins of an address since an instant: of all browsers, those it does not know, or a single one. */
export async function countLoginFailures(
  db: Db,
  {
    email,
    of,
    since,
  }: { readonly email: string; readonly of: 'all' | 'unknown' | Buffer; readonly since: Date },
): Promise<number> {
  const row = await db
    .selectFrom('login_failure')
    .select(sql<number>`count(*)`.as('failures'))
    .where('email', '=', email)
    .$if(of === 'unknown', (all) => all.where('is_known', '=', false))
    .$if(typeof of !== 'string', (all) => all.where('browser_hash', '=', of as Buffer))
    .where('failed_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.failures
}

export async function forgetLoginFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('login_failure').where('email', '=', email).execute()
}
