import type { JsonSchema } from './json-schema.ts'
import type { Operation } from './operation.ts'

/** Values for what a schema alone says too little of, by name. */
const VALUES: Readonly<Record<string, unknown>> = {
  address: 'you@creator.example',
  ageGroup: 'Youth',
  channelName: 'Guitar with Jasper',
  channel_name: 'Guitar with Jasper',
  channelId: 'UCdemo00004kxkqckg5giKhw',
  code: '123456',
  country: 'RU',
  email: 'you@buyer.example',
  evidence: '550 5.1.1 <you@creator.example>: user unknown',
  inn: '7707083893',
  isAgreed: true,
  isConsentGiven: true,
  lines: ['Guitar with Jasper'],
  mainInputValue: 'guitar',
  month: '2026-10',
  newPassword: 'a new password',
  newValue: 'Anna_2',
  password: 'your password',
  promocode: 'SPRING',
  text: 'guitar lessons',
  transactionId: '17',
  userEmail: 'you@buyer.example',
  username: 'Anna_1',
  verification_code: '123456',
  videoId: '6mVn03jx0m8',
}
/** Optional by the schema, and needed by the rules behind it. */
const NEEDED = new Set(['evidence', 'inn', 'videoId'])

export interface Example {
  /** Where the API is, e.g. `https://channelbook.example/api`. */
  readonly base: string
  readonly key: string
}

/** A call with curl, as short as its schemas allow. Cookies of the session are in `jar`, its token in `$TOKEN`. */
export function exampleCall(name: string, operation: Operation, { base, key }: Example): string {
  const [method = '', path = ''] = name.split(' ')
  const parameters = (operation.parameters ?? []).map((parameter) => ({
    ...parameter,
    value: encodeURIComponent(String(sampleOf(parameter.schema, parameter.name))),
  }))
  const place = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, parameter) => url.replace(`{${parameter.name}}`, parameter.value), path)
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => `${parameter.name}=${parameter.value}`)
  const url = `${base}${place}${query.length > 0 ? `?${query.join('&')}` : ''}`
  // The first way in which it may be called is the shortest.
  const schemes = new Set(Object.keys(operation.security[0] ?? {}))
  const schema = operation.requestBody?.content['application/json'].schema
  const isPlain = method === (schema === undefined ? 'GET' : 'POST')
  const lines = [
    `curl${isPlain ? '' : ` -X ${method}`} ${/[?&]/.test(url) ? `'${url}'` : url}`,
    schemes.has('clientKey') && `-H 'x-api-key: ${key}'`,
    schemes.has('session') && '-b jar',
    schemes.has('csrf') && '-H "x-csrf-token: $TOKEN"',
    schema !== undefined && `-H 'content-type: application/json'`,
    schema !== undefined && `-d '${JSON.stringify(sampleOf(schema))}'`,
  ]
  return lines.filter((line) => line !== false).join(' \\\n  ')
}

/** The smallest value that a schema describes: required fields, or else the first one. */
export function sampleOf(schema: JsonSchema, name = ''): unknown {
  if (name in VALUES) return VALUES[name]
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const [option] = (schema['anyOf'] ?? []) as readonly JsonSchema[]
  if (option !== undefined) return sampleOf(option, name)
  switch (schema['type']) {
    case 'object':
      return sampleObject(schema)
    case 'array':
      return [sampleOf((schema['items'] ?? {}) as JsonSchema)]
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1))
    case 'boolean':
      return true
    default:
      return sampleText(schema, name)
  }
}

/** Of an invoice. */
const NUMBER = '1a2b3c4d'

function sampleText({ format, pattern }: JsonSchema, name: string): string {
  if (format === 'date') return '2026-11-26'
  if (format === 'uuid') return 'c9ce876e-88c4-4ad6-83b2-8bb067346895'
  if (typeof pattern === 'string' && new RegExp(pattern).test(NUMBER)) return NUMBER
  return name === '' ? 'text' : name
}

function sampleObject(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)
  const required = (schema['required'] ?? []) as readonly string[]
  const shown = properties.filter(
    ([name], place) => NEEDED.has(name) || (required.length > 0 ? required.includes(name) : place === 0),
  )
  return Object.fromEntries(shown.map(([name, property]) => [name, sampleOf(property, name)]))
}
