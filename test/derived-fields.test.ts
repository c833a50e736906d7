import { expect, test } from 'vitest'
import { z } from 'zod'
import { DERIVED_FIELDS, DERIVED_NAME } from '#shared/rules/derived-fields.ts'
import { checkDerived } from '#test/support/check-answer.ts'
import { endpointKeys, endpointOf } from '#test/support/contract-requests.ts'

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

interface Field {
  /** E.g. `videos.title`. */
  readonly path: string
  readonly isRequired: boolean
}

/** Every field of a schema, those of lists and alternatives too. */
function fieldsOf(schema: z.ZodType | undefined, io: 'input' | 'output'): Field[] {
  if (schema === undefined) return []
  return walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema, '')
}

function walk({ properties = {}, required = [], items, anyOf = [] }: JsonSchema, within: string): Field[] {
  const inner = [...(items === undefined ? [] : [items]), ...anyOf].flatMap((part) => walk(part, within))
  const own = Object.entries(properties).flatMap(([name, part]) => {
    const path = within === '' ? name : `${within}.${name}`
    return [{ path, isRequired: required.includes(name) }, ...walk(part, path)]
  })
  return [...own, ...inner]
}

test('every metric of our own that an answer may have is in the list, and every one of the list is in an answer', () => {
  for (const key of endpointKeys) {
    const { data, extras } = endpointOf(key)
    const fields = [...fieldsOf(data, 'output'), ...fieldsOf(extras, 'output')].map(({ path }) => path)
    const named = fields.filter((path) => DERIVED_NAME.test(path))
    expect({ [key]: named.toSorted() }).toEqual({ [key]: (DERIVED_FIELDS[key] ?? []).toSorted() })
  }
  expect(Object.keys(DERIVED_FIELDS).filter((key) => !endpointKeys.some((known) => known === key))).toEqual(
    [],
  )
})

test('an answer is complete without them', () => {
  for (const key of endpointKeys) {
    const derived = DERIVED_FIELDS[key] ?? []
    const outermost = derived.filter((path) => !derived.some((other) => path.startsWith(`${other}.`)))
    const fields = fieldsOf(endpointOf(key).data, 'output')
    expect(fields.filter(({ path, isRequired }) => isRequired && outermost.includes(path))).toEqual([])
  }
})

test('no call asks for one', () => {
  for (const key of endpointKeys) {
    const { params, query, body } = endpointOf(key)
    const asked = [params, query, body].flatMap((schema) => fieldsOf(schema, 'input'))
    expect(asked.filter(({ path }) => DERIVED_NAME.test(path))).toEqual([])
  }
})

// The clients of all tests check every answer by this; here it finds one.
test.each([
  { data: { videos: [], calculated: null } },
  { data: [{ channel: { medianViews: 1 } }] },
  { data: null, meta: { growth: 3 } },
])('an answer with one is found: %j', (body) => {
  expect(() => checkDerived('POST /search', body)).toThrow('computed by us')
})
