import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { ConfigError } from '#server/settings.ts'
import { startLocalMail } from './mail/local-mail.ts'

/** The outside services as they are reached: configured ones, or the stand-ins that run here instead. */
export interface LocalServices {
  readonly smtpUrl: string
  /** Registers the stand-ins' own pages and APIs under /local. */
  register(fastify: FastifyInstance): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a stand-in for every outside service that is not configured.
 * @throws ConfigError that names the missing setting, when the installation can be reached from outside
 */
export async function startLocalServices({
  config,
  log,
}: {
  readonly config: Config
  readonly log: Logger
}): Promise<LocalServices> {
  if (config.smtpUrl !== null) {
    return { smtpUrl: config.smtpUrl, register: async () => {}, close: async () => {} }
  }
  refuseOutside(config, 'SMTP_URL')
  const mail = await startLocalMail({ log })
  return {
    smtpUrl: mail.smtpUrl,
    register: async (fastify) => mail.register(fastify),
    close: () => mail.close(),
  }
}

function refuseOutside(config: Config, setting: string): void {
  if (config.isLoopback || config.allowLocalServices) return
  throw new ConfigError(
    `${setting} is not set: local stand-ins start only when HOST and PUBLIC_URL are loopback addresses, or with ALLOW_LOCAL_SERVICES=true.`,
  )
}
