import type { z } from 'zod'
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from '#shared/api/errors.ts'
import {
  actsForTeam,
  isPerson,
  needsKey,
  needsToken,
  readsSession,
  refusalsOf,
  whoCanCall,
} from '#shared/api/policy.ts'
import { en } from '#shared/i18n/en.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import {
  type LimitTable,
  limitText,
  policyTexts,
  type StatedLimit,
  type StatedPolicy,
  statePolicy,
} from './policy-text.ts'

/** One endpoint in the document. */
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
      {
        readonly description: string
        readonly headers?: JsonSchema
        readonly content: JsonContent | { readonly '*/*': { readonly schema: JsonSchema } }
      }
    >
  >
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
}

interface JsonContent {
  readonly 'application/json': { readonly schema: JsonSchema }
}

const TEAM: Parameter = {
  name: 'x-team',
  in: 'header',
  required: false,
  schema: { type: 'integer', description: 'Acts for this team instead of the own purse' },
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
}

interface Surroundings {
  readonly limits: LimitTable
  readonly schemas: Record<string, JsonSchema>
}

/** Describes an endpoint; adds named schemas to `schemas`. */
export function operationOf(
  key: EndpointKey,
  feature: string,
  { limits, schemas: components }: Surroundings,
): Operation {
  const endpoint: Endpoint = contract[key]
  const policy = statePolicy(endpoint, limits)
  const parameters = [
    ...parametersOf(endpoint.params, 'path', components),
    ...parametersOf(endpoint.query, 'query', components),
    ...(actsForTeam(endpoint) && !key.includes('{teamId}') ? [TEAM] : []),
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
  const stated = (limit: StatedLimit, more = '') => `Limit ${limit.name}${more}: ${limitText(limit, 'en')}`
  const texts = [
    ...policyTexts(policy, 'en'),
    ...policy.limits.map((limit) => stated(limit)),
    ...policy.furtherLimits.map((limit) => stated(limit, ', once the call gets that far')),
  ]
  return texts.map((text) => `${text}.`).join('\n')
}

function securityOf(key: EndpointKey, endpoint: Endpoint): JsonSchema[] {
  if (!needsKey(endpoint)) return []
  if (!readsSession(endpoint)) return [{ clientKey: [] }]
  const person = { clientKey: [], session: [], ...(needsToken(key) && { csrf: [] }) }
  return whoCanCall(endpoint).every((who) => isPerson(who) || who === 'operator')
    ? [person]
    : [{ clientKey: [] }, person]
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
  if (data['format'] === 'binary') return { description: 'A file', content: { '*/*': { schema: data } } }
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
      // Refusals that an endpoint declares itself carry its extra fields; others carry them only when `refusedWith` gives
      // their values.
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

/** Codes whose answers carry `Retry-After`. */
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

export function jsonContent(schema: JsonSchema): JsonContent {
  return { 'application/json': { schema } }
}
