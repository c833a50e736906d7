import type { Logger } from 'pino'
import { PATHS } from '#shared/paths.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/settings.ts'
import type { OutsideCalls } from '../../outside-calls.ts'
import type { Widget } from '../../widget.ts'
import { googleIdentity } from './google.ts'
import { type IdentityProviders, type RedirectProvider, ROLES, type WidgetProvider } from './identity.ts'
import { issuerIdentity, type RoleMapping } from './issuer.ts'

/** Google's addresses, or those of its stand-in. */
export interface GoogleAddresses {
  readonly clientId: string | null
  readonly jwksUrl: string
  readonly issuers: readonly string[]
  readonly widget: Widget
}

/** The issuer's address and this site's account there, or those of the stand-in. */
export interface IssuerAccess {
  readonly issuer: string
  readonly clientId: string | null
  readonly clientSecret: string | null
}

/** The stand-ins that run. */
export interface LocalIdentity {
  readonly google: GoogleAddresses | null
  readonly issuer: IssuerAccess | null
}

interface IdentityOptions {
  readonly config: Config
  readonly local: LocalIdentity
  readonly secret: Buffer
  readonly clock: Clock
  readonly calls?: OutsideCalls
  readonly log: Pick<Logger, 'warn'>
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
 * @throws ConfigError when a client id is missing, or roles are mapped wrongly
 */
export function createIdentity(options: IdentityOptions): IdentityProviders {
  return { google: createGoogle(options), oidc: createIssuer(options) }
}

function createGoogle({ config, local, clock, calls }: IdentityOptions): WidgetProvider | null {
  const addresses = { off: null, local: local.google, google: GOOGLE }[config.googleSignIn]
  if (addresses === null) return null
  const clientId = config.googleClientId ?? addresses.clientId
  if (clientId === null) throw new ConfigError('GOOGLE_SIGN_IN=google needs GOOGLE_CLIENT_ID')
  return googleIdentity({
    clientId,
    jwksUrl: config.googleJwksUrl === '' ? addresses.jwksUrl : config.googleJwksUrl,
    issuers: config.googleIssuers.length === 0 ? addresses.issuers : config.googleIssuers,
    widget: addresses.widget,
    clock,
    calls,
  })
}

function createIssuer({
  config,
  local,
  secret,
  clock,
  log,
  calls,
}: IdentityOptions): RedirectProvider | null {
  const access = issuerAccess(config, local.issuer)
  if (access === null) return null
  const { issuer, clientId } = access
  if (clientId === null) throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID')
  return issuerIdentity({
    ...access,
    clientId,
    name: config.oidcName ?? new URL(issuer).hostname,
    scopes: config.oidcScopes,
    redirectUrl: `${config.publicUrl}${PATHS.login}`,
    roles: readRoles(config),
    trustsAddresses: config.oidcAddresses === 'trusted',
    secret,
    clock,
    log,
    calls,
  })
}

/** Null when no issuer is set. */
function issuerAccess(config: Config, local: IssuerAccess | null): IssuerAccess | null {
  if (config.oidcIssuer === 'local') return local
  if (config.oidcIssuer === null) return null
  return { issuer: config.oidcIssuer, clientId: config.oidcClientId, clientSecret: config.oidcClientSecret }
}

/**
 * Reads OIDC_ROLES: `value=role`, of which the value is what the claim lists.
 * @throws ConfigError for a role that does not exist
 */
export function readRoles({ oidcRoleClaim, oidcRoles }: Config): RoleMapping | null {
  if ((oidcRoleClaim === null) !== (oidcRoles.length === 0)) {
    throw new ConfigError('OIDC_ROLE_CLAIM and OIDC_ROLES need each other: set both, or neither')
  }
  if (oidcRoleClaim === null) return null
  const roles = oidcRoles.map((text) => {
    const [value = '', name] = text.split(/=(?=[^=]*$)/)
    const role = ROLES.find((known) => known === name)
    if (value === '' || role === undefined)
      throw new ConfigError(
        `OIDC_ROLES has "${text}": it must be VALUE=ROLE, and the roles are ${ROLES.join(', ')}`,
      )
    return [value, role] as const
  })
  return { claim: oidcRoleClaim, roles: new Map(roles) }
}
