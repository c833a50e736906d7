import { z } from 'zod'
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'

/** The keys of all endpoints. */
export const endpointKeys = Object.keys(contract) as EndpointKey[]

export function endpointOf(key: EndpointKey): Endpoint {
  return contract[key]
}

type Fields = Record<string, unknown>

/** What a request names of its person. */
interface Own {
  readonly userId: number
  /** A team of which the person is the owner. */
  readonly teamId: number
}

/** The parts of a request before it is sent. */
export interface Parts {
  readonly params: Readonly<Record<string, string | number>>
  readonly query: Readonly<Record<string, string | number>>
  /** Undefined when the call has none. */
  readonly body: Fields | undefined
}

/** A value for each field of the contract for which the schema alone does not suggest one. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  email: 'somebody@example.com',
  userEmail: 'somebody@example.com',
  address: 'somebody@example.com',
  username: 'Somebody',
  password: 'password',
  newPassword: 'password',
  newValue: 'Somebody',
  verification_code: '123456',
  ageGroup: 'Adults',
  content_type: 'Music',
  maxSubs: 1_000,
  // Must come from an answer.
  cursor: undefined,
  columns: 'channel_name,email',
  date: '2026-03-01',
  from: '2026-03-01',
  to: '2026-03-31',
  month: '2026-03',
  country: 'DE',
  vatNumber: 'DE136695976',
  language: 'en',
  advertisedOn: '2026-03-01',
  lines: ['somebody'],
  quoteId: '00000000-0000-4000-8000-000000000009',
  zone: 'Europe/Moscow',
  rows: [{ line: 'somebody', channelId: null }],
  table: [['channelId']],
  channelIds: ['somebody'],
  changes: [{ channelId: 'somebody', version: 1 }],
  nextStepOn: '2026-03-01',
  due: '2026-03-01',
  ownerId: null,
  code: 'SPRING',
  url: 'https://creator.example',
  handle: '@baker',
  types: ['Music'],
  audiences: [],
}

/** A request, made by a person, that every schema of an endpoint accepts. */
export function goodParts(key: EndpointKey, { userId = 1, teamId = 1 }: Partial<Own> = {}): Parts {
  const own = { userId, teamId }
  const { params, query, body } = endpointOf(key)
  const parts = {
    params: sampleOf(params, own) as Parts['params'],
    query: sampleOf(query, own) as Parts['query'],
    body: body === undefined ? undefined : sampleOf(body, own),
  }
  for (const [name, schema] of Object.entries({ params, query, body })) {
    const problem = schema?.safeParse(parts[name as keyof Parts])
    if (problem?.success === false) {
      throw new Error(`SAMPLES lacks a field of ${key}, ${name}: ${z.prettifyError(problem.error)}`)
    }
  }
  return parts
}

/** The fields of a body; in a wrapped one (`data`) they are inside. */
export function fieldsOf(body: Fields): Fields {
  return Object.keys(body).length === 1 && isFields(body['data']) ? body['data'] : body
}

/** The body with one field replaced. */
export function withField(body: Fields, name: string, value: unknown): Fields {
  return fieldsOf(body) === body ? { ...body, [name]: value } : { data: { ...fieldsOf(body), [name]: value } }
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly minimum?: number
  readonly format?: string
  readonly pattern?: string
  readonly contentEncoding?: string
  readonly exclusiveMinimum?: number
}

function sampleOf(schema: z.ZodType | undefined, own: Own): Fields {
  if (schema === undefined) return {}
  return sample(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, '', own) as Fields
}

function sample(schema: JsonSchema, name: string, own: Own): unknown {
  if (name === 'userId' || name === 'user_id') return own.userId
  if (name === 'teamId') return own.teamId
  if (name in SAMPLES) return SAMPLES[name]
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf?.[0] !== undefined) return sample(schema.anyOf[0], name, own)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, inner]) => [field, sample(inner, field, own)]),
      )
    case 'array':
      return (schema.prefixItems ?? []).map((inner) => sample(inner, '', own))
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
    case 'boolean':
      return true
    case 'string':
      if (schema.format === 'date') return '2026-03-01'
      if (schema.pattern === '^[0-9a-f]{8}$') return '1a2b3c4d'
      if (schema.pattern === String.raw`^\d{1,15}$`) return '17'
      if (schema.contentEncoding === 'base64') return 'eA=='
      return schema.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 'x'
    default:
      return null
  }
}
