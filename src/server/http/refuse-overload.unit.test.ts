import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { asRefusal } from './calls/envelope.ts'
import { refuseOverload } from './refuse-overload.ts'

it('refuses calls while the event loop stays late, and serves them again afterwards', async () => {
  await using fastify = Fastify()
  let delayMs = 0
  refuseOverload(fastify, { sampleMs: 5, readDelayMs: () => delayMs })
  fastify.get('/', async () => 'served')
  fastify.setErrorHandler((error, _request, reply) => reply.send(asRefusal(error)?.code ?? 'bug'))
  const ask = async () => (await fastify.inject('/')).body

  expect(await ask()).toBe('served')
  delayMs = 600
  await expect.poll(ask, { interval: 5 }).toBe('unavailable')
  delayMs = 100
  await expect.poll(ask, { interval: 5 }).toBe('served')
})

it('one late moment is no overload', async () => {
  await using fastify = Fastify()
  const samples = [600, 0, 600, 0, 600]
  refuseOverload(fastify, { sampleMs: 1, readDelayMs: () => samples.pop() ?? 0 })
  fastify.get('/', async () => 'served')
  while (samples.length > 0) {
    expect((await fastify.inject('/')).body).toBe('served')
    await setImmediate()
  }
})
