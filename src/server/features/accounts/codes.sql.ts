import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

/** What a code proves: ownership of a new address, of the account's address before a change, or a login after failures. */
export type CodePurpose = 'signIn' | 'change' | 'login'

interface NewCode {
  readonly email: string
  readonly purpose: CodePurpose
  readonly codeHash: Buffer
  readonly browserHash: Buffer
  readonly captchaHash: Buffer | null
  readonly tries: number
  readonly now: Date
  readonly expiresAt: Date
}

/** Stores a code and replaces the previous one of this address, purpose and browser. */
export async function replaceCode(tx: Tx, code: NewCode): Promise<void> {
  const fields = {
    code_hash: code.codeHash,
    captcha_hash: code.captchaHash,
    tries_left: code.tries,
    created_at: code.now,
    expires_at: code.expiresAt,
    used_at: null,
  }
  await tx
    .insertInto('code')
    .values({ email: code.email, purpose: code.purpose, browser_hash: code.browserHash, ...fields })
    .onConflict((conflict) => conflict.columns(['email', 'purpose', 'browser_hash']).doUpdateSet(fields))
    .execute()
}

interface Guess {
  readonly email: string
  readonly purposes: readonly CodePurpose[]
  readonly codeHashes: readonly Buffer[]
  readonly browserHash: Buffer
  readonly now: Date
}

export interface GuessedCode {
  readonly id: number
  readonly captchaHash: Buffer | null
  readonly isUsed: boolean
}

/**
 * Compares a guess with the valid codes of an address and browser. A wrong guess costs each of them an attempt in the same
 * statement, so parallel guesses queue up and never exceed the allowed attempts.
 * @param guess `codeHashes` holds the guess's hash for each of `purposes`
 * @returns the code that matches, or undefined
 */
export async function guessCode(db: Db, guess: Guess): Promise<GuessedCode | undefined> {
  const { rows } = await sql<GuessedCode & { readonly isRight: boolean }>`
    update code set tries_left = tries_left - case when code_hash = guess.hash then 0 else 1 end
    from unnest(${guess.purposes}::text[], ${guess.codeHashes}::bytea[]) as guess (purpose, hash)
    where code.email = ${guess.email} and code.purpose = guess.purpose and code.browser_hash = ${guess.browserHash}
      and code.expires_at > ${guess.now} and code.tries_left > 0
    returning code.id, code.captcha_hash as "captchaHash", code.used_at is not null as "isUsed",
      code.code_hash = guess.hash as "isRight"`.execute(db)
  return rows.find((row) => row.isRight)
}

/** Consumes a code. @returns false when it was used before or replaced by a newer one */
export async function useCode(
  tx: Tx,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('code')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** When the valid code of an address and browser was created, or null. */
export async function livingCodeSince(
  db: Db,
  code: {
    readonly email: string
    readonly purpose: CodePurpose
    readonly browserHash: Buffer
    readonly now: Date
  },
): Promise<Date | null> {
  const row = await db
    .selectFrom('code')
    .select('created_at')
    .where('email', '=', code.email)
    .where('purpose', '=', code.purpose)
    .where('browser_hash', '=', code.browserHash)
    .where('expires_at', '>', code.now)
    .where('tries_left', '>', 0)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row?.created_at ?? null
}
