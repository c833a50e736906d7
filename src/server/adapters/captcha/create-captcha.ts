import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { altchaCaptcha } from './altcha.ts'
import type { Captcha } from './captcha.ts'

interface CaptchaOptions {
  readonly config: Pick<Config, 'captcha'>
  readonly secret: Buffer
  readonly clock: Clock
  readonly db: Db
}

/** The captcha that the setting CAPTCHA names. */
export function createCaptcha({ config, secret, clock, db }: CaptchaOptions): Captcha {
  switch (config.captcha) {
    case 'altcha':
      return altchaCaptcha({ secret, clock, db })
  }
}
