import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { DOCS_CSP, type Docs } from '#server/http/pages/serve-docs.ts'
import { readLimits } from '#server/limits/rate-limiter.ts'
import { type Language, LANGUAGES } from '#shared/i18n/messages.ts'
import { asLanguage, LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import { reference } from '#shared/i18n/server-texts.ts'
import { openApiDocument } from './openapi.ts'
import { REFERENCE_PLACE, referenceBody } from './reference-body.ts'

const MAX_AGE = 'public, max-age=300'

/**
 * GET /openapi.json, and the same for people at /docs. Neither needs a key.
 * @param docs has the frame of the documentation; without it, as in tests of the API, the text is served bare
 */
export function serveReference(api: FastifyInstance, config: Config, docs: Docs | null): void {
  // Written when first asked for: that is half of the work of starting a server.
  let written: { readonly json: string; readonly pages: Readonly<Record<Language, string>> } | undefined
  const read = () => (written ??= writeReference(config, docs))
  api.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', MAX_AGE).send(read().json),
  )
  api.get<{ Querystring: { readonly language?: unknown } }>('/docs', (request, reply) => {
    const asked = asLanguage(String(request.query.language))
    const language =
      asked ?? negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': DOCS_CSP,
        'content-language': language,
        'cache-control': 'private, max-age=300',
        vary: 'accept-language, cookie',
      })
      .send(read().pages[language])
  })
}

function writeReference(config: Config, docs: Docs | null) {
  const document = openApiDocument(readLimits(config))
  const example = { base: `${config.publicUrl}/api`, key: config.clientKey }
  const pageIn = (language: Language) => {
    const frame = docs?.reference[language] ?? bareFrame(language)
    return frame.replace(REFERENCE_PLACE, () => referenceBody(document, language, example))
  }
  const pages = Object.fromEntries(LANGUAGES.map((language) => [language, pageIn(language)]))
  return { json: JSON.stringify(document), pages: pages as Record<Language, string> }
}

function bareFrame(language: Language): string {
  const { title } = reference[language]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><main>${REFERENCE_PLACE}</main></html>`
}
