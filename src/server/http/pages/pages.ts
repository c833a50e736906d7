import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import path from 'node:path'
import { ERROR_STATUS } from '#shared/api/errors.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import { PAGES, type PageName } from '#shared/pages.ts'
import { channelOf, parseAddress } from '#shared/paths.ts'
import { type Counts, roundDown } from '#shared/rules/catalogue-counts.ts'
import type { Clock } from '#server/clock.ts'
import type { ChannelHead } from '#server/features/channels/channel-head.sql.ts'
import type { Legal } from '#server/legal.ts'
import type { Notice } from '#server/notices/notices.sql.ts'
import { Refusal } from '#server/refusal.ts'
import type { Widget } from '#server/widget.ts'
import { asRefusal } from '#server/http/calls/envelope.ts'
import { networkOf, sessionToken } from '#server/http/calls/request-facts.ts'
import { shellOfChannel } from './channel-head.ts'
import { loadFiles } from './load-files.ts'
import { type Filling, fillPages, readPages, type ServedPage } from './load-pages.ts'
import { sendBody } from './prepared-body.ts'
import { HOUR_MS } from '#shared/rules/time.ts'

interface ServePagesOptions {
  readonly config: Filling & { readonly welcomeUses: number; readonly indexChannels: boolean }
  readonly clock: Clock
  readonly legal: Legal
  /** Read at the start, then hourly while pages are asked for. */
  readonly readCatalogueSize: () => Promise<Pick<Counts, 'channels' | 'contacts'>>
  /** What stands above every page now; read anew every few seconds while pages are asked for. */
  readonly readNotices: () => Promise<readonly Notice[]>
  /** Null when there is no such channel. @throws Refusal when the network has asked for too many */
  readonly readChannel: (channelId: string, network: string) => Promise<ChannelHead | null>
  /** Whether the console exists for whoever makes a request. */
  readonly isOperator: (request: FastifyRequest) => Promise<boolean>
  /** The built web: `web/` and `pages/`. */
  readonly distFolder: string
  /** The widgets of the configured providers. */
  readonly widgets: readonly Widget[]
}

/** Tells the page whether the browser sent a session, which saves it a call without one. */
const SESSION_HINT = 'signed_in'

/** Serves the built web from memory: files, pages in the person's language, and the shell for private pages. */
export async function servePages(
  fastify: FastifyInstance,
  { config, distFolder, legal, widgets, ...options }: ServePagesOptions,
): Promise<void> {
  const built = await readPages(path.join(distFolder, 'pages'))
  const currentPages = await keepCurrent(options, config.welcomeUses, (counts, notices) =>
    fillPages(built, { ...config, legal, widgets, counts, notices }),
  )
  const files = await loadFiles(path.join(distFolder, 'web'))
  // Already compressed, and compressed again they would no longer be the bytes that their `ETag` stands for.
  fastify.get('/*', { compress: false }, async (request, reply) => {
    const pathname = request.url.replace(/\?.*$/s, '')
    const file = files.get(pathname)
    if (file !== undefined) {
      reply.type(file.type).header('cache-control', file.cacheControl).header('vary', 'Accept-Encoding')
      return sendBody(request, reply, file.body)
    }
    const named = parseAddress(pathname)
    const isHidden = named.page === 'console' && !(await options.isOperator(request))
    const address = isHidden ? { ...named, page: null } : named
    const facts = address.page === null ? null : PAGES[address.page]
    const language =
      address.language ??
      negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
    const page = currentPages().get(`${language}/${fileOf(address.page)}`)
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
    reply.header('cache-control', 'private, no-cache').type('text/html; charset=utf-8')
    if (address.page === 'channel') return sendChannel(request, reply, { pathname, language, shell: page })
    return sendBody(request, reply.status(address.page === null ? 404 : 200), page.body)
  })

  /** The shell, with the channel's own head; without that when it cannot be read, or not now, so that crawlers come back. */
  async function sendChannel(
    request: FastifyRequest,
    reply: FastifyReply,
    { pathname, language, shell }: { pathname: string; language: Language; shell: ServedPage },
  ): Promise<FastifyReply> {
    if (!config.indexChannels) reply.header('x-robots-tag', 'noindex')
    const channelId = channelOf(pathname) ?? ''
    const found = IS_ID.test(channelId)
      ? await options.readChannel(channelId, networkOf(request.ip)).catch(refusalOf)
      : null
    if (found instanceof Refusal) {
      if (found.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(found.retryAfter)))
      return sendBody(request, reply.status(ERROR_STATUS[found.code]), shell.body)
    }
    const { publicUrl, indexChannels: isIndexed } = config
    const body = await shellOfChannel(shell.body, found, { language, publicUrl, isIndexed })
    return sendBody(request, reply.status(found === null ? 404 : 200), body)
  }
}

/** Neither control characters nor more than an id has. */
const IS_ID = /^\P{C}{1,200}$/u

/** Why a channel cannot be read now. Everything else is a bug. */
function refusalOf(error: unknown): Refusal {
  const refusal = asRefusal(error)
  if (refusal === null) throw error
  return refusal
}

type Pages = ReadonlyMap<string, ServedPage>

/** How often it is looked whether something else is announced. */
const NOTICES_MS = 2_000

/**
 * The pages with the latest counts of the catalogue and the notices. Nobody waits for newer ones; while they cannot be read,
 * the last ones stay.
 */
async function keepCurrent(
  {
    clock,
    readCatalogueSize,
    readNotices,
  }: Pick<ServePagesOptions, 'clock' | 'readCatalogueSize' | 'readNotices'>,
  welcome: number,
  fillIn: (counts: Counts, notices: readonly Notice[]) => Promise<Pages>,
): Promise<() => Pages> {
  let counts: Counts = { channels: null, contacts: null, welcome }
  let notices: readonly Notice[] = []
  let pages: Pages | null = null
  let [readAt, lookedAt] = [0, 0]
  const read = async () => {
    const now = clock.now().getTime()
    const isHour = now - readAt >= HOUR_MS
    if (isHour) readAt = now
    lookedAt = now
    const size = isHour ? await readCatalogueSize().catch(() => null) : null
    const latest: Counts = size === null ? counts : { ...rounded(size), welcome }
    const shown = await readNotices().catch(() => notices)
    const isSame = latest.channels === counts.channels && latest.contacts === counts.contacts
    if (pages !== null && isSame && JSON.stringify(shown) === JSON.stringify(notices)) return pages
    pages = await fillIn(latest, shown)
    counts = latest
    notices = shown
    return pages
  }
  const first = await read()
  return () => {
    if (clock.now().getTime() - lookedAt >= NOTICES_MS) read().catch(() => undefined)
    return pages ?? first
  }
}

function rounded({ channels, contacts }: Pick<Counts, 'channels' | 'contacts'>) {
  return { channels: roundDown(channels ?? 0), contacts: roundDown(contacts ?? 0) }
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
