import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import { keyedHash } from '#server/config/secret.ts'
import type { Captcha, CaptchaContext } from './captcha.ts'
import { markSolved, purgeSolved } from './solved-captchas.ts'

/** The factor by which a solution is harder than usual for a network, at least 1. */
export type WorkOf = (context: CaptchaContext) => Promise<number>

interface AltchaOptions {
  readonly secret: Buffer
  readonly clock: Clock
  readonly db: Db
  /** The average number of attempts for a solution of usual difficulty. */
  readonly attempts: number
  readonly workOf: WorkOf
}

const LIFETIME_MS = 20 * 60_000
const COST = 5_000
/** How much the required work may grow while a challenge is being solved, because others sign up meanwhile. */
const GROWTH_FORGIVEN = 2

// The lifetime is in `data`, which is signed too: the library would compare its own field with the machine's clock.
const payloadShape = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      data: z.strictObject({ expires: z.number(), work: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Self-hosted proof of work, ALTCHA protocol v2. The database stores solved challenges, so that each counts once. */
export function altchaCaptcha({ secret, clock, db, attempts, workOf }: AltchaOptions): Captcha {
  const keys = {
    hmacSignatureSecret: keyedHash(secret, 'altcha', 'challenge').toString('base64'),
    hmacKeySignatureSecret: keyedHash(secret, 'altcha', 'key').toString('base64'),
  }
  return {
    provider: 'altcha',
    siteKey: null,
    widget: null,
    async challenge(context) {
      const work = await workOf(context)
      const expires = Math.floor((clock.now().getTime() + LIFETIME_MS) / 1_000)
      // Varied by up to a third, so that nobody can predict the solution's size.
      const third = Math.round((attempts * work) / 3)
      const counter = randomInt(2 * third, 4 * third + 1)
      return await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter,
        data: { expires, work },
        deriveKey,
        ...keys,
      })
    },
    async verify(payload, context) {
      const given = readPayload(payload)
      if (given === null) return false
      const { parameters } = given.challenge
      const now = clock.now()
      if (parameters.data.expires * 1_000 <= now.getTime()) return false
      const solution = { ...given.solution, time: 0 }
      const { verified } = await verifySolution({ challenge: given.challenge, solution, deriveKey, ...keys })
      if (!verified) return false
      // Prevents stockpiling easy challenges.
      if (parameters.data.work * GROWTH_FORGIVEN < (await workOf(context))) return false
      const expiresAt = new Date(parameters.data.expires * 1_000)
      return markSolved(db, { nonce: parameters.nonce, expiresAt })
    },
    purge: () => purgeSolved(db, clock.now()),
  }
}

function readPayload(payload: string): z.infer<typeof payloadShape> | null {
  try {
    return payloadShape.parse(JSON.parse(Buffer.from(payload, 'base64').toString('utf8')))
  } catch {
    return null
  }
}
