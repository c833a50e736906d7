import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoint.ts'

const entry = { who: 'user', scope: 'account', limits: [], summary: '', data: z.null(), errors: [] } as const
const id = z.object({ id: z.enum(['own', 'other']) })
const person = z.object({ userId: z.number() })

/** Accepts a valid entry; the compiler rejects the deviations in the tests below. */
function keysOf(entries: object): string[] {
  return Object.keys(entries)
}

describe('an entry of the contract', () => {
  it('compiles when its policy is complete', () => {
    const whole = endpoints({
      'GET /a': { ...entry, session: 'restored' },
      'POST /b': {
        ...entry,
        who: 'anyone',
        session: 'best-effort',
        changesNothing: true,
        limits: ['search'],
      },
      'PUT /c/{userId}': { ...entry, owner: 'userId', params: person },
      'PUT /d/{id}': {
        ...entry,
        who: { parameter: 'id', values: { own: 'user', other: 'sponsor' } },
        params: id,
      },
    })
    expect(keysOf(whole)).toHaveLength(4)
  })

  it('does not compile when a part is missing or parts contradict each other', () => {
    const { who: _who, ...withoutWho } = entry
    const { scope: _scope, ...withoutScope } = entry
    const { limits: _limits, ...withoutLimits } = entry
    const refused = [
      // @ts-expect-error `who` is missing
      endpoints({ 'GET /a': withoutWho }),
      // @ts-expect-error `scope` is missing where a person calls
      endpoints({ 'GET /a': withoutScope }),
      endpoints({
        // @ts-expect-error the same where a value of the parameter needs a person
        'GET /{id}': {
          ...withoutScope,
          who: { parameter: 'id', values: { own: 'user', other: 'anyone' } },
          params: id,
        },
      }),
      // @ts-expect-error a creator's link is in the body
      endpoints({ 'PUT /a': { ...entry, who: 'creator' } }),
      // @ts-expect-error `limits` are missing
      endpoints({ 'GET /a': withoutLimits }),
      // @ts-expect-error a field contains a person's id, and no `owner` is named
      endpoints({ 'PUT /a/{userId}': { ...entry, params: person } }),
      // @ts-expect-error the same in a body
      endpoints({ 'PUT /a': { ...entry, body: person } }),
      // @ts-expect-error the field does not exist
      endpoints({ 'PUT /a': { ...entry, owner: 'userId' } }),
      // @ts-expect-error GET needs no token anyway
      endpoints({ 'GET /a': { ...entry, changesNothing: true } }),
      // @ts-expect-error a required session cannot be best-effort
      endpoints({ 'GET /a': { ...entry, session: 'best-effort' } }),
      // @ts-expect-error a limit per payment cannot be counted before the payment is known
      endpoints({ 'GET /a': { ...entry, limits: ['notified'] } }),
      // @ts-expect-error a value of the parameter is missing
      endpoints({ 'GET /{id}': { ...entry, who: { parameter: 'id', values: { own: 'user' } }, params: id } }),
      // @ts-expect-error the parameter does not exist
      endpoints({ 'GET /a': { ...entry, who: { parameter: 'id', values: { own: 'user' } } } }),
    ]
    expect(refused).toHaveLength(13)
  })
})
