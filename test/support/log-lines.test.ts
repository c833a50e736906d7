import { expect, test } from 'vitest'
import { watchLog } from '#test/support/log-lines.ts'

const ends =
  (about: object, message = 'a line') =>
  () => {
    using watched = watchLog()
    watched.log.info(about, message)
  }

test.each([
  [{ to: 'anna@creator.example' }],
  [{ error: { message: 'Key (email)=(anna@creator.example) already exists.' } }],
  [{}, 'no mailbox anna@creator.example'],
])('a line with an address is found: %j', (about, message?: string) => {
  expect(ends(about, message)).toThrow('The log holds an address')
})

test.each([{ handle: '@anna.tv' }, { module: '/node_modules/@fastify/cookie' }, { personId: 7 }])(
  'a line without one is not: %j',
  (about) => {
    expect(ends(about)).not.toThrow()
  },
)
