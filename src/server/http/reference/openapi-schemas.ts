import { z } from 'zod'
import { userData } from '#shared/api/accounts.ts'
import { channelResult } from '#shared/api/search.ts'
import { purchaseRecord } from '#shared/api/reveals.ts'

/** A JSON schema as in the document. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Schemas that are named in the document, because several answers contain them. */
const named = z
  .registry<{ id: string }>()
  .add(userData, { id: 'UserData' })
  .add(purchaseRecord, { id: 'PurchaseRecord' })
  .add(channelResult, { id: 'ChannelResult' })

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
