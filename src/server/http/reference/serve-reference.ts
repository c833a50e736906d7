import type { FastifyInstance } from 'fastify'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import type { Config } from '#server/config/config.ts'
import { readLimits } from '#server/limits/read-limits.ts'
import { openApiDocument } from './openapi.ts'
import { REFERENCE_CSP, referencePage } from './reference-page.ts'

const MAX_AGE = 'public, max-age=300'

/** GET /openapi.json, and the same for people at /docs. Neither needs a key. */
export function serveReference(api: FastifyInstance, config: Config): void {
  const document = openApiDocument(readLimits(config))
  const json = JSON.stringify(document)
  const pages = { en: referencePage(document, 'en'), ru: referencePage(document, 'ru') }
  api.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', MAX_AGE).send(json),
  )
  api.get('/docs', (request, reply) => {
    const language = negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': REFERENCE_CSP,
        'content-language': language,
        'cache-control': 'private, max-age=300',
        vary: 'accept-language, cookie',
      })
      .send(pages[language])
  })
}
