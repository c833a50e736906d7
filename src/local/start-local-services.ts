import { getServers } from 'node:dns'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { LocalIdentity } from '#server/adapters/identity/create-identity.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/settings.ts'
import { isRealShop, LOCAL_SHOP } from '#server/config/shop.ts'
import type { PlatformAccess } from '#server/platforms/platform.ts'
import { youtube, youtubeAccess } from '#server/platforms/youtube.ts'
import type { LoggedError } from '#server/recent-errors.ts'
import { startLocalDns } from './dns/local-dns.ts'
import { startLocalGoogle } from './identity/local-google.ts'
import { startLocalIssuer } from './identity/local-issuer.ts'
import { startLocalMail } from './mail/local-mail.ts'
import { registerOverview } from './overview-page.ts'
import { type LocalYookassa, startLocalYookassa } from './yookassa/local-yookassa.ts'
import { startLocalYoutube } from './youtube/local-youtube.ts'

/** The outside services' addresses: the configured ones, or the stand-ins that run here instead. */
export interface LocalServices {
  readonly smtpUrl: string
  /** The page with the emails, when they are kept instead of sent. */
  readonly inboxUrl: string | null
  /** The local payment provider's URL; unused with a real provider. */
  readonly paymentsUrl: string
  /** Of the video platforms' stand-ins, by name. */
  readonly platformAccess: Readonly<Record<string, PlatformAccess>>
  /** The DNS resolvers to ask; empty: the system's. */
  readonly dnsServers: readonly string[]
  /** The stand-ins of identity providers that the settings ask for. */
  readonly identity: LocalIdentity
  /** Registers the stand-ins' own pages and APIs under /local, and a page about them at /. */
  register(fastify: FastifyInstance): Promise<void>
  /** Registers, for a demonstration's public port, the pages that its visitors need: one's own emails, and paying. */
  registerPublic(fastify: FastifyInstance): Promise<void>
  /** Forgets emails and payments. */
  forget(): void
  close(): Promise<void>
}

interface LocalServicesOptions {
  readonly config: Config
  /** The URL at which the stand-ins' pages and APIs are registered, without a trailing slash. */
  readonly url: string
  /** The product's URL on this machine, once it listens. */
  readonly productUrl: () => string
  readonly databaseUrl: string
  readonly clock: Clock
  readonly log: Logger
  /** The log's last errors, newest first. */
  readonly recentErrors?: () => readonly LoggedError[]
}

/** The settings that call for a stand-in: how the operator reads it, and whether it applies. */
const STAND_INS: readonly (readonly [string, (config: Config) => boolean])[] = [
  ['SMTP_URL is not set', (config) => config.smtpUrl === null],
  ['YOOKASSA_SHOP_ID is not set', (config) => config.yookassaShopId === null],
  ['YOUTUBE_API_KEY is not set', (config) => youtubeAccess(config) === null],
  ['GOOGLE_SIGN_IN is local', (config) => config.googleSignIn === 'local'],
  ['OIDC_ISSUER is local', (config) => config.oidcIssuer === 'local'],
]

/**
 * Checks, before anything starts, whether stand-ins may run.
 * @returns the reasons why stand-ins start, in the operator's words; empty when none does
 * @throws ConfigError that names the missing setting, when the installation is reachable from outside or takes money
 */
export function checkLocalServices(config: Config): readonly string[] {
  const reasons = STAND_INS.filter(([, isSo]) => isSo(config)).map(([reason]) => reason)
  // A demonstration consists of them.
  if (reasons.length > 0 && !config.allowLocalServices && !config.demo) refusePublic(config, reasons[0] ?? '')
  return reasons
}

/**
 * Starts a stand-in for every outside service that is not configured.
 * @throws ConfigError as `checkLocalServices` does
 */
export async function startLocalServices(options: LocalServicesOptions): Promise<LocalServices> {
  const { config, log, url } = options
  checkLocalServices(config)
  await using started = new AsyncDisposableStack()
  const pages: ((fastify: FastifyInstance) => void | Promise<void>)[] = []

  async function stand<T extends StandIn>(start: () => T | Promise<T>): Promise<T> {
    const standIn = await start()
    started.defer(async () => standIn.close())
    pages.push((fastify) => standIn.register(fastify))
    return standIn
  }

  const mail = config.smtpUrl === null ? await stand(() => startLocalMail({ log })) : null
  let yookassa: LocalYookassa | null = null
  if (config.yookassaShopId === null) {
    const notifyUrl = () => `${options.productUrl()}/api/payments/notifications`
    const pagesUrl = config.demo ? config.publicUrl : null
    yookassa = await stand(() => startLocalYookassa({ log, ...LOCAL_SHOP, notifyUrl, pagesUrl }))
  }
  const platformAccess: Record<string, PlatformAccess> = {}
  if (youtubeAccess(config) === null) {
    const { access } = await stand(() => startLocalYoutube({ ...options, publicUrl: config.publicUrl }))
    platformAccess[youtube.name] = access
  }
  let { dnsServers } = config
  // Only beside the demo, whose addresses are at names that nobody owns. A server with a shop asks the system's resolver.
  if (dnsServers.length === 0 && config.yookassaShopId === null) {
    const dns = await startLocalDns({ log, upstream: config.demo ? undefined : getServers()[0] })
    started.defer(() => dns.close())
    dnsServers = [dns.server]
  }
  const identity = {
    google: config.googleSignIn === 'local' ? await stand(() => startLocalGoogle(options)) : null,
    issuer: config.oidcIssuer === 'local' ? await stand(() => startLocalIssuer(options)) : null,
  }
  const running = started.move()
  return {
    smtpUrl: mail?.smtpUrl ?? config.smtpUrl ?? '',
    inboxUrl: mail === null ? null : `${config.demo ? config.publicUrl : url}/local/mail`,
    identity,
    paymentsUrl: `${url}/local/yookassa/v3`,
    platformAccess,
    dnsServers,
    async register(fastify) {
      for (const page of pages) await page(fastify)
      registerOverview(fastify, {
        publicUrl: config.publicUrl,
        emails: mail && (() => mail.inbox.list().length),
        payments: yookassa && (() => yookassa.provider.payments.values()),
        googleSignIn: config.googleSignIn,
        hasMetrics: config.metricsToken === null,
        errors: options.recentErrors ?? (() => []),
      })
    },
    async registerPublic(fastify) {
      mail?.registerPublic(fastify)
      await yookassa?.registerPages(fastify)
    },
    forget() {
      mail?.inbox.forget()
      yookassa?.provider.forget()
    },
    close: () => running.disposeAsync(),
  }
}

interface StandIn {
  register(fastify: FastifyInstance): void | Promise<void>
  close(): void | Promise<void>
}

/** @param reason why a stand-in would start, as the operator reads it: setting and state */
function refusePublic(config: Config, reason: string): void {
  const { isLoopback, trustProxy } = config
  const obstacle = !isLoopback
    ? 'only when HOST and PUBLIC_URL are loopback addresses'
    : trustProxy > 0
      ? `only without proxies in front, and TRUST_PROXY is ${trustProxy}`
      : isRealShop(config)
        ? 'not beside a real shop, and YOOKASSA_SHOP_ID is set'
        : null
  if (obstacle === null) return
  throw new ConfigError(`${reason}: local stand-ins start ${obstacle}, or with ALLOW_LOCAL_SERVICES=true.`)
}
