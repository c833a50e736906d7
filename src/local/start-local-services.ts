import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/settings.ts'
import { LOCAL_SHOP, localPaymentsUrl } from '#server/shop.ts'
import { startLocalMail } from './mail/local-mail.ts'
import { startLocalYookassa } from './yookassa/local-yookassa.ts'

/** The outside services as they are reached: configured ones, or the stand-ins that run here instead. */
export interface LocalServices {
  readonly smtpUrl: string
  /** Where the local payment provider answers, once the server listens; unused beside a real one. */
  readonly paymentsUrl: () => string
  /** Registers the stand-ins' own pages and APIs under /local. */
  register(fastify: FastifyInstance): Promise<void>
  close(): Promise<void>
}

interface Options {
  readonly config: Config
  readonly log: Logger
}

/**
 * Starts a stand-in for every outside service that is not configured.
 * @throws ConfigError that names the missing setting, when the installation can be reached from outside
 */
export async function startLocalServices({ config, log }: Options): Promise<LocalServices> {
  await using started = new AsyncDisposableStack()
  const pages: ((fastify: FastifyInstance) => void | Promise<void>)[] = []
  let { smtpUrl } = config
  if (smtpUrl === null) {
    refuseOutside(config, 'SMTP_URL')
    const mail = await startLocalMail({ log })
    started.defer(() => mail.close())
    pages.push((fastify) => mail.register(fastify))
    smtpUrl = mail.smtpUrl
  }
  let port = () => config.port
  if (config.yookassaShopId === null) {
    refuseOutside(config, 'YOOKASSA_SHOP_ID')
    const notifyUrl = () =>
      `${new URL(localPaymentsUrl(config.host, port())).origin}/api/payments/notifications`
    const yookassa = startLocalYookassa({ log, ...LOCAL_SHOP, notifyUrl })
    started.defer(() => yookassa.close())
    pages.push(async (fastify) => {
      // With PORT=0 only the server that listens knows its port.
      port = () => (fastify.server.address() as AddressInfo | null)?.port ?? config.port
      await yookassa.register(fastify)
    })
  }
  const running = started.move()
  return {
    smtpUrl,
    paymentsUrl: () => localPaymentsUrl(config.host, port()),
    async register(fastify) {
      for (const page of pages) await page(fastify)
    },
    close: () => running.disposeAsync(),
  }
}

function refuseOutside(config: Config, setting: string): void {
  if (config.isLoopback || config.allowLocalServices) return
  throw new ConfigError(
    `${setting} is not set: local stand-ins start only when HOST and PUBLIC_URL are loopback addresses, or with ALLOW_LOCAL_SERVICES=true.`,
  )
}
