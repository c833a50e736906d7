import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { CODE_LENGTH } from '#shared/rules/accounts.ts'

/** The source of randomness, which tests can set. */
export interface Random {
  /** A URL-safe token of 256 bits. */
  token(): string
  /** A six-digit verification code. */
  code(): string
  /** A UUID, version 4. */
  uuid(): string
}

export const systemRandom: Random = {
  token: () => randomBytes(32).toString('base64url'),
  code: () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0'),
  uuid: () => randomUUID(),
}
