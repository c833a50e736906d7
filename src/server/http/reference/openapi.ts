import { contractByFeature, type EndpointKey } from '#shared/api/contract.ts'
import { ERROR_STATUS, FIELD_PROBLEMS } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/api/rate-limits.ts'
import { HOST_PREFIX, SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import type { JsonSchema } from './json-schema.ts'
import { jsonContent, type Operation, operationOf } from './operation.ts'
import { type LimitTable, limitText, type StatedLimit, stateLimit } from './policy-text.ts'

/** The API's OpenAPI 3.1 document, generated from the schemas that validate. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  /** The limits of every call with the client's key. */
  readonly 'x-limits': readonly StatedLimit[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Record<string, JsonSchema>; readonly securitySchemes: JsonSchema }
}

const SECURITY_SCHEMES = {
  clientKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Identifies the client; no secret.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: `Set by the calls that log in; under https its name is ${HOST_PREFIX}${SESSION_COOKIE}.`,
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'x-csrf-token',
    description:
      "userInformation.csrfToken, on every call of a logged-in person that changes something; a browser's Sec-Fetch-Site: same-origin counts in its place, also of an empty header.",
  },
}

const DESCRIPTION = `Answers are {"success", "data", "error"} and, beside them, the fields that a call names. \
Checks run in this order: key, media type and size, session, CSRF, body, ownership, state. \
Unknown fields of a body are dropped. A refused call says so by status, by error.code and, for invalid_input, by error.fields.`

/** Builds the document from the contract and an installation's limits. */
export function openApiDocument(limits: LimitTable = LIMITS): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = { ApiError: apiErrorSchema() }
  const paths: Record<string, Record<string, Operation>> = {
    '/health': { get: healthOperation() },
    '/ready': { get: readyOperation() },
  }
  for (const [feature, endpoints] of Object.entries(contractByFeature)) {
    for (const key of Object.keys(endpoints) as EndpointKey[]) {
      const [method = '', path = ''] = key.split(' ')
      const operation = operationOf(key, feature, { limits, schemas })
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
    }
  }
  const all = stateLimit('all', limits)
  const description = `${DESCRIPTION} All calls together are limited to ${limitText(all, 'en')}; some have limits of their own beside that.`
  return {
    openapi: '3.1.0',
    info: { title: 'Channelbook', version: packageJson.version, description },
    servers: [{ url: '/api' }],
    tags: ['health', ...Object.keys(contractByFeature)].map((name) => ({ name })),
    'x-limits': [all],
    paths,
    components: { schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

function apiErrorSchema(): JsonSchema {
  return {
    type: 'object',
    properties: {
      code: { enum: Object.keys(ERROR_STATUS) },
      message: { type: 'string' },
      fields: { type: 'object', additionalProperties: { enum: FIELD_PROBLEMS } },
    },
    required: ['code', 'message'],
    additionalProperties: false,
  }
}

function healthOperation(): Operation {
  const schema = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] }
  return {
    operationId: 'GET_health',
    tags: ['health'],
    summary: 'Whether the process lives; asks no database, needs no key and has no envelope',
    security: [],
    responses: { 200: { description: 'It lives', content: jsonContent(schema) } },
  }
}

function readyOperation(): Operation {
  const oneOf = (...names: readonly string[]) => ({ type: 'string', enum: names })
  const properties = {
    status: oneOf('ok', 'unavailable'),
    primary: oneOf('ok', 'away', 'readonly'),
    replicas: { type: 'array', items: oneOf('ok', 'away') },
    jobs: oneOf('ok', 'late', 'unknown'),
    emails: oneOf('ok', 'late', 'unknown'),
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  return {
    operationId: 'GET_ready',
    tags: ['health'],
    summary: 'The state of each part; needs no key and has no envelope',
    security: [],
    responses: {
      200: { description: 'Ready', content: jsonContent(schema) },
      503: { description: 'The primary database is away or takes no writes', content: jsonContent(schema) },
    },
  }
}
