import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { readLimits } from '#server/limits/rate-limiter.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import { reference } from '#shared/i18n/server-texts.ts'
import { type JsonSchema, schemaText } from './json-schema.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'
import type { Operation } from './operation.ts'
import { limitText, policyTexts, type StatedLimit } from './policy-text.ts'

const MAX_AGE = 'public, max-age=300'

/** GET /openapi.json, and the same for people at /docs. Neither needs a key. */
export function serveReference(api: FastifyInstance, config: Config): void {
  // Written when first asked for: that is half of the work of starting a server.
  let written: { readonly json: string; readonly pages: Readonly<Record<Language, string>> } | undefined
  const read = () => (written ??= writeReference(config))
  api.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', MAX_AGE).send(read().json),
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
      .send(read().pages[language])
  })
}

function writeReference(config: Config) {
  const document = openApiDocument(readLimits(config))
  return {
    json: JSON.stringify(document),
    pages: { en: referencePage(document, 'en'), ru: referencePage(document, 'ru') },
  }
}

const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#faf8f3, #141310); --ink: light-dark(#1b1a17, #efebe1);
  --line: light-dark(#ddd7ca, #34302a); --accent: light-dark(#c8361d, #ff6b4a); --soft: light-dark(#5d594f, #b3ac9c) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--accent) }
h1, h2, h3 { line-height: 1.2 }
h2 { margin: 2.5rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--line) }
h3 { margin: 2rem 0 .25rem; font: 600 1.05rem/1.4 ui-monospace, monospace }
h4 { margin: 1rem 0 .25rem; font-size: .9rem; color: var(--soft) }
p { margin: .25rem 0 }
nav ul { columns: 18rem; padding-left: 1.2rem; font: .9rem/1.8 ui-monospace, monospace }
pre { margin: 0; padding: .75rem; border: 1px solid var(--line); font: .85rem/1.5 ui-monospace, monospace;
  white-space: pre-wrap }
dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; font-size: .9rem }
dd { margin: 0; white-space: pre-line }
.policy { color: var(--soft); font-size: .9rem }
@media (max-width: 430px) { dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } }
`

/** Allows the page its own style and nothing else: no script, image, font or other host. */
export const REFERENCE_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Renders the document as a page for people. */
export function referencePage(document: OpenApiDocument, language: Language): string {
  const words = reference[language]
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name))
    return `<h2>${escape(name)}</h2>${own.map((entry) => operationHtml(entry, language)).join('')}`
  })
  const links = operations.map(
    ({ name, operation }) => `<li><a href="#${operation.operationId}">${escape(name)}</a></li>`,
  )
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<h3 id="${name}">${escape(name)}</h3>${schemaHtml(schema)}`,
  )
  const rules = document.info.description.split(/(?<=\.) /).map((rule) => `<li>${escape(rule)}</li>`)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title} · ${escape(document.info.title)}</title>
<meta name="description" content="${escape(words.description)}">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p>${words.description}</p>
<p><a href="/docs/api">${words.guide}</a> · <a href="/api/openapi.json">${words.machineReadable}</a></p>
<h2>${words.rules}</h2><ul lang="en">${rules.join('')}</ul>
<nav aria-label="${words.contents}"><h2>${words.contents}</h2><ul>${links.join('')}</ul></nav>
${sections.join('\n')}
<h2>${words.schemas}</h2>${schemas.join('')}
</main>
</body>
</html>
`
}

interface Named {
  readonly name: string
  readonly operation: Operation
}

function operationHtml({ name, operation }: Named, language: Language): string {
  const words = reference[language]
  const policy = operation['x-policy']
  const policyHtml = (policy === undefined ? [words.key] : policyTexts(policy, language)).map(
    (text) => `<p class="policy">${escape(text)}.</p>`,
  )
  const { 200: done, ...refusals } = operation.responses
  const parameters = (operation.parameters ?? []).map(
    ({ name: parameter, in: place, required, schema }) =>
      `${parameter}${required ? '' : '?'}: ${schemaText(schema)} (${place})`,
  )
  const codes = Object.entries(refusals).map(
    ([status, { description }]) => `<dt>${status}</dt><dd lang="en">${escape(description)}</dd>`,
  )
  return [
    `<section><h3 id="${operation.operationId}">${escape(name)}</h3>`,
    `<p lang="en">${escape(operation.summary)}</p>${policyHtml.join('')}`,
    limitsHtml(words.limits, policy?.limits ?? [], language),
    limitsHtml(words.furtherLimits, policy?.furtherLimits ?? [], language),
    parameters.length > 0 ? `<h4>${words.parameters}</h4><pre>${escape(parameters.join('\n'))}</pre>` : '',
    operation.requestBody === undefined
      ? ''
      : `<h4>${words.body}</h4>${schemaHtml(operation.requestBody.content['application/json'].schema)}`,
    done === undefined
      ? ''
      : `<h4>${words.answer}</h4>${Object.values(done.content)
          .map(({ schema }) => schemaHtml(schema))
          .join('')}`,
    codes.length > 0 ? `<h4>${words.refusals}</h4><dl>${codes.join('')}</dl>` : '',
    '</section>',
  ].join('')
}

function limitsHtml(heading: string, limits: readonly StatedLimit[], language: Language): string {
  if (limits.length === 0) return ''
  const items = limits.map((limit) => `<dt>${limit.name}</dt><dd>${escape(limitText(limit, language))}</dd>`)
  return `<h4>${heading}</h4><dl>${items.join('')}</dl>`
}

function schemaHtml(schema: JsonSchema): string {
  // Only named schemas start with a capital letter.
  const text = escape(schemaText(schema)).replace(/: ([A-Z]\w+)/g, ': <a href="#$1">$1</a>')
  return `<pre>${text}</pre>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
