import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/** What an answer may load and do by default: nothing. Pages bring a policy of their own. */
const API_CSP = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const YEAR_SECONDS = 31_536_000

/** Sets the security headers of every answer; a route's own header of the same name wins. */
export function setSecurityHeaders(
  fastify: FastifyInstance,
  { publicUrl, demo }: Pick<Config, 'publicUrl' | 'demo'>,
): void {
  const isHttps = publicUrl.startsWith('https:')
  const headers = {
    'content-security-policy': API_CSP,
    // The popup of an identity provider must be able to answer the page that opened it.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(demo && { 'x-robots-tag': 'noindex, nofollow' }),
    ...(isHttps && { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }),
  }
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
