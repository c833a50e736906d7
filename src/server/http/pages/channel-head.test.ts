import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pagesWith } from '#shared/pages.ts'
import { channelPath } from '#shared/paths.ts'
import { createServer } from '#server/http/server.ts'
import { makeChannel } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const URL_OF_PRODUCT = 'https://channelbook.example'

let stack: AsyncDisposableStack
let testApp: TestApp
let dist = ''
let pages: FastifyInstance

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  dist = await mkdtemp(path.join(os.tmpdir(), 'channel-head-'))
  stack.defer(() => rm(dist, { recursive: true }))
  await mkdir(path.join(dist, 'web'))
  for (const language of ['en', 'ru']) {
    await mkdir(path.join(dist, 'pages', language), { recursive: true })
    for (const name of [...pagesWith('isPrerendered'), 'shell', 'notFound']) {
      const head = '<title>Channelbook</title><meta name="robots" content="noindex"/><script>1</script>'
      const html = `<html lang="${language}"><head>${head}</head><body><svg><title>${name}</title></svg></body></html>`
      await writeFile(path.join(dist, 'pages', language, `${name}.html`), html)
    }
  }
  testApp = stack.use(await createTestApp())
  pages = await serve()
})
afterAll(() => stack.disposeAsync())

async function serve(indexChannels = false): Promise<FastifyInstance> {
  const config = { ...testApp.app.config, publicUrl: URL_OF_PRODUCT, indexChannels }
  const fastify = await createServer({
    app: { ...testApp.app, config },
    distFolder: dist,
    readDelayMs: () => 0,
  })
  stack.defer(() => fastify.close())
  return fastify
}

async function makeNamed(name: string, subscribers: number | null = null) {
  const channel = await makeChannel(testApp.app, { name })
  await testApp.app.db.updateTable('channel').set({ subscribers }).where('id', '=', channel.id).execute()
  return channel
}

test('the head names the channel in the page’s language, with an address for each', async () => {
  const { channelId } = await makeNamed('Keys & Switches', 1_234_567)
  const { statusCode, headers, body } = await pages.inject(`/ru/channel/${channelId}/any-name`)
  expect([statusCode, headers['content-language']]).toEqual([200, 'ru'])
  const address = `/channel/${channelId}/keys-switches`
  const head = body.slice(0, body.indexOf('</head>'))
  expect(head).not.toContain('Channelbook</title>')
  for (const part of [
    '<title>Keys &#38; Switches</title>',
    '<meta name="description" content="Keys &#38; Switches: 1\u00a0234\u00a0567\u00a0подписчиков. ',
    '<meta name="robots" content="noindex"/>',
    `<link rel="canonical" href="${URL_OF_PRODUCT}/ru${address}"/>`,
    `<link rel="alternate" hreflang="en" href="${URL_OF_PRODUCT}/en${address}"/>`,
    `<link rel="alternate" hreflang="ru" href="${URL_OF_PRODUCT}/ru${address}"/>`,
    `<link rel="alternate" hreflang="x-default" href="${URL_OF_PRODUCT}/en${address}"/>`,
    '<meta property="og:title" content="Keys &#38; Switches"/>',
    '<meta property="og:image" content="https://images.example/',
  ])
    expect(head).toContain(part)
  expect(headers['x-robots-tag']).toBe('noindex')
  // Everything else is the shell's.
  expect(body).toContain('<script>1</script>')
  expect(body).toContain('<svg><title>shell</title></svg>')
})

test('without a language in the address, the person’s decides', async () => {
  const { channelId } = await makeNamed('Plain')
  const inEnglish = await pages.inject(`/channel/${channelId}`)
  const inRussian = await pages.inject({ url: `/channel/${channelId}`, headers: { cookie: 'language=ru' } })
  expect(inEnglish.body).toContain(`<link rel="canonical" href="${URL_OF_PRODUCT}/en/channel/`)
  expect(inRussian.body).toContain(`<link rel="canonical" href="${URL_OF_PRODUCT}/ru/channel/`)
})

test('search engines may list the page only with INDEX_CHANNELS', async () => {
  const indexed = await serve(true)
  const { channelId } = await makeNamed('Listed')
  const { headers, body } = await indexed.inject(`/en/channel/${channelId}`)
  expect(headers['x-robots-tag']).toBeUndefined()
  expect(body).not.toContain('noindex')
  // Too many for the sitemap.
  expect((await indexed.inject('/sitemap.xml')).body).not.toContain('/channel/')
  expect((await indexed.inject('/en/channel/nothing')).body).toContain('noindex')
})

test.each([
  'nothing',
  '%00',
  '%E0%A4%A',
  'x'.repeat(201),
  "'%3Bdrop%20table%20channel%20--",
  '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
])('the unknown channel %s is 404, and the page says so', async (id) => {
  const { statusCode, body } = await pages.inject(`/en/channel/${id}`)
  expect(statusCode).toBe(404)
  expect(body).toContain('<title>This channel is not in the catalogue</title>')
  expect(body).toContain('noindex')
  expect(body).not.toContain('alert')
})

test('a channel that is gone is 404', async () => {
  const { channelId } = await makeChannel(testApp.app, { isGone: true })
  expect((await pages.inject(`/channel/${channelId}`)).statusCode).toBe(404)
})

test.each([
  '"><script>alert(1)</script>',
  '</title><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '$& $1 $` %API_KEY% %SELLER%',
  '<!-- --><base href="https://evil.example">',
])('the name %s stays text', async (name) => {
  const { channelId } = await makeNamed(name)
  const { statusCode, body } = await pages.inject(`/en${channelPath(channelId, name)}`)
  expect(statusCode).toBe(200)
  const own = /<script>1<\/script>(.*)<\/head>/s.exec(body)?.[1] ?? ''
  expect(own.replace(/"[^"]*"/g, '""')).toMatch(
    /^<title>[^<>]*<\/title>(?:<(?:meta|link)(?: (?:name|property|content|rel|hreflang|href)="")+\/>)+$/,
  )
  const written = name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  expect(own).toContain(`<title>${written}</title>`)
  expect(own).toContain(`<meta property="og:title" content="${written}"/>`)
})

test('a demo channel’s drawing is no share picture', async () => {
  const { id, channelId } = await makeNamed('Drawn')
  await testApp.app.db
    .updateTable('channel')
    .set({ thumbnail_url: '/thumbnails/demo/a.svg' })
    .where('id', '=', id)
    .execute()
  const { body } = await pages.inject(`/en/channel/${channelId}`)
  expect(body).toContain(`<meta property="og:image" content="${URL_OF_PRODUCT}/share-en.png"/>`)
})

test('is compressed, and not sent again to a browser that has it', async () => {
  const url = `/en/channel/${(await makeNamed('Known')).channelId}`
  const first = await pages.inject({ url, headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(first.rawPayload).toString()).toContain('<title>Known</title>')
  const again = await pages.inject({
    url,
    headers: { 'accept-encoding': 'gzip', 'if-none-match': String(first.headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('while the catalogue cannot be read, the page is there and crawlers come back', async () => {
  const readCatalogue = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
  const fastify = await createServer({
    app: { ...testApp.app, databases: { ...testApp.app.databases, readCatalogue } },
    distFolder: dist,
    readDelayMs: () => 0,
  })
  stack.defer(() => fastify.close())
  const { statusCode, body } = await fastify.inject('/en/channel/any')
  expect([statusCode, body.includes('<title>Channelbook</title>')]).toEqual([503, true])
})

test('a network that opens very many channels gets pages without their heads, and crawlers come back later', async () => {
  await using limited = await createTestApp({
    databaseUrl: testApp.databaseUrl,
    clock: testApp.clock,
    env: { LIMITS: 'channel_page=2/60' },
  })
  const fastify = await createServer({ app: limited.app, distFolder: dist, readDelayMs: () => 0 })
  stack.defer(() => fastify.close())
  const { channelId } = await makeNamed('Often Opened')
  const open = () => fastify.inject({ url: `/en/channel/${channelId}`, remoteAddress: '203.0.113.7' })
  expect([(await open()).statusCode, (await open()).statusCode]).toEqual([200, 200])
  const { statusCode, headers, body } = await open()
  expect([statusCode, headers['retry-after'], body.includes('Often Opened')]).toEqual([429, '60', false])
  expect(body).toContain('<title>Channelbook</title>')
})
