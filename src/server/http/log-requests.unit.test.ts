import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { keepLog } from '#test/support/log-lines.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { Overloaded } from '../db/lanes.ts'
import { noAnswer } from '../db/limit-waiting.ts'
import { watchPrimary } from '../db/watch-primary.ts'
import { answerErrors } from './answer-errors.ts'
import { logRequests } from './log-requests.ts'

it('a search that an outage refuses has its line in the log; one that a crowd refuses does not', async () => {
  const { log, lines } = keepLog()
  await using stack = new AsyncDisposableStack()
  const fastify = Fastify()
  stack.defer(() => fastify.close())
  logRequests(fastify, log)
  answerErrors(fastify, { log, databases: { primary: watchPrimary({ log, clock: new TestClock() }) } })
  const errors = { crowd: new Overloaded(), outage: noAnswer(1_000) }
  for (const [name, error] of Object.entries(errors)) {
    fastify.post(`/api/${name}`, { config: { endpoint: { lane: 'search' } } }, async () => {
      throw error
    })
  }
  for (const name of Object.keys(errors)) {
    expect((await fastify.inject({ method: 'POST', url: `/api/${name}` })).statusCode).toBe(503)
  }
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([{ route: '/api/outage', status: 503 }])
})
