import { isIPv4, isIPv6 } from 'node:net'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/app.ts'
import type { RequestFacts } from '#server/feature.ts'
import { LANGUAGE_COOKIE, negotiateLanguage } from '#shared/i18n/negotiate.ts'
import { SESSION_DAYS } from '#server/features/sessions/find-session.ts'

export const SESSION_COOKIE = 'channelbook_session'
export const BROWSER_COOKIE = 'channelbook_browser'
/** Under https. Browsers accept such a cookie only from this exact host over https, so no other subdomain can plant one. */
export const HOST_PREFIX = '__Host-'
const DAY_SECONDS = 86_400
/** The longest that browsers keep a cookie. This one recognises a person's devices. */
const BROWSER_DAYS = 400
const USER_AGENT_MAX = 300

/** The session token of a request, or null. */
export function sessionToken(app: ConfiguredApp, request: FastifyRequest): string | null {
  return tokenCookie(request, cookieName(app, SESSION_COOKIE))
}

/** What routes may know about a request, and the cookies that they may set. */
export function requestFacts(app: ConfiguredApp, request: FastifyRequest, reply: FastifyReply): RequestFacts {
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(app),
  } as const
  const sessionCookie = cookieName(app, SESSION_COOKIE)
  const browserCookie = cookieName(app, BROWSER_COOKIE)
  // Worked out from the chain of proxies at each reading.
  const address = request.ip
  return {
    network: networkOf(address),
    address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    get language() {
      return negotiateLanguage(request.cookies[LANGUAGE_COOKIE], request.headers['accept-language'])
    },
    get signal() {
      return leavingSignal(reply)
    },
    browserToken: tokenCookie(request, browserCookie),
    setSession(token) {
      if (token === null) {
        reply.clearCookie(sessionCookie, attributes)
        // Pages that Back would show again. Cookies and storage stay: they hold only this browser's choices, and know it.
        reply.header('clear-site-data', '"cache"')
      } else reply.setCookie(sessionCookie, token, { ...attributes, maxAge: SESSION_DAYS * DAY_SECONDS })
    },
    setBrowserToken(token) {
      reply.setCookie(browserCookie, token, { ...attributes, maxAge: BROWSER_DAYS * DAY_SECONDS })
    },
  }
}

/** Fastify's own signal listens to the request, which closes as soon as its body is read. */
function leavingSignal({ raw }: FastifyReply): AbortSignal {
  // Who has left by now is not noticed by a listener.
  if (raw.destroyed || raw.socket?.destroyed === true) return AbortSignal.abort()
  const leaving = new AbortController()
  // It closes after an answer, too; aborting makes an error with a stack, which took 3 % of a search's time.
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort()
  })
  return leaving.signal
}

type ConfiguredApp = { readonly config: Pick<App['config'], 'publicUrl'> }

function isSecure({ config }: ConfiguredApp): boolean {
  return config.publicUrl.startsWith('https:')
}

function cookieName(app: ConfiguredApp, name: string): string {
  return isSecure(app) ? `${HOST_PREFIX}${name}` : name
}

function tokenCookie(request: FastifyRequest, name: string): string | null {
  const value = request.cookies[name]
  return value === undefined || value === '' || value.length > 200 ? null : value
}

/**
 * The network that a limit counts by: the IPv4 address, or the /64 that an IPv6 customer usually owns. Everything that is
 * not an address (a proxy may pass on something else) counts as one network.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
