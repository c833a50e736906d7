import { z } from 'zod'
import { card } from '#shared/api/cards.ts'
import { userData } from '#shared/api/sessions.ts'
import { purchaseRecord } from '#shared/api/reveals.ts'
import { channelResult } from '#shared/api/search.ts'

/** A JSON schema as in the document. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Schemas that are named in the document, because several answers contain them. */
const named = z
  .registry<{ id: string }>()
  .add(userData, { id: 'UserData' })
  .add(purchaseRecord, { id: 'PurchaseRecord' })
  .add(channelResult, { id: 'ChannelResult' })
  .add(card, { id: 'Card' })

/**
 * The JSON schema of what a caller sends (`input`) or receives (`output`). Named schemas go into `components` and are
 * referenced.
 */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  const converted = z.toJSONSchema(schema, {
    io,
    metadata: named,
    override: (made) => simplify(made.jsonSchema),
  })
  const hoisted = JSON.parse(
    JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as JsonSchema
  const { $schema: _dialect, $defs: definitions = {}, ...rest } = hoisted
  Object.assign(components, definitions)
  return rest
}

/** Removes what zod adds to every integer and date, and what only repeats `format`. */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
}

/** A JSON schema in a TypeScript-like notation for people: `{ limit?: integer 1-50 = 20 }`. Named schemas appear by name. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const reference = schema['$ref']
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? reference
  const options = asSchemas(schema['anyOf'])
  if (options.length > 0) return [...new Set(options.map((option) => schemaText(option, indent)))].join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(schema['type'])) return schema['type'].join(' | ')
  if (schema['type'] === 'array') return arrayText(schema, indent)
  if (schema['type'] === 'object') return objectText(schema, indent)
  return typeof schema['type'] === 'string' ? `${schema['type']}${boundsText(schema)}` : 'anything'
}

function arrayText(schema: JsonSchema, indent: string): string {
  const places = asSchemas(schema['prefixItems'])
  if (places.length > 0) return `[${places.map((place) => schemaText(place, indent)).join(', ')}]`
  const item = schemaText((schema['items'] ?? {}) as JsonSchema, indent)
  return `${/^[^{[]* /.test(item) ? `(${item})` : item}[]`
}

function objectText(schema: JsonSchema, indent: string): string {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)
  if (properties.length === 0) return '{ ... }'
  const inner = `${indent}  `
  const lines = properties.map(([name, property]) => {
    const fallback = 'default' in property ? ` = ${JSON.stringify(property['default'])}` : ''
    return `${inner}${name}${required.has(name) ? '' : '?'}: ${schemaText(property, inner)}${fallback}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function boundsText(schema: JsonSchema): string {
  const { format, pattern } = schema
  const least = numberOf(schema, 'exclusiveMinimum')
  const from =
    numberOf(schema, 'minimum') ?? numberOf(schema, 'minLength') ?? (least === null ? null : least + 1)
  const to = numberOf(schema, 'maximum') ?? numberOf(schema, 'maxLength')
  const unit = schema['type'] === 'string' ? ' characters' : ''
  const range =
    from === null && to === null ? '' : from === null ? ` up to ${to}${unit}` : ` ${from}-${to ?? ''}${unit}`
  const shape = typeof format === 'string' ? ` (${format})` : typeof pattern === 'string' ? ` ${pattern}` : ''
  return `${range}${shape}`
}

function numberOf(schema: JsonSchema, keyword: string): number | null {
  const value = schema[keyword]
  return typeof value === 'number' ? value : null
}

function asSchemas(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? (value as JsonSchema[]) : []
}
