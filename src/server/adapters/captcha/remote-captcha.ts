import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readJsonAnswer } from '#server/adapters/answers/read-answer.ts'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'
import { type OutsideCalls, outcomeOfStatus, UNWATCHED } from '#server/outside-calls.ts'
import { Refusal } from '#server/refusal.ts'
import type { Widget } from '#server/widget.ts'
import type { Captcha } from './captcha.ts'
import { markSolved, purgeSolved } from './solved-captchas.ts'

/** The verifier's answer in our words; null when it cannot be understood. */
type Verdict = 'human' | 'not proved' | 'not asked properly' | null

/** What is specific to one captcha provider. */
interface RemoteProvider {
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
  readonly calls?: OutsideCalls | undefined
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
  { siteKey, secretKey, url, clock, db, calls = UNWATCHED }: RemoteOptions,
): Captcha {
  const place = (url === '' ? base : url).replace(new RegExp(`${verifier}$`), '')

  async function ask(payload: string, network: string): Promise<unknown> {
    const outcomeOf = ({ status }: { readonly status: number }) => outcomeOfStatus(status)
    try {
      const { body } = await calls.watch({ service: 'captcha', operation: 'verify', outcomeOf }, async () => {
        const response = await fetch(`${place}${verifier}`, {
          method: 'POST',
          body: new URLSearchParams(form({ secret: secretKey, payload, network })),
          signal: AbortSignal.timeout(ANSWER_MS),
          redirect: 'error',
        })
        return { status: response.status, body: await readJsonAnswer(response, ANSWER_MAX) }
      })
      return body
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

// Errors of this installation, not of the visitor, who must not read that they failed.
const OUR_FAULTS = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']

/** Reads the answer of `siteverify`, which reCAPTCHA and Turnstile share. */
function readSiteVerify(answer: unknown): Verdict {
  const { success, data } = siteVerifyAnswer.safeParse(answer)
  if (!success) return null
  if (data.success) return 'human'
  return data['error-codes'].some((code) => OUR_FAULTS.includes(code)) ? 'not asked properly' : 'not proved'
}

const smartCaptchaAnswer = z.object({ status: z.enum(['ok', 'failed']), message: z.string().default('') })

/** https://yandex.cloud/en/docs/smartcaptcha/concepts/validation */
const smartcaptcha: RemoteProvider = {
  provider: 'smartcaptcha',
  base: 'https://smartcaptcha.cloud.yandex.ru',
  verifier: '/validate',
  widget: (base) => ({
    script: `${base}/captcha.js?render=onload`,
    allows: { 'script-src': [base], 'frame-src': [base], 'connect-src': [base] },
  }),
  form: ({ secret, payload, network }) => ({ secret, token: payload, ip: network }),
  read(answer) {
    const { success, data } = smartCaptchaAnswer.safeParse(answer)
    if (!success) return null
    if (data.status === 'ok') return 'human'
    // Only the message reveals a missing or wrong server key.
    return data.message.startsWith('Authentication failed') ? 'not asked properly' : 'not proved'
  },
}

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const turnstile: RemoteProvider = {
  provider: 'turnstile',
  base: 'https://challenges.cloudflare.com/turnstile/v0',
  verifier: '/siteverify',
  widget: (base) => {
    const { origin } = new URL(base)
    return {
      script: `${base}/api.js?render=explicit`,
      allows: { 'script-src': [origin], 'frame-src': [origin] },
    }
  },
  form: ({ secret, payload, network }) => ({ secret, response: payload, remoteip: network }),
  read: readSiteVerify,
}

/** reCAPTCHA v2, "I'm not a robot": https://developers.google.com/recaptcha/docs/verify */
const recaptcha: RemoteProvider = {
  provider: 'recaptcha',
  base: 'https://www.google.com/recaptcha/api',
  verifier: '/siteverify',
  widget: (base) => {
    const own = base.replace(/\/api$/, '/')
    return {
      script: `${base}.js?render=explicit`,
      allows: {
        'script-src': [own, `${base}.js`, 'https://www.gstatic.com/recaptcha/'],
        'frame-src': [own, 'https://recaptcha.google.com/recaptcha/'],
        'connect-src': [own],
      },
    }
  },
  form: ({ secret, payload, network }) => ({ secret, response: payload, remoteip: network }),
  read: readSiteVerify,
}

/** The captchas that a provider verifies, by their name in the setting CAPTCHA. */
export const REMOTE_PROVIDERS = { smartcaptcha, turnstile, recaptcha }
