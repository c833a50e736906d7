import type { Language } from '#shared/i18n/messages.ts'
import { reference } from '#shared/i18n/server-texts.ts'
import { type Example, exampleCall } from './example-call.ts'
import { type JsonSchema, schemaText } from './json-schema.ts'
import type { OpenApiDocument } from './openapi.ts'
import type { Operation } from './operation.ts'
import { limitText, policyTexts, type StatedLimit } from './policy-text.ts'

/** Where the built frame has room for the text, which names the limits of the installation. */
export const REFERENCE_PLACE = '<!-- reference -->'

interface Named {
  readonly name: string
  readonly operation: Operation
}

type Group = keyof typeof reference.en.groups

/** The calls of a document by subject. */
function groupsOf(document: OpenApiDocument) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  return (Object.keys(reference.en.groups) as Group[]).map((tag) => ({
    tag,
    calls: operations.filter(({ operation }) => operation.tags.includes(tag)),
  }))
}

/** What the search of the documentation finds: each call, with the address of its place on the page. */
export function referenceEntries(document: OpenApiDocument, language: Language) {
  return groupsOf(document).flatMap(({ calls }) =>
    calls.map(({ name, operation }) => ({
      id: `/api/docs#${operation.operationId}`,
      page: reference[language].title,
      heading: name,
      text: operation.summary,
    })),
  )
}

/** Renders the document for people, without the frame around it: calls by subject, each folded. */
export function referenceBody(document: OpenApiDocument, language: Language, example: Example): string {
  const words = reference[language]
  const titleOf = (tag: Group) => words.groups[tag]
  const groups = groupsOf(document)
  const links = groups.map(({ tag }) => `<li><a href="#calls-${tag}">${escape(titleOf(tag))}</a></li>`)
  const sections = groups.map(
    ({ tag, calls }) =>
      `<h2 id="calls-${tag}">${escape(titleOf(tag))}</h2>${calls.map((call) => callHtml(call, language, example)).join('')}`,
  )
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details class="call" id="${name}"><summary><strong>${escape(name)}</strong></summary>${schemaHtml(schema)}</details>`,
  )
  const rules = document.info.description.split(/(?<=\.) /).map((rule) => `<li>${escape(rule)}</li>`)
  return `<h1>${words.title}</h1>
<p>${words.description}</p>
<p><a href="/docs/api">${words.guide}</a> · <a href="/api/openapi.json">${words.machineReadable}</a></p>
<nav aria-label="${words.title}"><ul class="groups">${links.join('')}</ul></nav>
<h2 id="rules">${words.rules}</h2><ul lang="en">${rules.join('')}</ul>
${sections.join('\n')}
<h2 id="schemas">${words.schemas}</h2>${schemas.join('')}
`
}

function callHtml({ name, operation }: Named, language: Language, example: Example): string {
  const words = reference[language]
  const policy = operation['x-policy']
  const policyHtml = (policy === undefined ? [words.key] : policyTexts(policy, language)).map(
    (text) => `<p>${escape(text)}.</p>`,
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
    `<details class="call" id="${operation.operationId}"><summary><strong>${escape(name)}</strong> <span lang="en">${escape(operation.summary)}</span></summary>`,
    policyHtml.join(''),
    codeHtml(escape(exampleCall(name, operation, example)), 'sh'),
    limitsHtml(words.limits, policy?.limits ?? [], language),
    limitsHtml(words.furtherLimits, policy?.furtherLimits ?? [], language),
    parameters.length > 0 ? `<h3>${words.parameters}</h3>${codeHtml(escape(parameters.join('\n')))}` : '',
    operation.requestBody === undefined
      ? ''
      : `<h3>${words.body}</h3>${schemaHtml(operation.requestBody.content['application/json'].schema)}`,
    done === undefined
      ? ''
      : `<h3>${words.answer}</h3>${Object.values(done.content)
          .map(({ schema }) => schemaHtml(schema))
          .join('')}`,
    codes.length > 0 ? `<h3>${words.refusals}</h3><dl>${codes.join('')}</dl>` : '',
    '</details>',
  ].join('')
}

function limitsHtml(heading: string, limits: readonly StatedLimit[], language: Language): string {
  if (limits.length === 0) return ''
  const items = limits.map((limit) => `<dt>${limit.name}</dt><dd>${escape(limitText(limit, language))}</dd>`)
  return `<h3>${heading}</h3><dl>${items.join('')}</dl>`
}

function schemaHtml(schema: JsonSchema): string {
  // Only named schemas start with a capital letter.
  return codeHtml(escape(schemaText(schema)).replace(/: ([A-Z]\w+)/g, ': <a href="#$1">$1</a>'))
}

function codeHtml(html: string, language = ''): string {
  const kind = language && ` data-language="${language}"`
  return `<figure class="code"${kind}><pre tabindex="0"><code>${html}</code></pre></figure>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
