import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createServer, type Patience } from '#server/http/server.ts'
import { useTestApp } from '#test/support/test-app.ts'

const LONG = 600_000
const BIG = Buffer.alloc(16 * 1024 * 1024, 'x')

const world = useTestApp()

/** Opens a server with this patience, and both ends of one connection to it; the client never closes by itself. */
async function open(patience: Partial<Patience>) {
  const fastify = await createServer({
    app: world.app,
    distFolder: null,
    patience: { requestMs: LONG, silenceMs: LONG, answerMs: LONG, ...patience },
    extraRoutes: [(instance) => void instance.get('/big', async () => BIG)],
  })
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fastify.server.address() as AddressInfo
  const accepted = once(fastify.server, 'connection') as Promise<[Socket]>
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => undefined)
  const [server] = await accepted
  return {
    client,
    server,
    async [Symbol.asyncDispose]() {
      client.destroy()
      await fastify.close()
    },
  }
}

it('a client that keeps sending byte by byte is cut off, not only refused', async () => {
  await using pair = await open({ requestMs: 300 })
  const { client, server } = pair
  const gone = once(server, 'close')
  client.write('GET /api/health HTTP/1.1\r\nhost: x\r\nx: ')
  const drip = setInterval(() => client.write('x'), 20)
  let said = ''
  client.on('data', (chunk) => (said += chunk.toString()))
  await gone
  clearInterval(drip)
  expect(server.destroyed).toBe(true)
  expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
})

it('a connection in reserve is closed without a word', async () => {
  await using pair = await open({ requestMs: 300 })
  const { client } = pair
  let said = ''
  client.on('data', (chunk) => (said += chunk.toString()))
  await once(client, 'end')
  expect(said).toBe('')
})

it('a client that reads nothing of its answer is cut off', async () => {
  await using pair = await open({ silenceMs: 300 })
  const { client, server } = pair
  client.pause()
  client.write('GET /big HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(server, 'close')
  expect(server.bytesWritten).toBeGreaterThan(0)
  expect(server.destroyed).toBe(true)
})

it('a client that reads its answer byte by byte is cut off', async () => {
  await using pair = await open({ answerMs: 500 })
  const { client, server } = pair
  client.pause()
  client.write('GET /big HTTP/1.1\r\nhost: x\r\n\r\n')
  const drip = setInterval(() => client.read(1), 20)
  await once(server, 'close')
  clearInterval(drip)
  expect(server.bytesWritten).toBeGreaterThan(0)
  expect(server.destroyed).toBe(true)
})
