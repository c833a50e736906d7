import type { Db, Tx } from './connect.ts'

/** What one feature keeps of a person, and what becomes of it. */
export interface PersonalData {
  /** Its key in the file that a person downloads. */
  readonly name: string
  /**
   * Everything that is linked to the person and nothing of others, as it can be written in JSON.
   * Secrets stay out: hashes of passwords, of tokens and codes.
   */
  read(db: Db | Tx, personId: number): Promise<unknown>
  /** When the account is deleted, before the person's row goes: removes what that row does not take along, or its identity. */
  forget?(tx: Tx, personId: number): Promise<void>
  /** When the time of accounting is over: removes what was kept. The person's row is gone. */
  purge?(tx: Tx, personId: number): Promise<void>
}
