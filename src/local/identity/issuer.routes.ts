import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import { local } from '#shared/i18n/server-texts.ts'
import type { Clock } from '#server/clock.ts'
import { isLoopbackHost } from '#server/config/loopback.ts'
import type { Random } from '#server/random.ts'
import { account, ISSUER_SENTINELS, type LocalAccount, sentinelOf, THIN, TWO_ADDRESSES } from './accounts.ts'
import { chooserPage, CHOOSER_STYLE } from './chooser-page.ts'
import { makeToken } from './make-token.ts'
import type { Algorithm, SigningKeys } from './signing-keys.ts'

const STYLE_HASH = createHash('sha256').update(CHOOSER_STYLE).digest('base64')
const CODE_MS = 60_000
const UNVERIFIED = { email: 'somebody.else@studio.example', email_verified: undefined }

/** An authorization request (OpenID Connect Core 3.1.2.1), and what the chooser adds to it. */
const authorizeQuery = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.url().refine((address) => isLoopbackHost(new URL(address).hostname)),
  scope: z.string().refine((scope) => scope.split(' ').includes('openid')),
  state: z.string().min(1),
  nonce: z.string().min(1),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
  email: z.string().optional(),
  name: z.string().default(''),
  groups: z.string().default(''),
  /** The account's subject; by default derived from the address. */
  sub: z.string().optional(),
  cancel: z.string().optional(),
})
type AuthorizeQuery = z.infer<typeof authorizeQuery>

const tokenForm = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
})

/** What a code stands for, once. */
interface Granted {
  readonly request: AuthorizeQuery
  readonly account: LocalAccount
  readonly until: number
}

interface IssuerRoutesOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly keys: SigningKeys
  readonly clock: Clock
  readonly random: Random
  readonly isSilent: boolean
  readonly algorithm: Algorithm
  readonly onFetch: (what: 'discovery' | 'keys') => void
}

/** Registers the endpoints of an issuer, as its discovery document names them. */
export function registerIssuer(fastify: FastifyInstance, options: IssuerRoutesOptions): void {
  const { issuer, clientId, clientSecret, keys, clock, random, isSilent, algorithm, onFetch } = options
  const codes = new Map<string, Granted>()
  const accounts = new Map<string, LocalAccount>()
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  fastify.get('/.well-known/openid-configuration', async () => {
    onFetch('discovery')
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/certs`,
      end_session_endpoint: `${issuer}/logout`,
      scopes_supported: ['openid', 'email', 'profile'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [algorithm],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  })

  fastify.get('/certs', async () => {
    onFetch('keys')
    return keys.jwks()
  })

  fastify.get('/authorize', async (request, reply) => {
    const given = authorizeQuery.safeParse(request.query)
    if (!given.success || given.data.client_id !== clientId)
      return reply.status(400).send({ error: 'invalid_request' })
    const { email, name, groups, sub, cancel, ...carried } = given.data
    if (email === undefined && cancel === undefined) return showChooser(request, reply, carried)
    const back = new URL(carried.redirect_uri)
    const wrong = email === undefined ? undefined : sentinelOf(email)
    back.searchParams.set('state', carried.state)
    back.searchParams.set('iss', wrong === 'mixed-up' ? `${issuer}.test` : issuer)
    if (email === undefined || wrong === 'denied') back.searchParams.set('error', 'access_denied')
    else {
      const code = random.token()
      const chosen = account(email, name, groups.split(',').filter(Boolean))
      codes.set(code, {
        request: given.data,
        account: sub === undefined ? chosen : { ...chosen, sub },
        until: clock.now().getTime() + CODE_MS,
      })
      back.searchParams.set('code', code)
    }
    return reply.header('cache-control', 'no-store').redirect(back.href, 302)
  })

  fastify.post('/token', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const given = tokenForm.safeParse(request.body)
    if (!given.success) return reply.status(400).send({ error: 'invalid_request' })
    const { code, redirect_uri: redirectUri, code_verifier: verifier, ...client } = given.data
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const isPosted = client.client_id === clientId && client.client_secret === clientSecret
    if (!isPosted && request.headers.authorization !== basic)
      return reply.status(401).header('www-authenticate', 'Basic').send({ error: 'invalid_client' })
    const granted = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isGood =
      granted !== undefined &&
      granted.until > clock.now().getTime() &&
      granted.request.redirect_uri === redirectUri &&
      granted.request.code_challenge === challenge &&
      sentinelOf(granted.account.email) !== 'spent-code'
    if (!isGood) return reply.status(400).send({ error: 'invalid_grant' })
    const accessToken = random.token()
    accounts.set(accessToken, granted.account)
    const idToken = await signToken(options, granted, accessToken)
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 60, id_token: idToken }
  })

  fastify.get('/userinfo', async (request, reply) => {
    const found = accounts.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (found === undefined)
      return reply.status(401).header('www-authenticate', 'Bearer error="invalid_token"').send()
    const { sub, email, name, groups } = found
    const isWrong = sentinelOf(email) === 'wrong-userinfo'
    return { sub: isWrong ? `${sub}0` : sub, email, ...(!isSilent && { email_verified: true }), name, groups }
  })

  fastify.get('/logout', async (request, reply) => {
    const { client_id: client, post_logout_redirect_uri: back } = request.query as Record<string, string>
    const isKnown = client === clientId && URL.canParse(back ?? '') && isLoopbackHost(new URL(back!).hostname)
    return isKnown ? reply.redirect(back!, 302) : reply.status(400).send({ error: 'invalid_request' })
  })
}

function showChooser(
  request: FastifyRequest,
  reply: FastifyReply,
  carried: Readonly<Record<string, string>>,
): FastifyReply {
  const language = negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
  const target = new URL(carried['redirect_uri'] ?? '').origin
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self' ${target}`,
    )
    .type('text/html; charset=utf-8')
    .send(
      chooserPage(language, {
        carried,
        explanation: local[language].identity.issuer,
        sentinels: ISSUER_SENTINELS,
        isIssuer: true,
      }),
    )
}

/** The hash that ties an access token to its ID token: OpenID Connect Core 3.1.3.6. */
function signToken(
  { issuer, clientId, keys, clock, isSilent, algorithm }: IssuerRoutesOptions,
  { request, account: of }: Granted,
  accessToken: string,
): Promise<string> {
  const digest = createHash(algorithm === 'RS256' ? 'sha256' : 'sha512')
    .update(accessToken)
    .digest()
  const half = digest.subarray(0, digest.length / 2).toString('base64url')
  const isThin = [THIN, 'wrong-userinfo'].some((name) => of.email.startsWith(`${name}@`))
  const hidden = isThin
    ? { email: undefined, email_verified: undefined, name: undefined }
    : { groups: of.groups, ...(of.email.startsWith(`${TWO_ADDRESSES}@`) && UNVERIFIED) }
  const atHash =
    sentinelOf(of.email) === 'wrong-at-hash'
      ? half.replace(/^./, (first) => (first === '_' ? '-' : '_'))
      : half
  const more = { at_hash: atHash, ...hidden, ...(isSilent && { email_verified: undefined }) }
  return makeToken({ clientId, nonce: request.nonce, account: of }, { issuer, now: clock.now(), keys, more })
}
