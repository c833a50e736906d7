import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { openPayment, until } from '#test/support/pay.ts'
import { ROOT } from '#test/support/project-files.ts'
import { createTestApp } from '#test/support/test-app.ts'
import {
  type ReceivedSpan,
  startTraceReceiver,
  type TraceReceiver,
  wayUp,
} from '#test/support/trace-receiver.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { openTracing } from './open-tracing.ts'
import { beginSpan } from '#server/tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALL = 'b7ad6b7169203331'
const [BUYER, TYPED, CHANNEL] = ['buyer-of-all@buyer.example', 'needle-of-a-search', 'Anna Needle'] as const
const log = pino({ level: 'silent' })

let receiver: TraceReceiver
let spans: readonly ReceivedSpan[]
/** One server with tracing, in which a visitor searches by a press, and a person pays; then everything is sent. */
beforeAll(async () => {
  receiver = await startTraceReceiver()
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20traces',
  })
  {
    await using _tracing = openTracing(config, log)
    await using world = await createTestApp({ notifies: false })
    await makeChannel(world.app, { name: CHANNEL })
    const press = { traceparent: `00-${TRACE}-${CALL}-01`, tracestate: 'other=1,channelbook=40' }
    await world.client().call('POST /search', { body: { mainInputValue: TYPED }, headers: press })
    const person = await makePerson(world.app, { email: BUYER })
    const client = await logIn(world, person)
    const { id, payment } = await openPayment(world, client)
    world.yookassa.provider.pay(payment, '5555555555554444')
    await client.call('GET /payments/{id}', { params: { id } })
    await until(() => world.mail.inbox.list(BUYER).length === 1)
    await client.call('GET /payments/{id}', { params: { id: '00000000-0000-4000-8000-000000000000' } })
    await world.client().send('GET', '/api/health')
  }
  spans = receiver.spans
})
afterAll(() => receiver[Symbol.asyncDispose]())

const named = (name: string) => spans.filter((span) => span.name === name)

describe('one trace', () => {
  test('leads from the press in the browser through the call and its route to the statement', () => {
    const [statement] = named('search-by-text')
    expect(wayUp(spans, statement!)).toEqual([
      'search-by-text',
      'route',
      'POST /api/search',
      'browser POST /api/search',
    ])
    const [browser] = named('browser POST /api/search')
    expect(browser).toMatchObject({ traceId: TRACE, spanId: CALL, parentSpanId: '' })
    const [call] = named('POST /api/search')
    const aheadMs = Number(call!.startTimeUnixNano - browser!.startTimeUnixNano) / 1e6
    expect(aheadMs).toBeGreaterThanOrEqual(39)
    expect(aheadMs).toBeLessThan(60_000)
    expect(call?.attributes).toMatchObject({ 'http.route': '/api/search', 'http.response.status_code': 200 })
    expect(named('route').flatMap(({ events }) => events.map(({ name }) => name))).toEqual(
      expect.arrayContaining(['read', 'wait', 'database', 'write']),
    )
    expect(statement?.attributes['db.query.text']).toMatch(/^select \* from search_by_text\(row\(\$16/)
  })

  test('has the statements of limits and sessions, and calls of outside services', () => {
    const limits = spans.filter(({ name }) => name.includes('rate_limit'))
    expect(limits.map((span) => wayUp(spans, span).at(-1))).toContain('browser POST /api/search')
    const [outside] = named('yookassa POST /payments')
    expect(wayUp(spans, outside!).slice(1)).toEqual(['route', 'POST /api/payment'])
    expect(outside?.attributes).toMatchObject({ 'peer.service': 'yookassa', outcome: 'ok' })
    expect(named('session').map((span) => wayUp(spans, span)[1])).toContain('POST /api/payment')
  })

  test('goes on in the job that it queued', () => {
    const [message] = named('smtp send')
    const way = wayUp(spans, message!)
    expect(way.slice(0, 2)).toEqual(['smtp send', 'job mail'])
    expect(way.slice(-2)).toEqual(['route', 'GET /api/payments/:id'])
  })

  test('counts a refusal as an answer, not as a failure', () => {
    const [, call] = named('GET /api/payments/:id')
    expect(call?.attributes['http.response.status_code']).toBe(404)
    expect(call?.status.code ?? 0).toBe(0)
    expect(named('route').map(({ attributes }) => attributes['refusal'])).toContain('not_found')
  })
})

test('spans hold nothing personal, and nothing that was asked for', () => {
  const sent = receiver.raw.join('\n')
  for (const secret of [BUYER, TYPED, CHANNEL]) expect(sent).not.toContain(secret)
  expect(sent).not.toMatch(/@\w+\.example|traceparent|127\.0\.0\.1|x-api-key/)
  expect(named('GET /api/health')).toEqual([])
})

test('the collector gets the configured headers', () => {
  expect(receiver.headers()['authorization']).toBe('Bearer of traces')
})

test('a header that is not in percent-encoding stops the start by its name', () => {
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=100%',
  })
  expect(() => openTracing(config, log)).toThrow('OTEL_EXPORTER_OTLP_HEADERS has a value')
})

test('a share of traces is sent: by the trace, so that each is whole', async () => {
  await using own = await startTraceReceiver()
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: own.url, OTEL_TRACES_SAMPLER_ARG: '0' })
  {
    await using _tracing = openTracing(config, log)
    const parent = `00-${TRACE}-${CALL}-01`
    beginSpan(() => ({ name: 'a call', kind: 'server', parent }))?.end()
  }
  expect(own.spans).toEqual([])
  expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
  )
})

test('a collector that takes nothing is told of once, and holds up nothing', async () => {
  const { log: kept, lines } = keepLog()
  {
    await using _tracing = openTracing(
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
      kept,
    )
    beginSpan(() => ({ name: 'a call', kind: 'server' }))?.end()
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['traces cannot be sent'])
})

test('without a collector nothing of OpenTelemetry is loaded but its interface, with which prom-client comes', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load(url, context, next) { if (/@opentelemetry.(?!api.)/.test(url)) loaded.push(url); return next(url, context) } })
    await import('#start/start.ts')
    console.log(loaded.length)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
  })
  expect(stdout.trim()).toBe('0')
})
