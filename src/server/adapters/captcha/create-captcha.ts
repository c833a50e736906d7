import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/connect.ts'
import { ConfigError } from '../../config/settings.ts'
import type { OutsideCalls } from '../../outside-calls.ts'
import { altchaCaptcha, type WorkOf } from './altcha.ts'
import type { Captcha } from './captcha.ts'
import { remoteCaptcha, REMOTE_PROVIDERS } from './remote-captcha.ts'

interface CaptchaOptions {
  readonly config: Pick<
    Config,
    'captcha' | 'captchaWork' | 'captchaSiteKey' | 'captchaSecretKey' | 'captchaUrl'
  >
  readonly secret: Buffer
  readonly clock: Clock
  readonly db: Db
  /** How much harder than usual a solution is, for captchas whose difficulty we set. */
  readonly workOf: WorkOf
  readonly calls?: OutsideCalls
}

/**
 * Creates the captcha that the setting CAPTCHA names.
 * @throws ConfigError when its keys are missing
 */
export function createCaptcha({ config, secret, clock, db, workOf, calls }: CaptchaOptions): Captcha {
  const { captcha, captchaSiteKey: siteKey, captchaSecretKey: secretKey, captchaUrl: url } = config
  if (captcha === 'altcha') return altchaCaptcha({ secret, clock, db, attempts: config.captchaWork, workOf })
  if (siteKey === null) throw new ConfigError(`CAPTCHA=${captcha} needs CAPTCHA_SITE_KEY`)
  if (secretKey === null) throw new ConfigError(`CAPTCHA=${captcha} needs CAPTCHA_SECRET_KEY`)
  return remoteCaptcha(REMOTE_PROVIDERS[captcha], { siteKey, secretKey, url, clock, db, calls })
}
