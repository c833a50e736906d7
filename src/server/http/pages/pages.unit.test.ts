import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OFFER } from '#shared/legal/offer.ts'
import { TERMS } from '#shared/legal/terms.ts'
import { pagesWith } from '#shared/pages.ts'
import type { Notice } from '#server/notices/notices.sql.ts'
import { readConfig } from '#server/config/config.ts'
import { readLegal } from '#server/legal.ts'
import { fc } from '#test/support/fast-check.ts'
import { LEGAL_FOLDER } from '#test/support/legal-versions.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { loadFiles } from './load-files.ts'
import { servePages } from './pages.ts'

const SCRIPT = 'document.title = "x"'
const STYLE = 'p { color: red }'
/** Long enough to be worth compressing. */
const ASSET = 'console.log("a line of a script")\n'.repeat(200)

const clock = new TestClock()
let announced: readonly Notice[] = []
let size = { channels: 20_480, contacts: 12_999 }

let dist = ''
let fastify: FastifyInstance

beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'pages-'))
  for (const language of ['en', 'ru']) {
    await mkdir(path.join(dist, 'pages', language), { recursive: true })
    for (const name of [...pagesWith('isPrerendered'), 'shell', 'notFound']) {
      const head = `<body><meta name="api-key" content="%API_KEY%"><script>${SCRIPT}</script><style>${STYLE}</style>`
      await writeFile(
        path.join(dist, 'pages', language, `${name}.html`),
        `${head}<meta name="counts" content="%COUNTS%"><b>%CHANNELS% %CHANNELS_WORD%, %CONTACTS%, %WELCOME%</b><p>${language} ${name} %PUBLIC_URL%</p><p>%SELLER% %SUPPORT_EMAIL%</p><meta content="%SELLER_FACTS%"><meta name="legal-versions" content="%LEGAL_VERSIONS%">${'<br>'.repeat(500)}`,
      )
    }
  }
  await mkdir(path.join(dist, 'web', 'assets'), { recursive: true })
  await writeFile(path.join(dist, 'web', 'favicon.svg'), '<svg/>')
  const asset = path.join(dist, 'web', 'assets', 'index-1.js')
  await writeFile(asset, ASSET)
  await writeFile(`${asset}.br`, brotliCompressSync(ASSET))
  await writeFile(`${asset}.gz`, gzipSync(ASSET))
  fastify = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await fastify.register(cookie)
  // As in the product: compresses every answer that is not prepared.
  await fastify.register(compress)
  await servePages(fastify, {
    config: readConfig({
      API_KEY: 'key "of" <test>',
      PUBLIC_URL: 'https://channelbook.example',
      SELLER_NAME: 'Example & Sons',
      SELLER_INN: '5001007322',
      SUPPORT_EMAIL: 'help@channelbook.example',
    }),
    distFolder: dist,
    clock,
    legal: readLegal(LEGAL_FOLDER),
    readCatalogueSize: async () => size,
    readNotices: async () => announced,
    isOperator: async () => false,
    readChannel: async () => null,
    widgets: [
      {
        script: 'https://widget.example/client.js',
        allows: {
          'script-src': ['https://widget.example/client.js'],
          'frame-src': ['https://widget.example/frame/'],
        },
      },
    ],
  })
})

afterAll(async () => {
  await fastify.close()
  await rm(dist, { recursive: true })
})

const get = (url: string, headers: InjectOptions['headers'] = {}) => fastify.inject({ url, headers })
const shown = (body: string) => /<p>(\w+ \w+)/.exec(body)?.[1]

describe('which page', () => {
  it.each([
    ['/', 200, 'en landing'],
    ['/search?q=a', 200, 'en search'],
    ['/Search/', 200, 'en search'],
    ['/ru', 200, 'ru landing'],
    ['/RU/Terms', 200, 'ru terms'],
    ['/profile', 200, 'en shell'],
    ['/en/purchases', 200, 'en shell'],
    ['/nothing', 404, 'en notFound'],
    ['/ru/nothing/at/all', 404, 'ru notFound'],
    ['/assets/index-0.js', 404, 'en notFound'],
    ['/%2e%2e/package.json', 404, 'en notFound'],
  ])('%s: %i %s', async (url, status, page) => {
    const answer = await get(url)
    expect([answer.statusCode, shown(answer.body)]).toEqual([status, page])
  })
})

describe('which language', () => {
  it.each([
    [{}, 'en'],
    [{ 'accept-language': 'de-DE,ru;q=0.8,en;q=0.5' }, 'ru'],
    [{ 'accept-language': 'ru', cookie: 'language=en' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'language=ru' }, 'ru'],
  ])('%j: %s', async (headers, language) => {
    const answer = await get('/search', headers)
    expect(shown(answer.body)).toBe(`${language} search`)
    expect(answer.headers).toMatchObject({
      'content-language': language,
      vary: 'Accept-Language, Cookie, Accept-Encoding',
      'cache-control': 'private, no-cache',
    })
  })

  it('a language in the URL takes precedence', async () => {
    expect(shown((await get('/en/search', { cookie: 'language=ru' })).body)).toBe('en search')
  })
})

describe('what a page contains', () => {
  it('the key of this installation and its public URL, escaped', async () => {
    const { body } = await get('/')
    expect(body).toContain('content="key &#34;of&#34; &#60;test&#62;"')
    expect(body).toContain('https://channelbook.example')
  })

  it('the seller, in the page’s language and as data for its script', async () => {
    const english = (await get('/en/terms')).body
    expect(english).toContain('<p>Example &#38; Sons, INN 5001007322 help@channelbook.example</p>')
    expect((await get('/ru/terms')).body).toContain('<p>Example &#38; Sons, ИНН 5001007322 ')
    const facts = /<meta content="([^"]*)">/
      .exec(english)?.[1]
      ?.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    expect(JSON.parse(facts ?? '')).toMatchObject({
      name: 'Example & Sons',
      ogrn: null,
      email: 'help@channelbook.example',
    })
  })

  it('the dates of legal texts that have several versions', async () => {
    const dates = /name="legal-versions" content="([^"]*)"/.exec((await get('/terms')).body)?.[1]
    expect(JSON.parse(dates?.replaceAll('&#34;', '"') ?? '')).toEqual({
      terms: ['2099-01-01', TERMS.date, '2020-01-01'],
      offer: ['2099-01-01', OFFER.date],
    })
  })

  it('the counts of the catalogue, rounded down, read again when an hour has passed', async () => {
    const counts = async (url: string) => /<b>(.*?)<\/b>/.exec((await get(url)).body)?.[1]
    expect(await counts('/en')).toBe('20,000 channels, 12,000, 3')
    expect(await counts('/ru')).toBe('20\u00a0000 каналов, 12\u00a0000, 3')
    expect((await get('/')).body).toContain(
      '{&#34;channels&#34;:20000,&#34;contacts&#34;:12000,&#34;welcome&#34;:3}',
    )
    size = { channels: 1_234_567, contacts: 0 }
    clock.advance({ minutes: 59 })
    expect(await counts('/en')).toBe('20,000 channels, 12,000, 3')
    clock.advance({ minutes: 1 })
    await expect.poll(() => counts('/en'), { timeout: 60_000 }).toBe('1.2M channels, , 3')
  })

  it('what is announced, in both languages and as text alone, within seconds', async () => {
    const notice = { level: 'warning', setAt: clock.now(), endsAt: null } as const
    announced = [
      { ...notice, kind: 'maintenance', en: 'Wait %API_KEY%', ru: 'Ждите' },
      { ...notice, kind: 'announcement', en: 'New <b>prices</b>', ru: 'Новые цены' },
    ]
    expect((await get('/')).body).not.toContain('<aside')
    clock.advance({ seconds: 2 })
    await expect.poll(async () => (await get('/')).body, { timeout: 60_000 }).toContain('<aside')
    for (const url of ['/', '/ru/profile', '/nothing']) {
      const { body, headers } = await get(url)
      expect(
        [...body.matchAll(/<aside [^>]*lang="(\w+)"[^>]*><p>(.*?)<\/p>(<button)?/g)].map((m) => m.slice(1)),
      ).toEqual([
        ['en', 'Wait %API_KEY%', undefined],
        ['ru', 'Ждите', undefined],
        ['en', 'New &#60;b&#62;prices&#60;/b&#62;', '<button'],
        ['ru', 'Новые цены', '<button'],
      ])
      // The policy allows its script.
      const script = /<\/aside><script>([^]*?)<\/script>/.exec(body)?.[1] ?? ''
      const hash = createHash('sha256').update(script).digest('base64')
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    }
    announced = []
    clock.advance({ seconds: 2 })
    await expect.poll(async () => (await get('/')).body, { timeout: 60_000 }).not.toContain('<aside')
  })

  it('a policy that allows its own inline parts and no others', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(policy).toContain(`script-src 'self' ${hash(SCRIPT)};`)
    expect(policy).toContain(`style-src 'self' ${hash(STYLE)};`)
    expect(policy).not.toContain('unsafe')
    expect(policy).toMatch(/img-src 'self' data: https:\/\/[\w.]+ [^;*]*;/)
    expect(policy).not.toMatch(/https:[ ;]/)
  })

  it('what a provider’s widget needs, only on the login and sign-up pages', async () => {
    const policyAt = async (url: string) => String((await get(url)).headers['content-security-policy'])
    for (const url of ['/login', '/ru/signup', '/SignUp/?a=b']) {
      const policy = await policyAt(url)
      expect(policy).toMatch(/script-src 'self' [^;]*https:\/\/widget\.example\/client\.js;/)
      expect(policy).toContain('frame-src https://widget.example/frame/;')
    }
    for (const url of ['/', '/search', '/authorization', '/profile', '/nothing', '/login/more']) {
      expect(await policyAt(url)).not.toContain('widget.example')
    }
  })

  it('no URL in the referrer where a link carries a secret', async () => {
    const policyAt = async (url: string) => (await get(url)).headers['referrer-policy']
    expect(await policyAt('/reset?token=secret')).toBe('strict-origin')
    expect(await policyAt('/ru/Delete/?token=secret')).toBe('strict-origin')
    expect(await policyAt('/optout?token=secret')).toBe('strict-origin')
    // Other pages have the policy of every answer.
    expect(await policyAt('/search?q=a')).toBeUndefined()
  })

  it('whether the browser sent a session', async () => {
    const hintOf = async (given: string) =>
      (await get('/', { cookie: given })).cookies.find(({ name }) => name === 'signed_in')?.value
    expect(await hintOf('a=b')).toBe('0')
    expect(await hintOf('__Host-channelbook_session=token')).toBe('1')
    expect(await hintOf('__Host-channelbook_session=token; signed_in=1')).toBeUndefined()
  })

  it('nothing when the browser already has it', async () => {
    const { headers } = await get('/search')
    const again = await get('/search', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(
      (await get('/search', { 'if-none-match': String(headers.etag), cookie: 'language=ru' })).statusCode,
    ).toBe(200)
  })

  it.each([
    ['W/%', 304],
    ['"other", %', 304],
    ['"other"', 200],
    ['*', 304],
  ])('If-None-Match %s: %i', async (given, status) => {
    const etag = String((await get('/search')).headers.etag)
    const again = await get('/search', { 'if-none-match': given.replace('%', etag) })
    expect([again.statusCode, again.headers.etag]).toEqual([status, etag])
  })
})

describe('which encoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip, br ; q=0.000', 'gzip'],
    ['gzip;q=0.8, br;q=0.2', 'gzip'],
    ['br;q=2, gzip;q=0.1', 'gzip'],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['zstd', undefined],
    ['zstd, gzip', 'gzip'],
    ['deflate', undefined],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0.1, identity', undefined],
    ['identity;q=0', 'gzip'],
    ['*;q=0', 'gzip'],
  ])('%s: %s', async (accepted, encoding) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    for (const url of ['/', '/assets/index-1.js', '/nothing']) {
      expect((await get(url, headers)).headers['content-encoding']).toBe(encoding)
    }
  })

  it('equal tags always mean equal bytes, whatever the request’s headers', async () => {
    const name = fc.constantFrom('br', 'gzip', 'zstd', 'deflate', 'identity', '*', 'GZIP', 'compress', '')
    const weight = fc.constantFrom('', ';q=0', ';q=0.5', ' ; q=1', ';q=0.001', ';q=x')
    const accepted = fc.array(fc.tuple(name, weight), { maxLength: 5 })
    const others = fc.record(
      {
        range: fc.constantFrom('bytes=0-9', 'bytes=-1', 'bytes=5-'),
        te: fc.constant('gzip'),
        'x-no-compression': fc.constant('1'),
        'if-none-match': fc.constantFrom('"x"', 'W/"x"'),
        'accept-language': fc.constantFrom('ru', 'en'),
        'user-agent': fc.string({ maxLength: 5, unit: 'grapheme-ascii' }),
      },
      { requiredKeys: [] },
    )
    const urls = fc.constantFrom(
      '/',
      '/search',
      '/ru/terms',
      '/nothing',
      '/assets/index-1.js',
      '/favicon.svg',
    )
    const seen = new Map<string, Buffer>()
    const whole = new Map<string, string>()
    await fc.assert(
      fc.asyncProperty(urls, fc.option(accepted, { nil: undefined }), others, async (url, list, headers) => {
        const encodings = list?.map((entry) => entry.join('')).join(',')
        const answer = await get(url, {
          ...headers,
          ...(encodings !== undefined && { 'accept-encoding': encodings }),
        })
        const etag = String(answer.headers.etag)
        expect(etag).toMatch(/^"[\w-]{22}"$/)
        expect((seen.get(etag) ?? answer.rawPayload).equals(answer.rawPayload)).toBe(true)
        seen.set(etag, answer.rawPayload)
        expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
        expect(answer.headers.vary).toContain('Accept-Encoding')
        // Decoded, it is the same text in every encoding.
        const key = `${url} ${answer.headers['content-language']}`
        const text = decode(answer.rawPayload, answer.headers['content-encoding'])
        expect(text).toBe(whole.get(key) ?? text)
        whole.set(key, text)
      }),
      { numRuns: 500 },
    )
    // Else the property would say little.
    expect(seen.size).toBeGreaterThan(15)
  })
})

function decode(bytes: Buffer, encoding: unknown): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

describe('files', () => {
  it('with a hash in their name are cached for good', async () => {
    const answer = await get('/assets/index-1.js')
    expect([answer.statusCode, answer.body]).toEqual([200, ASSET])
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    })
  })

  it('with plain names are cached for an hour', async () => {
    const { headers, body } = await get('/favicon.svg?v=1')
    expect(body).toBe('<svg/>')
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      'content-type': 'image/svg+xml; charset=utf-8',
    })
  })

  it('are not sent again to a browser that has them', async () => {
    const headers = { 'accept-encoding': 'br' }
    const { headers: first } = await get('/assets/index-1.js', headers)
    const again = await get('/assets/index-1.js', { ...headers, 'if-none-match': String(first.etag) })
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([
      304,
      '',
      first['cache-control'],
    ])
    // These are other bytes.
    const plain = await get('/assets/index-1.js', { 'if-none-match': String(first.etag) })
    expect([plain.statusCode, plain.body]).toEqual([200, ASSET])
  })

  it('answer HEAD with the same headers and nothing else', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const { headers: whole } = await get('/assets/index-1.js', headers)
    const { headers: head, body } = await fastify.inject({
      method: 'HEAD',
      url: '/assets/index-1.js',
      headers,
    })
    expect([{ ...head, date: '' }, body]).toEqual([{ ...whole, date: '' }, ''])
  })

  it.each([
    '/assets/index-2.js',
    '/assets/index-1.js.br',
    '/assets',
    '/assets/../assets/index-1.js.gz',
    '/assets%2Findex-1.js',
    '/%2e%2e/pages/en/landing.html',
    '/../pages/en/landing.html',
    '/__proto__',
  ])('%s is none', async (url) => {
    const { statusCode, body } = await get(url)
    expect([statusCode, shown(body)]).toEqual([404, 'en notFound'])
  })

  it('of an unknown kind are served as bytes', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'files-'))
    await writeFile(path.join(folder, 'movie.unknown'), 'x')
    const files = await loadFiles(folder)
    expect(files.get('/movie.unknown')).toMatchObject({ type: 'application/octet-stream' })
    await rm(folder, { recursive: true })
  })
})
