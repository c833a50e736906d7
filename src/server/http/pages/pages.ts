import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import path from 'node:path'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import { PAGES, type PageName } from '#shared/pages.ts'
import { parseAddress } from '#shared/paths.ts'
import type { Widget } from '#server/widget.ts'
import { sessionToken } from '#server/http/calls/request-facts.ts'
import { type Encoding, type Filling, loadPages, type ServedPage } from './load-pages.ts'

interface ServePagesOptions {
  readonly config: Filling
  /** The built web: `web/` and `pages/`. */
  readonly distFolder: string
  /** The widgets of the configured providers. */
  readonly widgets: readonly Widget[]
}

/** Tells the page whether the browser sent a session, which saves it a call without one. */
const SESSION_HINT = 'signed_in'

const FILE_CACHE = 'public, max-age=3600'
const ASSET_CACHE = 'public, max-age=31536000, immutable'

/** Serves the built web: pages in the person's language, the shell for private pages, files and their compressed copies. */
export async function servePages(
  fastify: FastifyInstance,
  { config, distFolder, widgets }: ServePagesOptions,
): Promise<void> {
  const pages = await loadPages(path.join(distFolder, 'pages'), { ...config, widgets })
  await fastify.register(fastifyStatic, {
    root: path.join(distFolder, 'web'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? ASSET_CACHE : FILE_CACHE)
    },
  })
  fastify.get('/*', async (request, reply) => {
    const pathname = request.url.replace(/\?.*$/s, '')
    const address = parseAddress(pathname)
    const facts = address.page === null ? null : PAGES[address.page]
    const language =
      address.language ??
      negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
    const page = pages.get(`${language}/${fileOf(address.page)}`)
    if (page === undefined) throw new Error(`The page ${address.page ?? 'notFound'} was not built`)
    hintSession(request, reply, config.publicUrl)
    reply.header('content-language', language)
    // Their URL contains a secret until the page has read it; requests for the page's files must not carry it in the
    // referrer.
    if (facts?.hasToken) reply.header('referrer-policy', 'strict-origin')
    // The hint about the session also depends on the cookies.
    reply.header('vary', 'Accept-Language, Cookie, Accept-Encoding')
    const policy = facts?.loadsProviders ? page.openedPolicy : page.policy
    reply.header('content-security-policy', policy)
    return sendPage(request, reply.status(address.page === null ? 404 : 200), page)
  })
}

function fileOf(page: PageName | null): string {
  if (page === null) return 'notFound'
  return PAGES[page].isPrerendered ? page : 'shell'
}

function hintSession(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  const hint = sessionToken({ config: { publicUrl } }, request) === null ? '0' : '1'
  if (request.cookies[SESSION_HINT] === hint) return
  reply.setCookie(SESSION_HINT, hint, { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') })
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: ServedPage): FastifyReply {
  const encoding = acceptedEncoding(request)
  const etag = `"${page.hash}-${encoding}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}

function acceptedEncoding(request: FastifyRequest): Encoding {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b(?!;q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}
