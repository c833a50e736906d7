import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

it('the log line of a request names its route and nothing of its content', async () => {
  const stream = new PassThrough()
  const lines: string[] = []
  stream.on('data', (chunk: Buffer) => lines.push(...chunk.toString().split('\n').filter(Boolean)))
  await using world = await createTestApp({ overrides: { log: pino({ level: 'debug' }, stream) } })
  const client = world.client()
  const secrets = ['jane.doe@example.com', 'pass-word-1', 'needle', 'secret-cookie', '203.0.113.9']
  await client.send('POST', '/api/login?q=needle', {
    headers: {
      'content-type': 'application/json',
      cookie: 'channelbook_session=secret-cookie',
      'x-forwarded-for': '203.0.113.9',
    },
    body: JSON.stringify({ email: secrets[0], password: secrets[1] }),
  })
  await client.send('GET', '/api/needle')
  while (lines.filter((line) => line.includes('"msg":"request"')).length < 2) await once(stream, 'data')

  const requests = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request')
  expect(requests).toMatchObject([
    { method: 'POST', route: '/api/login', status: 400, ms: expect.any(Number), id: expect.any(String) },
    { method: 'GET', route: '/api/*', status: 404 },
  ])
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret)
})

it('metrics count requests by route and status, and show connections and jobs', async () => {
  await using world = await createTestApp()
  const client = world.client()
  await client.call('GET /config')
  await client.send('GET', '/api/needle')
  const { status, text, headers } = await readMetrics(world)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/config",status="200"} 1',
  )
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/*",status="404"} 1')
  for (const lane of ['main', 'sessions', 'search']) {
    expect(text).toContain(`database_connections{lane="${lane}",state="waiting"} 0`)
    expect(text).toContain(`database_refused_total{lane="${lane}"} 0`)
  }
  expect(text).toMatch(/^search_cancelled_total 0$/m)
  expect(text).toMatch(/^overload_refused_total 0$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
  expect(text).not.toContain('needle')
})

it('metrics count waiting jobs', async () => {
  await using world = await createTestApp()
  // Without a worker, queued jobs stay queued.
  await world.app.jobs.close()
  await world.app.databases.pool.query("insert into pgboss.job (name) values ('mail'), ('mail')")
  const { text } = await readMetrics(world)
  expect(text).toContain('jobs{queue="mail",state="created"} 2')
})

it('metrics without a token are served only at the local port', async () => {
  await using world = await createTestApp()
  expect((await readMetrics(world)).status).toBe(200)
  expect((await world.client().send('GET', '/metrics')).status).toBe(404)
})

it('metrics with a token are served only with it', async () => {
  await using guarded = await createTestApp({ env: { METRICS_TOKEN: 'a token' } })
  const ask = (authorization: string) =>
    guarded.client().send('GET', '/metrics', { headers: { authorization } })
  expect((await ask('Bearer a token')).status).toBe(200)
  for (const wrong of ['', 'Bearer a', 'Bearer a tokens', 'a token', 'Basic a token']) {
    expect((await ask(wrong)).status).toBe(404)
  }
  expect((await readMetrics(guarded)).status).toBe(404)
})

async function readMetrics({ localUrl }: Pick<TestApp, 'localUrl'>) {
  const response = await fetch(`${localUrl}/metrics`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
