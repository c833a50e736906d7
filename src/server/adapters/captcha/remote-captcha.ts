import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../refusal.ts'
import type { Widget } from '../../widget.ts'
import { readJsonAnswer } from '../answers/read-answer.ts'
import type { Captcha } from './captcha.ts'
import { markSolved, purgeSolved } from './solved-captchas.ts'

/** The verifier's answer in our words; null when it cannot be understood. */
type Verdict = 'human' | 'not proved' | 'not asked properly' | null

/** What is specific to one captcha provider. */
export interface RemoteProvider {
  readonly provider: string
  /** The base URL of its scripts and its verifier. */
  readonly base: string
  /** The verifier's path under the base. */
  readonly verifier: string
  readonly widget: (base: string) => Widget
  /** The form fields that the verifier expects. */
  readonly form: (given: {
    secret: string
    payload: string
    network: string
  }) => Readonly<Record<string, string>>
  readonly read: (answer: unknown) => Verdict
}

interface RemoteOptions {
  readonly siteKey: string
  readonly secretKey: string
  /** Replaces the provider's base URL; may also be the verifier's full URL. Empty: the provider's. */
  readonly url: string
  readonly clock: Clock
  readonly db: Db
}

const ANSWER_MS = 5_000
const ANSWER_MAX = 64 * 1024
const PAYLOAD_MAX = 8_192
/** Longer than any of these providers accepts a solution (5 minutes). */
const REMEMBERED_MS = 30 * 60_000

/**
 * A captcha whose provider verifies the solutions. Without a clear answer nobody passes: a missing or malformed answer is
 * the refusal `provider_failed`.
 */
export function remoteCaptcha(
  { provider, base, verifier, widget, form, read }: RemoteProvider,
  { siteKey, secretKey, url, clock, db }: RemoteOptions,
): Captcha {
  const place = (url === '' ? base : url).replace(new RegExp(`${verifier}$`), '')

  async function ask(payload: string, network: string): Promise<unknown> {
    try {
      const response = await fetch(`${place}${verifier}`, {
        method: 'POST',
        body: new URLSearchParams(form({ secret: secretKey, payload, network })),
        signal: AbortSignal.timeout(ANSWER_MS),
        redirect: 'error',
      })
      return await readJsonAnswer(response, ANSWER_MAX)
    } catch {
      throw new Refusal('provider_failed')
    }
  }

  return {
    provider,
    siteKey,
    widget: widget(place),
    challenge: async () => null,
    async verify(payload, { network }) {
      if (payload === '' || payload.length > PAYLOAD_MAX) return false
      const verdict = read(await ask(payload, network))
      if (verdict === 'not proved') return false
      if (verdict !== 'human') throw new Refusal('provider_failed')
      // Providers accept a solution once; this holds even if one does not.
      const nonce = createHash('sha256').update(payload).digest('hex')
      return markSolved(db, { nonce, expiresAt: new Date(clock.now().getTime() + REMEMBERED_MS) })
    },
    purge: () => purgeSolved(db, clock.now()),
  }
}

const siteVerifyAnswer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

// Errors of this installation, not of the visitor, who must not be told that they failed.
const OUR_FAULTS = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']

/** Reads the answer of `siteverify`, which reCAPTCHA and Turnstile share. */
export function readSiteVerify(answer: unknown): Verdict {
  const { success, data } = siteVerifyAnswer.safeParse(answer)
  if (!success) return null
  if (data.success) return 'human'
  return data['error-codes'].some((code) => OUR_FAULTS.includes(code)) ? 'not asked properly' : 'not proved'
}
