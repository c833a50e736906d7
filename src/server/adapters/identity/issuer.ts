import { type OutsideCalls, UNWATCHED } from '#server/outside-calls.ts'
import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import * as oidc from 'openid-client'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Clock, systemClock } from '../../clock.ts'
import { keyedHash, sealer } from '../../config/secret.ts'
import { Refusal } from '../../refusal.ts'
import { emailOf, type Attempt, type Identity, type RedirectProvider, type Role, ROLES } from './identity.ts'
import {
  ANSWER_MS,
  CLOCK_SKEW_SECONDS,
  idTokenVerifier,
  shortFetch,
  type VerifiedToken,
} from './verify-id-token.ts'

interface IssuerOptions {
  /** As the issuer writes itself, with its slash at the end if it has one. */
  readonly issuer: string
  readonly name: string
  readonly clientId: string
  /** Null for a public client, which proves itself by PKCE alone. */
  readonly clientSecret: string | null
  readonly scopes: string
  /** Where the issuer sends the browser back, after signing in and after signing out. */
  readonly redirectUrl: string
  /** The claim that lists roles, and what its values mean here; null: the issuer has no say in roles. */
  readonly roles: RoleMapping | null
  /** Whether every address of this issuer counts as verified, also where it says nothing about it. */
  readonly trustsAddresses: boolean
  readonly secret: Buffer
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  /** See `idTokenVerifier`. */
  readonly keysPauseMs?: number
  readonly calls?: OutsideCalls | undefined
}

export interface RoleMapping {
  /** The claim's name, or a path into it: `realm_access.roles`. */
  readonly claim: string
  readonly roles: ReadonlyMap<string, Role>
}

/** The discovery document is fetched again after this time. */
const DISCOVERY_MS = 600_000
/** How long the credential that a code was exchanged for may be used. */
const TICKET_MS = 600_000
const LONGEST_NAME = 200
const ALGORITHMS = ['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`))

/** What a ticket holds: this server's own statement about an identity, which only it can write and read. */
const ticketContent = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string(),
  nonce: z.string(),
  roles: z.array(z.enum(ROLES)).nullable(),
  until: z.number(),
})

/** An issuer as its discovery document describes it. */
interface Discovered {
  readonly server: oidc.ServerMetadata
  readonly verify: (token: string) => Promise<VerifiedToken | null>
}

/**
 * Signs in at any OpenID Connect issuer: authorization code with PKCE, state and nonce, by a certified library; the signature of
 * the ID token is verified, too. A code works once, and what it says is needed until the person has given consent or password:
 * so it is exchanged for a ticket, sealed by this server, which is the credential of the sign-in.
 */
export function issuerIdentity(options: IssuerOptions): RedirectProvider {
  const { issuer, name, clientId, scopes, redirectUrl, secret, clock, log, calls = UNWATCHED } = options
  const tickets = sealer(secret, `identity ${issuer} ${clientId}`)
  const isSecure = new URL(issuer).protocol === 'https:'
  let known: { readonly at: number; readonly discovered: Promise<Discovered> } | null = null

  function discovered(): Promise<Discovered> {
    const now = clock.now().getTime()
    if (known !== null && now - known.at < DISCOVERY_MS) return known.discovered
    // Whatever is wrong with the document, it is the issuer's or the operator's fault.
    const failed = (error: unknown) => {
      log.warn({ issuer, code: codeOf(error) }, 'the issuer could not be discovered')
      throw new Refusal('provider_failed')
    }
    const asked = { at: now, discovered: discover(options).catch(failed) }
    known = asked
    asked.discovered.catch(() => {
      // The next sign-in asks again.
      if (known === asked) known = null
    })
    return asked.discovered
  }

  /** For one call: the library goes by the machine's clock, and gets our offset from it. */
  function client(server: oidc.ServerMetadata): oidc.Configuration {
    const skew = Math.round((clock.now().getTime() - systemClock.now().getTime()) / 1_000)
    const metadata = { [oidc.clockSkew]: skew, [oidc.clockTolerance]: CLOCK_SKEW_SECONDS }
    const config = new oidc.Configuration(server, clientId, metadata, authenticationOf(options, server))
    config.timeout = ANSWER_MS / 1_000
    config[oidc.customFetch] = shortFetch(calls, 'issuer') as oidc.CustomFetch
    // Only a stand-in on this machine, or one beside it, is asked without TLS.
    if (!isSecure) oidc.allowInsecureRequests(config)
    return config
  }

  /** Turns what the library throws into what people see; the log gets the library's code. */
  async function asking<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Refusal) throw error
      const code = codeOf(error)
      log.warn({ issuer, code }, 'signing in with the issuer failed')
      throw REFUSED.has(code) ? refused() : new Refusal('provider_failed')
    }
  }

  return {
    name,
    issuer,
    noncePurpose: 'oidc',

    start: (attempt) =>
      asking(async () => {
        const { server } = await discovered()
        const url = oidc.buildAuthorizationUrl(client(server), {
          redirect_uri: redirectUrl,
          scope: scopes,
          state: attempt.state,
          nonce: derived(secret, 'id token nonce', attempt),
          code_challenge: await oidc.calculatePKCECodeChallenge(derived(secret, 'pkce', attempt)),
          code_challenge_method: 'S256',
        })
        return url.href
      }),

    finish: (attempt, query) =>
      asking(async () => {
        const { server, verify } = await discovered()
        const config = client(server)
        const back = new URL(redirectUrl)
        back.search = query
        const tokens = await oidc.authorizationCodeGrant(config, back, {
          expectedState: attempt.state,
          expectedNonce: derived(secret, 'id token nonce', attempt),
          pkceCodeVerifier: derived(secret, 'pkce', attempt),
          idTokenExpected: true,
        })
        const verified = await verify(tokens.id_token ?? '')
        if (verified === null || !isHashOf(verified, tokens.access_token)) throw refused()
        const claims = await withUserInfo(options, config, verified.claims, tokens.access_token)
        const identity = identityOf(options, claims, attempt.state)
        return tickets.close(JSON.stringify({ ...identity, until: clock.now().getTime() + TICKET_MS }))
      }),

    async identify(credential) {
      let text: string
      try {
        text = tickets.open(credential)
      } catch {
        return null
      }
      const { until, ...identity } = ticketContent.parse(JSON.parse(text))
      return until > clock.now().getTime() ? identity : null
    },

    async leave() {
      try {
        const { server } = await discovered()
        if (server.end_session_endpoint === undefined) return null
        return oidc.buildEndSessionUrl(client(server), { post_logout_redirect_uri: redirectUrl }).href
      } catch {
        return null
      }
    },
  }
}

async function discover({
  issuer,
  clientId,
  clock,
  keysPauseMs,
  calls = UNWATCHED,
}: IssuerOptions): Promise<Discovered> {
  const fetchHere = shortFetch(calls, 'issuer')
  const url = new URL(issuer)
  const config = await oidc.discovery(url, clientId, undefined, oidc.None(), {
    timeout: ANSWER_MS / 1_000,
    [oidc.customFetch]: fetchHere as oidc.CustomFetch,
    execute: url.protocol === 'https:' ? [] : [oidc.allowInsecureRequests],
  })
  const server = config.serverMetadata()
  const verify = idTokenVerifier({
    clientId,
    jwksUrl: server.jwks_uri ?? '',
    issuers: [server.issuer],
    algorithms: [...ALGORITHMS, 'EdDSA', 'Ed25519'],
    requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
    clock,
    fetch: fetchHere,
    ...(keysPauseMs === undefined ? {} : { keysPauseMs }),
  })
  return { server, verify }
}

/** The way of proving itself that the issuer takes; `client_secret_basic` is what an issuer that names none must take. */
function authenticationOf(
  { clientSecret }: IssuerOptions,
  { token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata,
): oidc.ClientAuth {
  if (clientSecret === null) return oidc.None()
  const isBasic = methods === undefined || methods.includes('client_secret_basic')
  return isBasic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret)
}

/** What only this server knows of an attempt; nothing is stored, and any server with the same secret finds the same. */
function derived(secret: Buffer, purpose: string, { state, browserToken }: Attempt): string {
  return keyedHash(secret, purpose, `${state}\n${browserToken}`).toString('base64url')
}

/** What the issuer or its token has done wrong or refused; everything else is an issuer that does not work. */
const REFUSED: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_grant',
  'login_required',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
])

/** The protocol's error code, or the library's. */
function codeOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return error.error
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : 'unreachable'
}

/** Points at the credential, because the code's own text speaks of links in emails. */
function refused(problem: 'sign_in_refused' | 'address_unverified' = 'sign_in_refused'): Refusal {
  return new Refusal('wrong_token', { fields: { credential: problem } })
}

/** Whether an access token belongs to its ID token, where that says so: OpenID Connect Core 3.1.3.6. */
function isHashOf({ header, claims }: VerifiedToken, accessToken: string): boolean {
  if (claims['at_hash'] === undefined) return true
  // Ed25519, by either name, hashes with SHA-512.
  const digest = hash(`sha${/^[REP]S(\d{3})$/.exec(header.alg)?.[1] ?? '512'}`, accessToken, 'buffer')
  return claims['at_hash'] === digest.subarray(0, digest.length / 2).toString('base64url')
}

/** The claims of a token, and those that the issuer gives only at its userinfo endpoint, where something is missing. */
async function withUserInfo(
  { roles }: IssuerOptions,
  config: oidc.Configuration,
  claims: JWTPayload,
  accessToken: string,
): Promise<JWTPayload> {
  const isComplete = hasAddress(claims) && (roles === null || claimAt(claims, roles.claim) !== undefined)
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return claims
  const info = await oidc.fetchUserInfo(config, accessToken, claims.sub ?? '')
  // What one place says of its address says nothing of the other's.
  const { email, email_verified } = hasAddress(claims) ? claims : { ...claims, ...info }
  return { ...info, ...claims, email, email_verified }
}

function hasAddress(claims: JWTPayload): boolean {
  return claims['email'] !== undefined && claims['email_verified'] !== undefined
}

function identityOf(
  { roles, trustsAddresses }: IssuerOptions,
  { iss = '', sub = '', ...claims }: JWTPayload,
  nonce: string,
): Identity {
  const verified = claims['email_verified']
  // Some issuers write it as a text.
  const isVerified = verified === true || verified === 'true' || (trustsAddresses && verified === undefined)
  const email = isVerified ? emailOf(claims['email']) : null
  if (email === null) throw refused('address_unverified')
  const name = claims['name'] ?? claims['preferred_username']
  return {
    issuer: iss,
    subject: sub,
    email,
    // The whole identity has to fit into a ticket.
    name: typeof name === 'string' ? name.slice(0, LONGEST_NAME) : '',
    nonce,
    roles: roles === null ? null : rolesOf(claims, roles),
  }
}

function rolesOf(claims: JWTPayload, { claim, roles }: RoleMapping): readonly Role[] {
  const values = [claimAt(claims, claim)].flat()
  return [...new Set(values.flatMap((value) => roles.get(String(value)) ?? []))]
}

/** A claim by its name, which may contain dots, or else by a path of names. */
function claimAt(claims: JWTPayload, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
      claims,
    )
}
