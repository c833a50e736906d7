import type { FastifyInstance } from 'fastify'
import { FALLBACK_LANGUAGE, LANGUAGES } from '#shared/i18n/messages.ts'
import { pagesWith } from '#shared/pages.ts'
import { PATHS, pathInLanguage } from '#shared/paths.ts'
import type { App } from '#server/app.ts'
import type { DocsPage } from './serve-docs.ts'

const CACHE = 'public, max-age=3600'
const VALID_MONTHS = 6

/**
 * `/robots.txt` and `/sitemap.xml`: the pages for search engines, each in every language. `/.well-known/security.txt`: to whom a
 * vulnerability is reported (RFC 9116).
 */
export function serveCrawlers(
  fastify: FastifyInstance,
  { config, clock, docs }: Pick<App, 'config' | 'clock'> & { readonly docs: readonly DocsPage[] },
): void {
  const { publicUrl } = config
  const robots = config.demo ? DEMO_ROBOTS : robotsText(publicUrl)
  const sitemap = sitemapXml(publicUrl, docs)
  fastify.get('/robots.txt', async (_, reply) =>
    reply.header('cache-control', CACHE).type('text/plain; charset=utf-8').send(robots),
  )
  fastify.get('/sitemap.xml', async (_, reply) =>
    reply.header('cache-control', CACHE).type('application/xml; charset=utf-8').send(sitemap),
  )
  fastify.get('/.well-known/security.txt', async (_, reply) =>
    reply
      .header('cache-control', CACHE)
      .type('text/plain; charset=utf-8')
      .send(securityText(config, clock.now())),
  )
}

/** It has to name its own end, within a year: a later reader asks again. */
function securityText({ publicUrl, supportEmail }: App['config'], now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + VALID_MONTHS, 1))
  return [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

// Pages that must not be indexed say so themselves, so crawlers must be allowed to read them; in a demonstration all say so.
const DEMO_ROBOTS = 'User-agent: *\nDisallow: /api/\n'

function robotsText(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\nAllow: /api/docs\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

function sitemapXml(publicUrl: string, docs: readonly DocsPage[]): string {
  const pages = pagesWith('isIndexed').map((page) => {
    const inLanguage = LANGUAGES.map((language) => ({
      language,
      path: pathInLanguage(PATHS[page], language),
    }))
    return { inLanguage, fallback: pathInLanguage(PATHS[page], FALLBACK_LANGUAGE) }
  })
  const documents = [...Map.groupBy(docs, ({ name }) => name).values()].map((versions) => ({
    inLanguage: versions.map(({ language, address }) => ({ language, path: address })),
    fallback: (versions.find(({ language }) => language === FALLBACK_LANGUAGE) ?? versions[0])?.address ?? '',
  }))
  const urls = [...pages, ...documents].flatMap(({ inLanguage, fallback }) => {
    const alternates = [...inLanguage, { language: 'x-default', path: fallback }]
      .map(
        (other) =>
          `    <xhtml:link rel="alternate" hreflang="${other.language}" href="${escapeXml(publicUrl + other.path)}"/>\n`,
      )
      .join('')
    return inLanguage.map(
      (own) => `  <url>\n    <loc>${escapeXml(publicUrl + own.path)}</loc>\n${alternates}  </url>\n`,
    )
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
