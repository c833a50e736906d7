import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import { ERROR_STATUS } from '#shared/api/errors.ts'
import { openApiDocument, refusalsOf } from './openapi.ts'
import { REFERENCE_CSP, referencePage } from './reference-page.ts'
import { schemaText } from './schema-text.ts'

const document = openApiDocument()
const keys = Object.keys(contract) as EndpointKey[]

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document) as object as Record<string, unknown>)).toEqual({
      valid: true,
    })
    expect(validator.version).toBe('3.1')
  })

  it('has every endpoint, with every status that it can answer', () => {
    for (const key of keys) {
      const [method = '', path = ''] = key.split(' ')
      const operation = document.paths[path]?.[method.toLowerCase()]
      const statuses = new Set([200, ...refusalsOf(key).map((code) => ERROR_STATUS[code])])
      expect(Object.keys(operation?.responses ?? {}).map(Number), key).toEqual(
        [...statuses].toSorted((a, b) => a - b),
      )
    }
  })

  it('has nothing that the contract lacks', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual([...keys, 'GET /health', 'GET /ready'].toSorted())
  })

  it('resolves every reference, and uses every named schema', () => {
    const used = new Set(JSON.stringify(document).match(/(?<=#\/components\/schemas\/)\w+/g))
    expect([...used].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
  })

  it('never asks for CSRF where nothing can change', () => {
    for (const methods of Object.values(document.paths)) {
      expect(JSON.stringify(methods['get']?.security ?? [])).not.toContain('csrf')
    }
  })
})

describe('the reference page', () => {
  it.each(['en', 'ru'] as const)('shows every endpoint, and needs nothing from anywhere (%s)', (language) => {
    const page = referencePage(document, language)
    expect(page).toContain(`<html lang="${language}">`)
    for (const key of keys) expect(page).toContain(key)
    expect(page).not.toMatch(/<script|<img|<link|https?:\/\/|\sstyle="|\son\w+="/)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })

  it('is allowed its own style alone', () => {
    expect(REFERENCE_CSP).toMatch(/default-src 'none'; style-src 'sha256-[^']+'/)
  })
})

describe('schemaText', () => {
  it.each([
    [{ type: 'string', minLength: 1, maxLength: 200 }, 'string 1-200 characters'],
    [{ type: 'integer', exclusiveMinimum: 0, maximum: 9 }, 'integer 1-9'],
    [{ type: 'string', maxLength: 50 }, 'string up to 50 characters'],
    [{ type: 'array', items: { type: 'string', maxLength: 50 } }, '(string up to 50 characters)[]'],
    [{ type: 'array', items: { $ref: '#/components/schemas/UserData' } }, 'UserData[]'],
    [{ type: 'string', format: 'date' }, 'string (date)'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer | null'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'null' }] }, '[integer, null]'],
    [{ $ref: '#/components/schemas/UserData' }, 'UserData'],
    [{}, 'anything'],
    [
      {
        type: 'object',
        properties: { a: { const: true }, b: { type: 'integer', default: 20 } },
        required: ['a'],
      },
      '{\n  a: true\n  b?: integer = 20\n}',
    ],
  ])('writes %j as %s', (schema, text) => {
    expect(schemaText(schema)).toBe(text)
  })
})
