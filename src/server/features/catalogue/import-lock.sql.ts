import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db, Tx } from '#server/db/connect.ts'

const LOCK = 'channelbook import'

/** Imports change the catalogue one at a time, until the end of the transaction; the others wait here. */
export async function waitForOtherImports(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [LOCK])
}

/** Blocks imports until the end of the transaction, but not other callers. @returns false while an import is being written */
export async function holdOffImports(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtext(${LOCK})) as "isHeld"`.execute(db)
  return rows[0]?.isHeld === true
}
