import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { email, username } from '#shared/api/fields.ts'
import { Refusal } from '#server/refusal.ts'
import { DEPTH_MAX, readInput, readJson as readBody } from './read-input.ts'

const readJson = (body: unknown) => readBody(typeof body === 'string' ? Buffer.from(body) : body)

function refusal(work: () => unknown): Refusal | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

describe('readInput', () => {
  const person = z.object({ email, username, age: z.number().int().optional() })

  it('returns what the schema parses and drops unknown fields', () => {
    const given = readJson(
      '{"email":" A@Example.com ","username":" abc ","isAdmin":true,"__proto__":{"age":1}}',
    )
    expect(readInput(person, given)).toEqual({ email: 'a@example.com', username: 'abc' })
  })

  it('names every wrong field with the rule that it breaks', () => {
    expect(refusal(() => readInput(person, { email: '', username: 'a', age: 'x' }))).toMatchObject({
      code: 'invalid_input',
      fields: { email: 'email_empty', username: 'username_short', age: 'invalid' },
    })
  })

  it('distinguishes a missing field from a wrong one', () => {
    const thing = z.object({ id: z.string(), other: z.string() })
    expect(refusal(() => readInput(thing, { other: 5 }))?.fields).toEqual({
      id: 'required',
      other: 'invalid',
    })
  })

  it('names fields under `data` as forms know them', () => {
    const wrapped = z.object({ data: z.object({ email }) })
    expect(refusal(() => readInput(wrapped, { data: { email: 'x' } }))?.fields).toEqual({
      email: 'email_invalid',
    })
  })

  it.each([[undefined], [null], [[]], ['text'], [5], [true]])(
    'refuses %j where an object is wanted',
    (given) => {
      expect(refusal(() => readInput(person, given))?.code).toBe('invalid_input')
    },
  )

  it.each([
    ['a NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\ud800'],
    ['the other half', '\udc00a'],
  ])('refuses text that the database cannot store: %s', (_name, text) => {
    const deep = z.object({ any: z.unknown() })
    expect(refusal(() => readInput(deep, { any: text }))).toMatchObject({
      code: 'invalid_input',
      fields: { any: 'invalid' },
    })
    expect(refusal(() => readInput(deep, { any: ['ok', { deeper: text }] }))?.fields).toEqual({
      'any.1.deeper': 'invalid',
    })
    expect(refusal(() => readInput(deep, { any: '😀 ok' }))).toBeNull()
  })

  it('accepts bodies up to the maximum depth, and parses no deeper one', () => {
    const nested = (depth: number) =>
      `{"text":"[[\\"[{","any":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    const given = readJson(nested(DEPTH_MAX))
    expect(refusal(() => readInput(z.object({ any: z.unknown() }), given))).toBeNull()
    expect(refusal(() => readJson(nested(DEPTH_MAX + 1)))).toMatchObject({ code: 'invalid_input' })
    // Siblings do not add depth.
    expect(refusal(() => readJson(`[${'{},[],'.repeat(5_000)}"]"]`))).toBeNull()
  })

  it('returns nothing where the contract has nothing', () => {
    expect(readInput(undefined, { any: 1 })).toBeUndefined()
  })
})

describe('readJson', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['"text"', 'text'],
    ['{"a":1,"a":2}', { a: 2 }],
    ['1e999', Infinity],
    ['', undefined],
    ['  \n', undefined],
  ])('reads %j', (text, value) => {
    expect(readJson(text)).toEqual(value)
  })

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.from([0x22, 0xff, 0xfe, 0x22])
    expect(refusal(() => readBody(bytes))?.code).toBe('invalid_input')
  })

  it('accepts only text', () => {
    expect(readJson(undefined)).toBeUndefined()
    expect(readJson({ a: 1 })).toBeUndefined()
  })

  it.each(['{', '{a:1}', "{'a':1}", 'undefined', '{"a":1}x', '[1,]', '\u0000'])('refuses %j', (text) => {
    expect(refusal(() => readJson(text))?.code).toBe('invalid_input')
  })

  it('leaves the prototype of objects alone', () => {
    const read = readJson('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })
})
