import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { platformAccess, type VideosAccess } from '#server/adapters/videos/create-videos.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/settings.ts'
import { LOCAL_SHOP, localPaymentsUrl } from '#server/shop.ts'
import { type LocalGoogle, startLocalGoogle } from './google/local-google.ts'
import { startLocalMail } from './mail/local-mail.ts'
import { startLocalYookassa } from './yookassa/local-yookassa.ts'
import { startLocalYoutube } from './youtube/local-youtube.ts'

/** The outside services as they are reached: configured ones, or the stand-ins that run here instead. */
export interface LocalServices {
  readonly smtpUrl: string
  /** Where the local payment provider answers, once the server listens; unused beside a real one. */
  readonly paymentsUrl: () => string
  readonly videos: VideosAccess
  /** The stand-in of Google, when the settings want it. */
  readonly localGoogle: LocalGoogle | null
  /** Registers the stand-ins' own pages and APIs under /local. */
  register(fastify: FastifyInstance): Promise<void>
  close(): Promise<void>
}

interface LocalServicesOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly clock: Clock
  readonly log: Logger
}

/** What calls for a stand-in, in words, and whether it is so. */
const STAND_INS: readonly (readonly [string, (config: Config) => boolean])[] = [
  ['SMTP_URL is not set', (config) => config.smtpUrl === null],
  ['YOOKASSA_SHOP_ID is not set', (config) => config.yookassaShopId === null],
  ['YOUTUBE_API_KEY is not set', (config) => platformAccess(config) === null],
  ['GOOGLE_SIGN_IN is local', (config) => config.googleSignIn === 'local'],
]

/**
 * Says before anything starts whether the stand-ins may.
 * @throws ConfigError that names the missing setting, when the installation can be reached from outside
 */
export function checkLocalServices(config: Config): void {
  for (const [reason, isSo] of STAND_INS) if (isSo(config)) refuseOutside(config, reason)
}

/**
 * Starts a stand-in for every outside service that is not configured.
 * @throws ConfigError that names the setting, when the installation can be reached from outside
 */
export async function startLocalServices(options: LocalServicesOptions): Promise<LocalServices> {
  const { config, log } = options
  await using started = new AsyncDisposableStack()
  const pages: ((fastify: FastifyInstance) => void | Promise<void>)[] = []

  async function stand<T extends StandIn>(reason: string, start: () => T | Promise<T>): Promise<T> {
    refuseOutside(config, reason)
    const standIn = await start()
    started.defer(async () => standIn.close())
    pages.push((fastify) => standIn.register(fastify))
    return standIn
  }

  const smtpUrl =
    config.smtpUrl ?? (await stand('SMTP_URL is not set', () => startLocalMail({ log }))).smtpUrl
  let port = () => config.port
  if (config.yookassaShopId === null) {
    const notifyUrl = () =>
      `${new URL(localPaymentsUrl(config.host, port())).origin}/api/payments/notifications`
    await stand('YOOKASSA_SHOP_ID is not set', () => startLocalYookassa({ log, ...LOCAL_SHOP, notifyUrl }))
    // With PORT=0 only the server that listens knows its port.
    pages.push((fastify) => {
      port = () => (fastify.server.address() as AddressInfo | null)?.port ?? config.port
    })
  }
  const videos =
    platformAccess(config) ??
    (
      await stand('YOUTUBE_API_KEY is not set', () =>
        startLocalYoutube({ ...options, publicUrl: config.publicUrl }),
      )
    ).access

  const localGoogle =
    config.googleSignIn === 'local'
      ? await stand('GOOGLE_SIGN_IN is local', () => startLocalGoogle(options))
      : null
  const running = started.move()
  return {
    smtpUrl,
    localGoogle,
    paymentsUrl: () => localPaymentsUrl(config.host, port()),
    videos,
    async register(fastify) {
      for (const page of pages) await page(fastify)
    },
    close: () => running.disposeAsync(),
  }
}

interface StandIn {
  register(fastify: FastifyInstance): void | Promise<void>
  close(): void | Promise<void>
}

/** @param reason why the stand-in would start, as the operator reads it: setting and state */
function refuseOutside(config: Config, reason: string): void {
  if (config.isLoopback || config.allowLocalServices) return
  throw new ConfigError(
    `${reason}: local stand-ins start only when HOST and PUBLIC_URL are loopback addresses, or with ALLOW_LOCAL_SERVICES=true.`,
  )
}
