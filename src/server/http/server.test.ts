import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
let client: TestClient
beforeAll(async () => {
  client = world.client()
})

/** Sends raw bytes and reads the answer until the server closes. */
async function raw(bytes: string): Promise<{ readonly status: number; readonly body: string }> {
  const { hostname, port } = new URL(world.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body }
}

const JSON_HEADERS = { 'content-type': 'application/json' }

describe('unknown URLs', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['PUT', '/api/cookie'],
    ['PATCH', '/api/cookie'],
    ['DELETE', '/api/cookie'],
    ['OPTIONS', '/api/cookie'],
    ['PROPFIND', '/api/cookie'],
    ['QUERY', '/api/search'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api//cookie'],
    ['GET', '/api/vote/'],
    ['GET', '/api/vote/?from=here/'],
    ['GET', '/api/%ff'],
    ['GET', '/api/%'],
    ['GET', '/api/%00'],
    ['GET', '/api/cookie%2f..'],
    ['GET', '/api/constructor'],
    ['GET', '/api/__proto__'],
    ['GET', `/api/${'x'.repeat(8_000)}`],
    ['GET', '/nothing'],
    ['POST', '/nothing'],
    ['GET', '/%ff'],
    ['GET', '//evil.example/'],
  ])('%s %s: 404 in the envelope', async (method, path) => {
    const { status, body } = await client.send(method, path)
    expect(status).toBe(404)
    expect(body).toEqual({
      success: false,
      data: null,
      error: { code: 'not_found', message: 'Nothing was found.' },
    })
  })

  it('HEAD of an unknown URL is answered like GET, without a body', async () => {
    for (const path of ['/api/cookie', '/api/logout', '/api/nothing']) {
      expect(await client.send('HEAD', path)).toMatchObject({ status: 404, text: '' })
    }
  })

  it('the API reveals nothing about its URLs to callers without the key', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/cookie', '/api/%ff']) {
      const answer = await client.send('GET', path, { headers: { 'x-api-key': 'wrong' } })
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'api_key' } } })
    }
  })

  it('their bodies are not read', async () => {
    const answer = await client.send('POST', '/api/nothing', {
      headers: { 'content-type': 'text/plain' },
      body: 'x',
    })
    expect(answer.status).toBe(404)
  })

  it.each(['text', '%ff', '0', '-1', '1e400', '99999999999999999999', 'x'.repeat(2_000)])(
    'a parameter %j that cannot be one is a wrong input',
    async (value) => {
      const path = `/api/verification/${value}`
      const answer = await client.send('POST', path, {
        headers: JSON_HEADERS,
        body: '{"email":"a@example.com"}',
      })
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } })
    },
  )
})

describe('bodies', () => {
  const post = (headers: Readonly<Record<string, string>>, body: string) =>
    client.send('POST', '/api/search', { headers, body })

  it.each([
    ['application/json', 200],
    ['Application/JSON; Charset=UTF-8', 200],
    ['application/json; charset="utf-8"', 200],
    ['application/json; charset=latin1', 415],
    ['application/json; charset=utf-16', 415],
    ['application/jsonp', 415],
    ['application/problem+json', 415],
    ['text/plain', 415],
    ['text/plain; application/json', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/x-www-form-urlencoded', 415],
    ['nonsense', 415],
  ])('of type %s: %i', async (type, status) => {
    const answer = await post({ 'content-type': type }, '{"mainInputValue":"x"}')
    expect(answer.status).toBe(status)
    if (status === 415) expect(answer.body.error?.code).toBe('not_json')
  })

  it.each(['', '{', '{"__proto__":{}}'])('outside the API are no bug of ours: %j', async (body) => {
    const answer = await fetch(`${world.baseUrl}/nothing`, { method: 'POST', headers: JSON_HEADERS, body })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  it('are refused when compressed: they could unfold to any size', async () => {
    const answer = await post({ ...JSON_HEADERS, 'content-encoding': 'gzip' }, 'x')
    expect(answer).toMatchObject({ status: 415, body: { error: { code: 'not_json' } } })
  })

  it('are read up to 64 KiB and no further, with or without a content length', async () => {
    const body = (length: number) => JSON.stringify({ mainInputValue: 'x', pad: 'p'.repeat(length) })
    const fitting = body(64 * 1024 - body(0).length)
    expect((await post(JSON_HEADERS, fitting)).status).toBe(200)
    expect(await post(JSON_HEADERS, `${fitting} `)).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large' } },
    })
    const key = world.app.config.clientKey
    const head = `POST /api/search HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const answer = await raw(`${head}transfer-encoding: chunked\r\n\r\n${chunk}1\r\nx\r\n0\r\n\r\n`)
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'too_large' } })
  })

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['half of an object', '{"mainInputValue":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['a number too large', '{"mainInputValue":"x","limit":1e999}'],
    ['a NUL', '{"mainInputValue":"a\\u0000b"}'],
    ['half of a surrogate pair', '{"mainInputValue":"\\ud800"}'],
    ['a list where a text belongs', `{"mainInputValue":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('%s is invalid input', async (_name, body) => {
    expect(await post(JSON_HEADERS, body)).toMatchObject({
      status: 400,
      body: { success: false, data: null, error: { code: 'invalid_input' } },
    })
  })

  it('with a field twice contain the last', async () => {
    expect((await post(JSON_HEADERS, '{"mainInputValue":"","mainInputValue":"x"}')).status).toBe(200)
  })

  it('may nest, but not as deep as their size allows', async () => {
    const nested = (depth: number) =>
      `{"mainInputValue":"x","unknown":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect((await post(JSON_HEADERS, nested(10))).status).toBe(200)
    expect(await post(JSON_HEADERS, nested(30_000))).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input' } },
    })
  })

  it('may be missing when the call needs none', async () => {
    expect((await client.send('POST', '/api/logout')).status).toBe(200)
    expect(
      (await client.send('POST', '/api/logout', { headers: { ...JSON_HEADERS, 'content-length': '0' } }))
        .status,
    ).toBe(200)
  })
})

describe('malformed HTTP', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400, 'invalid_input'],
    [
      'a header too many',
      `GET /api/cookie HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`,
      413,
      'too_large',
    ],
    [
      'two lengths',
      'POST /api/logout HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
      400,
      'invalid_input',
    ],
  ])('%s is refused in the envelope', async (_name, bytes, status, code) => {
    const answer = await raw(bytes)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ success: false, data: null, error: { code } })
  })

  it('a request that arrives too slowly is cut off', () => {
    expect(world.fastify.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      timeout: 60_000,
    })
  })
})

describe('headers', () => {
  it.each(['/api/config', '/api/nothing', '/api/health', '/api/docs', '/api/openapi.json', '/nothing'])(
    'of %s let nothing be loaded, framed, sniffed or traced',
    async (path) => {
      const { headers } = await client.send('GET', path)
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('geolocation=()')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull()
    },
  )

  it('tell browsers to use only https', async () => {
    await using secure = await createTestApp({ env: { PUBLIC_URL: 'https://channelbook.example' } })
    const { headers } = await secure.client().send('GET', '/api/health')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  it('keep all answers of the API out of caches, except its description', async () => {
    for (const path of ['/api/config', '/api/cookie', '/api/health', '/api/nothing']) {
      expect((await client.send('GET', path)).headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('the description of the API', () => {
  it('needs no key', async () => {
    const headers = { 'x-api-key': '' }
    const json = await client.send('GET', '/api/openapi.json', { headers })
    expect(json).toMatchObject({ status: 200, body: { openapi: '3.1.0' } })
    const page = await client.send('GET', '/api/docs', { headers })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('has headings in the person’s language', async () => {
    const russian = await client.send('GET', '/api/docs', { headers: { 'accept-language': 'ru' } })
    expect(russian.text).toContain('<html lang="ru">')
    expect(russian.headers.get('content-language')).toBe('ru')
    expect(russian.headers.get('vary')).toMatch(/accept-language/i)
    const chosen = await client.send('GET', '/api/docs', {
      headers: { 'accept-language': 'ru', cookie: 'language=en' },
    })
    expect(chosen.text).toContain('<html lang="en">')
  })
})

describe('the limit of a network', () => {
  const ask = (browser: TestClient, forwarded: string) =>
    browser.send('GET', '/api/config', { headers: { 'x-forwarded-for': forwarded } })

  it('counts all its calls, and says when to retry', async () => {
    await using limited = await createTestApp({ env: { LIMITS: 'all=2/60' } })
    const browser = limited.client()
    // Calls without the key are not counted.
    await browser.send('GET', '/api/config', { headers: { 'x-api-key': 'wrong' } })
    expect((await browser.call('GET /config')).status).toBe(200)
    expect((await browser.call('GET /config')).status).toBe(200)
    const refused = await browser.call('GET /config')
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    limited.clock.advance({ minutes: 1, seconds: 1 })
    expect((await browser.call('GET /config')).status).toBe(200)
  })

  it('trusts the configured number of proxies, and no caller', async () => {
    await using direct = await createTestApp({ env: { LIMITS: 'all=1/60' } })
    expect((await ask(direct.client(), '203.0.113.1')).status).toBe(200)
    expect((await ask(direct.client(), '203.0.113.2')).status).toBe(429)

    await using behind = await createTestApp({ env: { LIMITS: 'all=1/60', TRUST_PROXY: '1' } })
    expect((await ask(behind.client(), '203.0.113.1')).status).toBe(200)
    expect((await ask(behind.client(), '203.0.113.2')).status).toBe(200)
    expect((await ask(behind.client(), '198.51.100.9, 203.0.113.2')).status).toBe(429)
    expect((await ask(behind.client(), 'nonsense')).status).toBe(200)
    expect((await ask(behind.client(), `nonsense ${'x'.repeat(5_000)}`)).status).toBe(429)
  })
})
