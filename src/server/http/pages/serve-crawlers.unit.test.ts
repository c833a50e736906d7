import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { pagesWith } from '#shared/pages.ts'
import { parseAddress } from '#shared/paths.ts'
import { readConfig } from '#server/config/config.ts'
import { serveCrawlers } from './serve-crawlers.ts'

const fastify = Fastify()
const config = readConfig({
  PUBLIC_URL: 'https://channelbook.example',
  SUPPORT_EMAIL: 'help@channelbook.example',
})
const docs = [
  { address: '/docs/install', language: 'en', name: 'install' },
  { address: '/docs/ru/install', language: 'ru', name: 'install' },
  { address: '/docs/search', language: 'en', name: 'search' },
] as const
serveCrawlers(fastify, { config, clock: { now: () => new Date('2026-11-26T10:00:00Z') }, docs })

it('robots.txt names the site map and excludes only the API, but for its reference', async () => {
  const { body, headers } = await fastify.inject('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toBe(
    'User-agent: *\nDisallow: /api/\nAllow: /api/docs\n\nSitemap: https://channelbook.example/sitemap.xml\n',
  )
})

it('the site map lists every page for search engines in both languages, each with its translations', async () => {
  const { body, headers } = await fastify.inject('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const paths = [...body.matchAll(/<loc>https:\/\/channelbook\.example([^<]*)<\/loc>/g)].map(
    ([, path = '']) => path,
  )
  const named = paths.filter((path) => !path.startsWith('/docs')).map(parseAddress)
  expect(named).toEqual(
    pagesWith('isIndexed').flatMap((page) => [
      { language: 'en', page },
      { language: 'ru', page },
    ]),
  )
  expect(body.match(/hreflang="x-default" href="https:\/\/channelbook\.example\/en\/terms"/g)).toHaveLength(2)
  expect(paths.slice(-3)).toEqual(docs.map(({ address }) => address))
  expect(body.match(/hreflang="ru" href="https:\/\/channelbook\.example\/docs\/ru\/install"/g)).toHaveLength(
    2,
  )
})

it('neither crawlers nor programs are kept from the documentation', async () => {
  const { body } = await fastify.inject('/robots.txt')
  const refused = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path)
  expect(refused).toEqual(['/api/'])
  expect('/docs/install').not.toMatch(new RegExp(`^${refused[0]}`))
  expect(body).toContain('Allow: /api/docs\n')
})

it('security.txt says whom to tell of a vulnerability, for half a year', async () => {
  const { body, headers } = await fastify.inject('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toBe(
    `Contact: mailto:help@channelbook.example
Expires: 2027-05-01T00:00:00.000Z
Preferred-Languages: en, ru
Canonical: https://channelbook.example/.well-known/security.txt
`,
  )
})
