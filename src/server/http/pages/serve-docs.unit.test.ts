import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDocs, serveDocs } from './serve-docs.ts'

const FILES = {
  'index.html': '<h1>first</h1>',
  'install.html': '<h1>install</h1>',
  'install.html.gz': 'compressed',
  'install.md': '# Install',
  'ru.html': '<h1>первая</h1>',
  'not-found.en.html': '<h1>no page</h1>',
  'not-found.ru.html': '<h1>нет страницы</h1>',
  'reference.en.html': '<main></main>',
  'reference.ru.html': '<main></main>',
  'llms.txt': '# Channelbook',
  'assets/docs-1a2b3c.js': 'void 0',
  'pages.json': JSON.stringify([
    { address: '/docs', language: 'en', name: '' },
    { address: '/docs/install', language: 'en', name: 'install' },
    { address: '/docs/ru', language: 'ru', name: '' },
  ]),
}

let folder: string
let fastify: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'channelbook-docs-'))
  await mkdir(path.join(folder, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, name), text)
  fastify = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  serveDocs(fastify, await loadDocs(folder), 'https://channelbook.example')
})
afterAll(() => rm(folder, { recursive: true }))

it.each([
  ['/docs', FILES['index.html'], 'en'],
  ['/docs/', FILES['index.html'], 'en'],
  ['/docs/install', FILES['install.html'], 'en'],
  ['/docs/install?from=footer', FILES['install.html'], 'en'],
  ['/docs/ru', FILES['ru.html'], 'ru'],
])('%s is a page', async (url, text, language) => {
  const { statusCode, body, headers } = await fastify.inject(url)
  expect([statusCode, body, headers['content-language']]).toEqual([200, text, language])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
})

it('names the address of each page, and its other languages', async () => {
  const { headers } = await fastify.inject('/docs/ru')
  expect(headers.link).toBe(
    [
      '<https://channelbook.example/docs/ru>; rel="canonical"',
      '<https://channelbook.example/docs>; rel="alternate"; hreflang="en"',
      '<https://channelbook.example/docs/ru>; rel="alternate"; hreflang="ru"',
    ].join(', '),
  )
  const copy = await fastify.inject('/docs/install.md')
  expect(copy.headers.link).toContain('<https://channelbook.example/docs/install>; rel="canonical"')
})

it('allows no inline script or style, and no other host', async () => {
  const { headers } = await fastify.inject('/docs')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
})

it.each([
  ['/docs/nothing', FILES['not-found.en.html']],
  ['/docs/ru/nothing', FILES['not-found.ru.html']],
  ['/docs/not-found.ru', FILES['not-found.en.html']],
  ['/docs/pages.json', FILES['not-found.en.html']],
  ['/docs/../package.json', undefined],
])('%s is none', async (url, text) => {
  const { statusCode, body } = await fastify.inject(url)
  expect(statusCode).toBe(404)
  if (text !== undefined) expect(body).toBe(text)
})

it('sends what was compressed, and nothing to a browser that has it', async () => {
  const first = await fastify.inject({ url: '/docs/install', headers: { 'accept-encoding': 'gzip' } })
  expect([first.headers['content-encoding'], first.body]).toEqual(['gzip', 'compressed'])
  const again = await fastify.inject({
    url: '/docs/install',
    headers: { 'accept-encoding': 'gzip', 'if-none-match': String(first.headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('keeps pages for minutes, and what they load for good', async () => {
  const cacheOf = async (url: string) => (await fastify.inject(url)).headers['cache-control']
  expect(await cacheOf('/docs/install')).toBe('public, max-age=300')
  expect(await cacheOf('/docs/assets/docs-1a2b3c.js')).toBe('public, max-age=31536000, immutable')
})

it('gives programs the Markdown, and llms.txt where they look for it', async () => {
  const markdown = await fastify.inject('/docs/install.md')
  expect([markdown.body, markdown.headers['content-type']]).toEqual([
    '# Install',
    'text/markdown; charset=utf-8',
  ])
  expect((await fastify.inject('/llms.txt')).body).toBe(FILES['llms.txt'])
  expect((await fastify.inject('/docs/llms.txt')).body).toBe(FILES['llms.txt'])
})
