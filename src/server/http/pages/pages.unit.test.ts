import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagesWith } from '#shared/pages.ts'
import { readConfig } from '#server/config/config.ts'
import { servePages } from './pages.ts'

const SCRIPT = 'document.title = "x"'
const STYLE = 'p { color: red }'

let dist = ''
let fastify: FastifyInstance

beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'pages-'))
  for (const language of ['en', 'ru']) {
    await mkdir(path.join(dist, 'pages', language), { recursive: true })
    for (const name of [...pagesWith('isPrerendered'), 'shell', 'notFound']) {
      const head = `<meta name="api-key" content="%API_KEY%"><script>${SCRIPT}</script><style>${STYLE}</style>`
      await writeFile(
        path.join(dist, 'pages', language, `${name}.html`),
        `${head}<p>${language} ${name} %PUBLIC_URL%</p><p>%SELLER% %SUPPORT_EMAIL%</p><meta content="%SELLER_FACTS%">`,
      )
    }
  }
  await mkdir(path.join(dist, 'web', 'assets'), { recursive: true })
  await writeFile(path.join(dist, 'web', 'favicon.svg'), '<svg/>')
  await writeFile(path.join(dist, 'web', 'assets', 'index-1.js'), 'plain')
  await writeFile(path.join(dist, 'web', 'assets', 'index-1.js.br'), 'compressed')
  fastify = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await fastify.register(cookie)
  await servePages(fastify, {
    config: readConfig({
      API_KEY: 'key "of" <test>',
      PUBLIC_URL: 'https://channelbook.example',
      SELLER_NAME: 'Example & Sons',
      SELLER_INN: '5001007322',
      SUPPORT_EMAIL: 'help@channelbook.example',
    }),
    distFolder: dist,
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

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ])('its bytes as %s', async (accepted, encoding, decode) => {
    const answer = await get('/', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(shown(decode(answer.rawPayload).toString())).toBe('en landing')
  })

  it('nothing when the browser already has it', async () => {
    const { headers } = await get('/search')
    const again = await get('/search', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(
      (await get('/search', { 'if-none-match': String(headers.etag), cookie: 'language=ru' })).statusCode,
    ).toBe(200)
  })
})

describe('files', () => {
  it('with a hash in their name are cached for good, and compressed where accepted', async () => {
    const answer = await get('/assets/index-1.js', { 'accept-encoding': 'br' })
    expect(answer.body).toBe('compressed')
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('with plain names are cached for an hour', async () => {
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })
})
