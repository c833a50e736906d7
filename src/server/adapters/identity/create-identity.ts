import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/settings.ts'
import type { OutsideCalls } from '../../outside-calls.ts'
import type { Widget } from '../../widget.ts'
import { googleIdentity } from './google.ts'
import type { IdentityProviders } from './identity.ts'

/** Google's addresses, or those of its stand-in. */
export interface GoogleAddresses {
  readonly clientId: string | null
  readonly jwksUrl: string
  readonly issuers: readonly string[]
  readonly widget: Widget
}

interface IdentityOptions {
  readonly config: Pick<Config, 'googleSignIn' | 'googleClientId' | 'googleJwksUrl' | 'googleIssuers'>
  /** The stand-in, if one runs. */
  readonly local: GoogleAddresses | null
  readonly clock: Clock
  readonly calls?: OutsideCalls
}

// https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid, "Content Security Policy".
const GOOGLE: GoogleAddresses = {
  clientId: null,
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  issuers: ['https://accounts.google.com', 'accounts.google.com'],
  widget: {
    script: 'https://accounts.google.com/gsi/client',
    allows: {
      'script-src': ['https://accounts.google.com/gsi/client'],
      'style-src': ['https://accounts.google.com/gsi/style'],
      'frame-src': ['https://accounts.google.com/gsi/'],
      'connect-src': ['https://accounts.google.com/gsi/'],
    },
  },
}

/**
 * Creates the identity providers that the settings name. Settings override the providers' own addresses.
 * @throws ConfigError when a client id is missing
 */
export function createIdentity({ config, local, clock, calls }: IdentityOptions): IdentityProviders {
  const addresses = { off: null, local, google: GOOGLE }[config.googleSignIn]
  if (addresses === null) return { google: null }
  const clientId = config.googleClientId ?? addresses.clientId
  if (clientId === null) throw new ConfigError('GOOGLE_SIGN_IN=google needs GOOGLE_CLIENT_ID')
  const google = googleIdentity({
    clientId,
    jwksUrl: config.googleJwksUrl === '' ? addresses.jwksUrl : config.googleJwksUrl,
    issuers: config.googleIssuers.length === 0 ? addresses.issuers : config.googleIssuers,
    widget: addresses.widget,
    clock,
    calls,
  })
  return { google }
}
