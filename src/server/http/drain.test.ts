import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createServer } from '#server/http/server.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp()

const KEY = { 'x-api-key': 'channelbook-web' }

async function ask(url: string, agent?: Agent): Promise<{ answer: IncomingMessage; body: string }> {
  const [answer] = (await once(get(url, { headers: KEY, agent }), 'response')) as [IncomingMessage]
  return { answer, body: Buffer.concat(await answer.toArray()).toString() }
}

it('a stopping server tells proxies, answers everything else, and keeps no connection', async () => {
  const stopping = new AbortController()
  const fastify = await createServer({ app: world.app, distFolder: null, stopping: stopping.signal })
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const before = await ask(`${url}/api/health`, agent)
  expect(before.answer.statusCode).toBe(200)
  expect(before.answer.headers.connection).toBe('keep-alive')

  stopping.abort()
  const health = await ask(`${url}/api/health`, agent)
  expect(health.answer.statusCode).toBe(503)
  expect(health.answer.headers['cache-control']).toBe('no-store')
  expect(JSON.parse(health.body)).toEqual({ status: 'stopping' })
  expect(health.answer.headers.connection).toBe('close')
  for (const [path, status] of [
    ['/api/config', 200],
    ['/api/cookie', 401],
    ['/nothing', 404],
  ] as const) {
    const { answer } = await ask(`${url}${path}`, agent)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers.connection).toBe('close')
  }
  await fastify.close()
  agent.destroy()
})

it('a stop waits neither for idle connections nor for those without any request', async () => {
  const fastify = await createServer({ app: world.app, distFolder: null })
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  await ask(`${url}/api/health`, agent)
  const accepted = once(fastify.server, 'connection')
  const unused = connect(Number(new URL(url).port), '127.0.0.1')
  // An unread socket would not report its end.
  unused.resume()
  await accepted
  const gone = once(unused, 'close')
  await Promise.all([fastify.close(), gone])
  expect(unused.destroyed).toBe(true)
  agent.destroy()
})
