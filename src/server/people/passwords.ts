import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Db, Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'

// OWASP's parameters for Argon2id: 19 MiB, 2 passes, 1 lane. About 10 ms on one core.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// The hash of a random text, with the same parameters, so that an unknown address takes as long as a known one.
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$znCywKgt1OJ6Bcl2x+vjPQ$cJPHBy9bYjj/RYi5O3zrMWXfVx7B2OAtRy2bI6mGKWY'

// A flood of logins must leave a core for everything else, and memory: each hash takes 19 MiB.
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1))
const WAITING_MAX = 200

let running = 0
const waiting: (() => void)[] = []

/** The person with this address, and the hash to compare their password with. */
export async function findLogin(
  db: Db | Tx,
  email: string,
): Promise<{ readonly personId: number; readonly passwordHash: string | null } | undefined> {
  return db
    .selectFrom('person')
    .select(['id as personId', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** @throws Refusal unavailable when too many passwords are waiting to be hashed */
export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(password, PARAMETERS))
}

/**
 * Compares a password with its stored hash. Without a hash (no such person, no password) it takes as long and returns
 * false.
 * @throws Refusal unavailable when too many passwords are waiting to be compared
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await withSlot(() => verify(stored ?? NOBODY, password))
  return isRight && stored !== null
}

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw new Refusal('unavailable', { retryAfter: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
