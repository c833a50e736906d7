import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { ERROR_STATUS } from '#shared/api/errors.ts'
import { refusalsOf } from '#shared/api/policy.ts'
import { readLimits } from '#server/limits/rate-limiter.ts'
import { openApiDocument } from './openapi.ts'
import { exampleCall } from './example-call.ts'
import { referenceBody } from './reference-body.ts'
import { schemaText } from './json-schema.ts'

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

  it('has every endpoint with all its statuses', () => {
    for (const key of keys) {
      const [method = '', path = ''] = key.split(' ')
      const operation = document.paths[path]?.[method.toLowerCase()]
      const statuses = new Set([200, ...refusalsOf(key).map((code) => ERROR_STATUS[code])])
      expect(Object.keys(operation?.responses ?? {}).map(Number), key).toEqual(
        [...statuses].toSorted((a, b) => a - b),
      )
    }
  })

  it('has nothing beyond the contract', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual([...keys, 'GET /health', 'GET /ready'].toSorted())
  })

  it('resolves every reference, and uses every named schema', () => {
    const used = new Set(JSON.stringify(document).match(/(?<=#\/components\/schemas\/)\w+/g))
    expect([...used].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted())
  })

  it('requires no CSRF token where nothing can change', () => {
    for (const methods of Object.values(document.paths)) {
      expect(JSON.stringify(methods['get']?.security ?? [])).not.toContain('csrf')
    }
  })
})

describe('policy in the document', () => {
  const operationOf = (key: EndpointKey) => {
    const [method = '', path = ''] = key.split(' ')
    return document.paths[path]![method.toLowerCase()]!
  }

  it('is given for every endpoint, for programs and for people', () => {
    for (const key of keys) {
      const { 'x-policy': policy, description } = operationOf(key)
      expect(policy?.who, key).toEqual(contract[key].who)
      for (const { name } of [...policy!.limits, ...policy!.furtherLimits])
        expect(description).toContain(name)
    }
    expect(operationOf('POST /getemail')).toMatchObject({
      description:
        'Logged in.\nLimit reveal: 60 in 1 min for each person.\nLimit reveal_day: 1,000 in 1 day for each person.',
      'x-policy': { limits: [{ name: 'reveal', calls: 60, seconds: 60, per: 'person' }, {}] },
    })
  })

  it('says who may call where a parameter decides', () => {
    const { description, security } = operationOf('POST /verification/{action}')
    expect(description).toContain('signIn, reset: Anyone · change, delete: Logged in.')
    expect(security).toEqual([{ clientKey: [] }, { clientKey: [], session: [], csrf: [] }])
  })

  it('has the limits of the installation', () => {
    const limits = readLimits({ limits: ['reveal=7/90', 'all=9/60'], welcomePerNetworkDay: 1 })
    const own = openApiDocument(limits)
    expect(own.paths['/getemail']!['post']!.description).toContain(
      'Limit reveal: 7 in 90 sec for each person.',
    )
    expect(own['x-limits']).toEqual([{ name: 'all', calls: 9, seconds: 60, per: 'network' }])
  })

  it('says how long to wait wherever calls are limited', () => {
    for (const key of keys) {
      const refused = operationOf(key).responses['429']
      if (contract[key].who === 'provider') expect(refused).toBeUndefined()
      else expect(refused?.headers, key).toHaveProperty('Retry-After')
    }
  })
})

describe('the reference page', () => {
  const EXAMPLE = { base: 'https://channelbook.example/api', key: 'channelbook-web' }

  it.each(['en', 'ru'] as const)(
    'shows every endpoint by its subject, and loads nothing (%s)',
    (language) => {
      const page = referenceBody(document, language, EXAMPLE)
      for (const key of [...keys, 'GET /health', 'GET /ready'])
        expect(page).toContain(`<strong>${key}</strong>`)
      expect(page).not.toMatch(/<script|<img|<link|(?:href|src)="https?:|\sstyle="|\son\w+="/)
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
    },
  )

  it.each([
    ['en', ['Logged in, and a sponsor.', '<dt>reveal</dt><dd>60 in 1 min for each person</dd>']],
    ['ru', ['После входа, для спонсоров.', '<dt>reveal</dt><dd>60 за 1 мин на человека</dd>']],
  ] as const)('states each call’s policy in its language (%s)', (language, texts) => {
    const page = referenceBody(document, language, EXAMPLE)
    for (const text of texts) expect(page).toContain(text)
  })

  it('has an example of each call that its schemas accept', () => {
    for (const key of keys) {
      const [method = '', path = ''] = key.split(' ')
      const operation = document.paths[path]![method.toLowerCase()]!
      const example = exampleCall(key, operation, EXAMPLE)
      const [, body] = / -d '(.*)'$/.exec(example) ?? []
      const [, url = ''] = /(https:\S+?)'?(?: |$)/.exec(example) ?? []
      const { pathname, searchParams } = new URL(url)
      const { body: bodySchema, params, query } = contract[key] as Endpoint
      expect(bodySchema?.safeParse(JSON.parse(body ?? 'null')).error, key).toBeUndefined()
      expect(query?.safeParse(Object.fromEntries(searchParams)).error, key).toBeUndefined()
      const names = path.split('/')
      const values = pathname.replace('/api', '').split('/')
      const named = names.flatMap((name, place) =>
        name.startsWith('{') ? [[name.slice(1, -1), values[place]] as const] : [],
      )
      expect(params?.safeParse(Object.fromEntries(named)).error, key).toBeUndefined()
    }
    expect(exampleCall('POST /getemail', document.paths['/getemail']!['post']!, EXAMPLE)).toBe(
      `curl https://channelbook.example/api/getemail \\
  -H 'x-api-key: channelbook-web' \\
  -b jar \\
  -H "x-csrf-token: $TOKEN" \\
  -H 'content-type: application/json' \\
  -d '{"channelId":"UCdemo00004kxkqckg5giKhw"}'`,
    )
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
