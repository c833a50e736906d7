import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { pagesWith } from '#shared/pages.ts'
import { parseAddress } from '#shared/paths.ts'
import { serveCrawlers } from './serve-crawlers.ts'

const fastify = Fastify()
serveCrawlers(fastify, { publicUrl: 'https://channelbook.example' })

it('robots.txt names the site map and excludes only the API', async () => {
  const { body, headers } = await fastify.inject('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toBe('User-agent: *\nDisallow: /api/\n\nSitemap: https://channelbook.example/sitemap.xml\n')
})

it('the site map lists every page for search engines in both languages, each with its translations', async () => {
  const { body, headers } = await fastify.inject('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const named = [...body.matchAll(/<loc>https:\/\/channelbook\.example([^<]*)<\/loc>/g)].map(
    ([, path = '']) => parseAddress(path),
  )
  expect(named).toEqual(
    pagesWith('isIndexed').flatMap((page) => [
      { language: 'en', page },
      { language: 'ru', page },
    ]),
  )
  expect(body.match(/hreflang="x-default" href="https:\/\/channelbook\.example\/en\/terms"/g)).toHaveLength(2)
})
