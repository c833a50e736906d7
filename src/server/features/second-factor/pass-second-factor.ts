import type { PasskeyAnswer } from '#shared/api/second-factor.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { digitsOf, stepOfCode, totpSealer } from './totp.ts'
import { askForPasskey, passkeyDomain, usePasskey } from './passkeys.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { readSecondFactor, useTotpStep } from './second-factor.sql.ts'

/** The second factor that comes with a login. */
export interface GivenSecondFactor {
  /** Six digits from an app, or a recovery code. */
  readonly factorCode: string | null
  readonly passkey: PasskeyAnswer | null
}

/** What the login must be repeated with. */
export interface SecondFactorAsked {
  readonly needs: 'secondFactor'
  readonly secondFactor: {
    readonly hasTotp: boolean
    readonly passkeyOptions: Record<string, unknown> | null
  }
}

interface Entry extends GivenSecondFactor {
  readonly personId: number
  /** The browser's cookie: a passkey's answer is valid only from this browser. */
  readonly browserToken: string
}

/**
 * Consumes the second factor of a person who has passed the first. Call it after `countTotpTry` and before any write.
 * @returns null when it was right or the person has none, otherwise what to ask for
 * @throws Refusal wrong_second_factor
 */
export async function passSecondFactor(
  tx: Tx,
  app: Core,
  { personId, browserToken, factorCode, passkey }: Entry,
): Promise<SecondFactorAsked | null> {
  const { totp, passkeys } = await readSecondFactor(tx, personId)
  if (totp === null && passkeys.length === 0) return null
  const rpID = passkeyDomain(app)
  const from = browserToken
  if (passkey !== null) {
    const isRight =
      rpID !== null && (await usePasskey(tx, app, { personId, from, rpID, passkeys, answer: passkey }))
    if (!isRight) throw wrongFactor(app, personId)
    return null
  }
  if (factorCode !== null) {
    const digits = digitsOf(factorCode)
    const isRight =
      digits === null
        ? await useRecoveryCode(tx, app, { personId, code: factorCode })
        : totp !== null && (await useDigits(tx, app, { personId, secretSealed: totp.secretSealed, digits }))
    if (!isRight) throw wrongFactor(app, personId)
    if (digits === null) app.security.record('second_factor', { personId }, 'recovery_used')
    return null
  }
  const isAsked = rpID !== null && passkeys.length > 0
  const passkeyOptions = isAsked ? await askForPasskey(app, { personId, from, rpID, passkeys }) : null
  return { needs: 'secondFactor', secondFactor: { hasTotp: totp !== null, passkeyOptions } }
}

function wrongFactor({ security }: Core, personId: number): Refusal {
  security.record('login_failed', { personId }, 'second_factor')
  return new Refusal('wrong_second_factor')
}

async function useDigits(
  tx: Tx,
  app: Core,
  given: { readonly personId: number; readonly secretSealed: string; readonly digits: string },
): Promise<boolean> {
  const { personId, secretSealed, digits } = given
  const secret = openSecret(app, { personId, secretSealed })
  const step = secret === null ? null : stepOfCode(app, { secret, code: digits })
  return step !== null && useTotpStep(tx, { personId, step })
}

/** Null when it was encrypted with a secret that this installation no longer has: then no code is valid. */
function openSecret(
  { secret }: Core,
  { personId, secretSealed }: { readonly personId: number; readonly secretSealed: string },
): string | null {
  try {
    return totpSealer(secret, personId).open(secretSealed)
  } catch {
    return null
  }
}
