import type { Db, Tx } from './connect.ts'

/** What one feature stores about a person, and what becomes of it. */
export interface PersonalData {
  /** Its key in the file that a person downloads. */
  readonly name: string
  /**
   * Everything linked to the person and nothing of others, in a form that JSON can hold. Secrets are excluded: hashes of
   * passwords, of tokens and codes.
   */
  read(db: Db | Tx, personId: number): Promise<unknown>
  /** Runs when the account is deleted, before the person's row: removes or unlinks what that row does not cascade to. */
  forget?(tx: Tx, personId: number): Promise<void>
  /** Runs when the accounting period is over: removes what was kept. The person's row is gone. */
  purge?(tx: Tx, personId: number): Promise<void>
}
