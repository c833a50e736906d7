import { z } from 'zod'
import { readSiteVerify, type RemoteProvider } from './remote-captcha.ts'

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
