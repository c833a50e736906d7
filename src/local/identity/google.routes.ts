import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { local } from '#shared/i18n/server-texts.ts'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import { chooserPage, CHOOSER_STYLE, donePage, DONE_SCRIPT } from './chooser-page.ts'
import { CLIENT_SCRIPT } from './client-script.ts'
import { account, SENTINELS } from './accounts.ts'
import type { TokenRequest } from './make-token.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const POLICY = `default-src 'none'; style-src ${hashOf(CHOOSER_STYLE)}; script-src ${hashOf(DONE_SCRIPT)}; base-uri 'none'; form-action 'self'`

/** What the button's script passes to the chooser, and what the chooser adds. */
const chooserQuery = z.object({
  client_id: z.string(),
  nonce: z.string().default(''),
  /** The origin of the page with the button, the only one that may get the token. */
  origin: z.url(),
  email: z.string().optional(),
  name: z.string().default(''),
})

const tokenBody = z.object({
  email: z.string(),
  name: z.string().default(''),
  nonce: z.string().default(''),
  client_id: z.string().optional(),
  /** The account's subject; by default derived from the address. */
  sub: z.string().optional(),
})

interface GoogleRoutesOptions {
  readonly clientId: string
  /** The public keys, as they are published. */
  readonly jwks: () => object
  readonly token: (request: TokenRequest) => Promise<string>
}

/**
 * Registers what a browser needs of Google: `certs`, the script with `google.accounts.id`, the account chooser; and
 * `token`, which gives tests a credential without a browser.
 */
export function registerGoogle(
  fastify: FastifyInstance,
  { clientId: ownClientId, jwks, token }: GoogleRoutesOptions,
): void {
  fastify.get('/local/google/certs', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send(jwks()),
  )
  fastify.get('/local/google/client.js', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('text/javascript; charset=utf-8')
      .send(CLIENT_SCRIPT),
  )
  fastify.post('/local/google/token', async (request, reply) => {
    const given = tokenBody.safeParse(request.body)
    if (!given.success) return reply.status(400).send({ error: 'invalid_request' })
    const { email, name, nonce, client_id: clientId = ownClientId, sub } = given.data
    const chosen = account(email, name)
    const credential = await token({ clientId, nonce, account: sub ? { ...chosen, sub } : chosen })
    return reply.header('cache-control', 'no-store').send({ credential })
  })
  fastify.get('/local/google/choose', async (request, reply) => {
    const given = chooserQuery.safeParse(request.query)
    if (!given.success) return reply.status(400).send({ error: 'invalid_request' })
    const { email, name, client_id: clientId, nonce, origin } = given.data
    const language = negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
    const html =
      email === undefined
        ? chooserPage(language, {
            carried: { client_id: clientId, nonce, origin },
            explanation: local[language].identity.google,
            sentinels: SENTINELS,
            isIssuer: false,
          })
        : donePage(language, {
            origin,
            credential: await token({ clientId, nonce, account: account(email, name) }),
          })
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(html)
  })
}
