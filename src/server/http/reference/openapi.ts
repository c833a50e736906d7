import type { z } from 'zod'
import { contract, contractByFeature, type EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { ERROR_STATUS, type ErrorCode, FIELD_PROBLEMS } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/api/limits.ts'
import { isPerson, needsKey, needsToken, refusalsOf, whoCanCall } from '#shared/api/policy.ts'
import { en } from '#shared/i18n/en.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { HOST_PREFIX, SESSION_COOKIE } from '#server/http/calls/cookies.ts'
import { type JsonSchema, jsonSchema } from './openapi-schemas.ts'
import {
  type LimitTable,
  limitText,
  limitTexts,
  policyTexts,
  type StatedLimit,
  type StatedPolicy,
  stateLimit,
  statePolicy,
} from './policy-text.ts'

/** One call in the document. */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  /** The policy for people; `x-policy` is the same for programs. */
  readonly description?: string
  readonly 'x-policy'?: StatedPolicy
  readonly security: readonly JsonSchema[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: JsonContent }
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly headers?: JsonSchema; readonly content: JsonContent }
    >
  >
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: JsonSchema
}

interface JsonContent {
  readonly 'application/json': { readonly schema: JsonSchema }
}

/** The OpenAPI 3.1 document of the API, generated from the schemas that validate. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  /** What every call that brings the client's key counts for. */
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
      "userInformation.csrfToken, on every call of a logged-in person that changes something; a browser's Sec-Fetch-Site: same-origin counts in its place.",
  },
}

const DESCRIPTION = `Answers are {"success", "data", "error"} and, beside them, the fields that a call names. \
Checks run in this order: key, media type and size, session, CSRF, body, ownership, state. \
Unknown fields of a body are dropped. A refused call says so by status, by error.code and, for invalid_input, by error.fields.`

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
}

/** Builds the document from the contract, with the limits as an installation has them. */
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

interface Surroundings {
  readonly limits: LimitTable
  readonly schemas: Record<string, JsonSchema>
}

function operationOf(
  key: EndpointKey,
  feature: string,
  { limits, schemas: components }: Surroundings,
): Operation {
  const endpoint: Endpoint = contract[key]
  const policy = statePolicy(endpoint, limits)
  const parameters = [
    ...parametersOf(endpoint.params, 'path', components),
    ...parametersOf(endpoint.query, 'query', components),
  ]
  const body = endpoint.body && jsonContent(jsonSchema(endpoint.body, 'input', components))
  return {
    operationId: key.replace(/[^A-Za-z]+/g, '_').replace(/_$/, ''),
    tags: [feature],
    summary: endpoint.summary,
    description: descriptionOf(policy),
    'x-policy': policy,
    security: securityOf(key, endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: body } }),
    responses: { 200: successOf(endpoint, components), ...refusalResponses(key, endpoint, components) },
  }
}

function descriptionOf(policy: StatedPolicy): string {
  const limits = limitTexts(policy, 'en').map(([name, text]) => `Limit ${name}: ${text}`)
  return [...policyTexts(policy, 'en'), ...limits].map((text) => `${text}.`).join('\n')
}

function securityOf(key: EndpointKey, endpoint: Endpoint): JsonSchema[] {
  if (!needsKey(endpoint)) return []
  const person = { clientKey: [], session: [], ...(needsToken(key) && { csrf: [] }) }
  return whoCanCall(endpoint).every(isPerson) ? [person] : [{ clientKey: [] }, person]
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: Parameter['in'],
  components: Record<string, JsonSchema>,
): Parameter[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', components) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function successOf(endpoint: Endpoint, components: Record<string, JsonSchema>) {
  const data = jsonSchema(endpoint.data, 'output', components)
  if (endpoint.bare === true) return { description: 'Outside the envelope', content: jsonContent(data) }
  const envelope = { success: { const: true }, data, error: { type: 'null' } }
  return { description: 'Done', content: jsonContent(withExtras(envelope, endpoint.extras, components)) }
}

function refusalResponses(key: EndpointKey, endpoint: Endpoint, components: Record<string, JsonSchema>) {
  const byStatus = Map.groupBy(refusalsOf(key), (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const error = {
        allOf: [{ $ref: '#/components/schemas/ApiError' }, { properties: { code: { enum: codes } } }],
      }
      const envelope = { success: { const: false }, data: { type: 'null' }, error }
      // The refusals that a call declares itself carry its extra fields; others those that all carry.
      const carries = (code: ErrorCode) =>
        endpoint.refusedWith !== undefined || endpoint.errors.includes(code)
      const extras = codes.some(carries) ? endpoint.refusalExtras : undefined
      const schema = withExtras(envelope, extras, components, codes.every(carries))
      return [
        status,
        {
          description: codes.map((code) => `${code}: ${en.errors[code]}`).join('\n'),
          ...(codes.some(isRetried) && { headers: RETRY_AFTER }),
          content: jsonContent(schema),
        },
      ]
    }),
  )
}

/** Codes whose answers say when to come again. */
function isRetried(code: ErrorCode): boolean {
  return code === 'too_many_requests' || code === 'unavailable'
}

function withExtras(
  envelope: Readonly<Record<string, JsonSchema>>,
  extras: z.ZodType | undefined,
  components: Record<string, JsonSchema>,
  areRequired = true,
): JsonSchema {
  const { properties = {}, required = [] } = (
    extras === undefined ? {} : jsonSchema(extras, 'output', components)
  ) as { readonly properties?: JsonSchema; readonly required?: readonly string[] }
  return {
    type: 'object',
    properties: { ...envelope, ...properties },
    required: [...new Set([...Object.keys(envelope), ...(areRequired ? required : [])])],
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
    letters: oneOf('ok', 'late', 'unknown'),
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

function jsonContent(schema: JsonSchema): JsonContent {
  return { 'application/json': { schema } }
}
