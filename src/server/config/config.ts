import path from 'node:path'
import { ConfigError, type Setting, settings } from './settings.ts'

/** Relative folders are meant from the project's, wherever a command was typed. */
const PROJECT = path.resolve(import.meta.dirname, '../../..')

/** For which the platform's terms allow to keep its data: https://developers.google.com/youtube/terms/developer-policies, III.E.4. */
const RETENTION_DAYS_ALLOWED = 30

const LOCAL_PORT_DISTANCE = 1_000

/** The parsed configuration. Read once by `readConfig`; values are passed from there. */
export type Config = {
  readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never
} & {
  /** Where links in e-mails and return pages start, without a trailing slash. */
  readonly publicUrl: string
  /** Where stand-ins listen, and metrics without a token; 0 is any free port. */
  readonly localPort: number
  /** Both HOST and PUBLIC_URL are loopback addresses: only then local stand-ins may start by themselves. */
  readonly isLoopback: boolean
}

/**
 * Parses the environment by the table in `settings.ts`.
 * @throws ConfigError with one sentence that names the first wrong or missing setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = env[setting.env]?.trim()
    const given = text === undefined || text === '' ? setting.default : text
    try {
      values[name] = setting.parse(given)
    } catch (error) {
      throw new ConfigError(`${setting.env} ${error instanceof Error ? error.message : 'is wrong'}`)
    }
  }
  const config = values as Omit<Config, 'isLoopback'>
  const publicUrl =
    config.publicUrl === '' ? `http://${urlHost(config.host)}:${config.port}` : config.publicUrl
  if (config.statisticsRetentionDays > RETENTION_DAYS_ALLOWED && !config.youtubeAmendmentAccepted)
    throw new ConfigError(
      `STATISTICS_RETENTION_DAYS may be more than ${RETENTION_DAYS_ALLOWED} only with YOUTUBE_AMENDMENT_ACCEPTED=true`,
    )
  if (config.databaseMigrationUrl !== null && config.databaseUrl === null)
    throw new ConfigError('DATABASE_MIGRATION_URL needs DATABASE_URL')
  const seedDemo = env['SEED_DEMO']?.trim() ? config.seedDemo : config.databaseUrl === null
  const isPublic = publicUrl.startsWith('https:')
  const passwordCommon = !env['PASSWORD_COMMON']?.trim() && isPublic ? 'refuse' : config.passwordCommon
  const isLoopback = isLoopbackHost(config.host) && isLoopbackHost(new URL(publicUrl).hostname)
  const localPort = values['localPort'] === null ? localPortOf(config.port) : config.localPort
  return {
    ...config,
    publicUrl,
    localPort,
    seedDemo,
    passwordCommon,
    isLoopback,
    dataDir: path.resolve(PROJECT, config.dataDir),
  }
}

/** The ports end at 65535: from there on it is counted downwards. Any free port has any free neighbour. */
function localPortOf(port: number): number {
  if (port === 0) return 0
  return port + LOCAL_PORT_DISTANCE > 65_535 ? port - LOCAL_PORT_DISTANCE : port + LOCAL_PORT_DISTANCE
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare)
}
