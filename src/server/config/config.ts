import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isLoopbackHost } from './loopback.ts'
import { checkOrigins } from './origins.ts'
import type { Setting } from './setting.ts'
import { ConfigError, settings } from './settings.ts'

/** Relative folders are relative to the project, whatever the working directory. */
const PROJECT = path.resolve(import.meta.dirname, '../../..')

/**
 * The longest that the platform's terms allow its data to be kept:
 * https://developers.google.com/youtube/terms/developer-policies, III.E.4.
 */
const RETENTION_DAYS_ALLOWED = 30

const LOCAL_PORT_DISTANCE = 1_000

export type SettingSource = 'environment' | 'file' | 'default'

/** The parsed configuration. `readConfig` reads it once; its values are passed on from there. */
export type Config = {
  readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T> ? T : never
} & {
  /** The start of links in emails and of return URLs, without a trailing slash. */
  readonly publicUrl: string
  /** The port of stand-ins and of metrics without a token; 0 means any free port. */
  readonly localPort: number
  /** Whether HOST and PUBLIC_URL are both loopback addresses; only then do stand-ins start unasked. */
  readonly isLoopback: boolean
  /** Where each value came from. */
  readonly sources: Readonly<Record<keyof typeof settings, SettingSource>>
}

/**
 * Parses the environment by the table in `settings.ts`.
 * @throws ConfigError with one sentence that names the first wrong or missing setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values: Record<string, unknown> = {}
  const sources: Record<string, SettingSource> = {}
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const given = textOf(setting, env)
    sources[name] = sourceOf(setting, env)
    try {
      values[name] = setting.parse(given)
    } catch (error) {
      throw new ConfigError(`${setting.env} ${error instanceof Error ? error.message : 'is wrong'}`)
    }
  }
  const config = values as Omit<Config, 'isLoopback' | 'sources'>
  const publicUrl =
    config.publicUrl === '' ? `http://${urlHost(config.host)}:${config.port}` : config.publicUrl
  if (config.statisticsRetentionDays > RETENTION_DAYS_ALLOWED && !config.youtubeAmendmentAccepted)
    throw new ConfigError(
      `STATISTICS_RETENTION_DAYS may be more than ${RETENTION_DAYS_ALLOWED} only with YOUTUBE_AMENDMENT_ACCEPTED=true`,
    )
  checkOrigins(config.allowedOrigins, publicUrl)
  if (config.databaseMigrationUrl !== null && config.databaseUrl === null)
    throw new ConfigError('DATABASE_MIGRATION_URL needs DATABASE_URL')
  // Whoever buys a contact on its last day keeps it for the warranty.
  if (config.contactKeptMonths < config.contactSoldMonths + 2)
    throw new ConfigError('CONTACT_KEPT_MONTHS must be at least 2 more than CONTACT_SOLD_MONTHS')
  if (config.demo) checkDemo(config)
  const isSeeded = env['SEED_DEMO']?.trim() ? config.seedDemo : config.databaseUrl === null
  const seedDemo = config.demo || isSeeded
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
    sources: sources as Config['sources'],
    dataDir: path.resolve(PROJECT, config.dataDir),
    legalFolder: path.resolve(PROJECT, config.legalFolder),
  }
}

/** A demonstration shows emails to everybody and takes no money: no outside service may be part of it. */
function checkDemo(config: Omit<Config, 'isLoopback' | 'sources'>): void {
  const outside: readonly (readonly [string, boolean])[] = [
    ['SMTP_URL', config.smtpUrl !== null],
    ['YOOKASSA_SHOP_ID', config.yookassaShopId !== null],
    ['BANK_ACCOUNT', config.bankAccount !== null],
    ['YOUTUBE_API_KEY', config.youtubeApiKey !== null],
    ['YOUTUBE_URL', config.youtubeUrl !== ''],
    ['GOOGLE_SIGN_IN', config.googleSignIn !== 'off'],
    ['OIDC_ISSUER', config.oidcIssuer !== null],
    ['CAPTCHA', config.captcha !== 'altcha'],
    ['DNS_SERVERS', config.dnsServers.length > 0],
  ]
  const set = outside.find(([, isSet]) => isSet)
  if (set !== undefined) throw new ConfigError(`DEMO=true calls no outside service: unset ${set[0]}`)
}

/** The text of a setting; of a secret also from the file that the variable with `_FILE` names, as containers are given them. */
function textOf(
  { env: name, default: fallback, isSecret }: Setting<unknown>,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const text = env[name]?.trim() || fallback
  const file = isSecret ? env[`${name}_FILE`]?.trim() : undefined
  if (!file) return text
  if (env[name]?.trim()) throw new ConfigError(`${name} and ${name}_FILE are both set: unset one of them`)
  let content: string
  try {
    content = readFileSync(path.resolve(PROJECT, file), 'utf8').trim()
  } catch (error) {
    throw new ConfigError(
      `${name}_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (content === '') throw new ConfigError(`${name}_FILE names an empty file`)
  return content
}

function sourceOf(
  { env: name, isSecret }: Setting<unknown>,
  env: Readonly<Record<string, string | undefined>>,
): SettingSource {
  if (env[name]?.trim()) return 'environment'
  return isSecret && env[`${name}_FILE`]?.trim() ? 'file' : 'default'
}

/** Ports end at 65535, so near the end the local port lies below. Beside any free port it is any free port as well. */
function localPortOf(port: number): number {
  if (port === 0) return 0
  return port + LOCAL_PORT_DISTANCE > 65_535 ? port - LOCAL_PORT_DISTANCE : port + LOCAL_PORT_DISTANCE
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
