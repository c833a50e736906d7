import { expect, it } from 'vitest'
import { describeError } from './describe-error.ts'

it('keeps type, code, constraint and stack', () => {
  const error = Object.assign(new RangeError('too far'), { code: '23505', constraint: 'person_email_key' })
  expect(describeError(error)).toMatchObject({
    type: 'RangeError',
    message: 'too far',
    code: '23505',
    constraint: 'person_email_key',
    stack: expect.stringContaining('describe-error.unit.test.ts'),
  })
})

it('removes addresses and statement values wherever an error contains them', () => {
  const error = Object.assign(
    new Error(
      'cannot send to "Jane" <jane.doe+x@example.com>, nor invalid input syntax for type integer: "secret"',
      {
        cause: new Error('Key (email)=(jane.doe@example.com) already exists'),
      },
    ),
    { detail: 'Key (email)=(jane.doe@example.com) already exists.', where: 'secret', query: 'secret' },
  )
  const text = JSON.stringify(describeError(error))
  expect(text).not.toMatch(/jane\.doe|secret/)
  expect(text).toContain('cannot send to')
})

it('describes a thrown non-error without showing it', () => {
  expect(describeError('jane@example.com')).toEqual({
    type: 'string',
    message: 'thrown without being an error',
  })
})
