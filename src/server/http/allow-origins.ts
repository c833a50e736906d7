import type { FastifyInstance } from 'fastify'
import { contract } from '#shared/api/contract.ts'
import type { Config } from '../config/config.ts'

/** For how long (seconds) browsers keep a permission; no browser keeps it longer than two hours. */
const KEPT_SECONDS = 7_200
const METHODS = [...new Set(Object.keys(contract).map((key) => key.split(' ')[0]))].join(', ')
/** What a client may send beyond what needs no permission, and what it may read of an answer. */
const SENT = 'content-type, x-api-key, x-csrf-token, x-team'
const READ = 'content-disposition, retry-after'

const API = '/api/'
const RELATIVE_PICTURE = /("thumbnail"\s*:\s*")(?=\/)/g

/**
 * Lets web clients at the configured origins call the API with the session's cookie: exactly these, by name. Answers to them have
 * the full URLs of pictures, which otherwise are paths of this site.
 */
export function allowOrigins(
  fastify: FastifyInstance,
  { allowedOrigins, publicUrl }: Pick<Config, 'allowedOrigins' | 'publicUrl'>,
): void {
  if (allowedOrigins.length === 0) return
  fastify.addHook('onRequest', (request, reply, done) => {
    // Public pictures; for hosts without a domain, browsers take no two as the same site here.
    if (request.url.startsWith('/thumbnails/')) reply.header('cross-origin-resource-policy', 'cross-origin')
    if (!request.url.startsWith(API)) {
      done()
      return
    }
    const { origin } = request.headers
    if (origin === undefined || !allowedOrigins.includes(origin)) {
      done()
      return
    }
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': READ,
    })
    if (request.method !== 'OPTIONS') {
      done()
      return
    }
    reply
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': SENT,
        'access-control-max-age': String(KEPT_SECONDS),
      })
      .status(204)
      .send()
  })
  // Registered before compression, whose hook therefore runs later.
  fastify.addHook('onSend', async (request, reply, payload) => {
    // Also for others: a cache must not answer one with what another may read.
    if (request.url.startsWith(API))
      reply.header('vary', [reply.getHeader('vary') ?? [], 'Origin'].flat().join(', '))
    const isAllowed = reply.hasHeader('access-control-allow-origin')
    if (!isAllowed || typeof payload !== 'string') return payload
    // A quotation mark inside a text is escaped, so only a field's own name can match.
    return payload.replace(RELATIVE_PICTURE, (_, start: string) => `${start}${publicUrl}`)
  })
}
