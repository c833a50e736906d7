import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError, settings } from './settings.ts'

function message(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('readConfig', () => {
  it('needs no settings', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      localPort: 4000,
      publicUrl: 'http://127.0.0.1:3000',
      isLoopback: true,
      databaseUrl: null,
      embeddedMemory: null,
      databaseReplicaUrls: [],
      clientKey: 'channelbook-web',
      seedDemo: true,
      rateLimits: 'on',
      trustProxy: 0,
      welcomeUses: 3,
      welcomePerNetworkDay: 20,
    })
    expect(config.dataDir).toBe(path.resolve(import.meta.dirname, '../../../.data'))
  })

  it('treats an empty setting as unset', () => {
    expect(readConfig({ PORT: ' ', SMTP_URL: '', API_KEY: '' })).toEqual(readConfig({}))
  })

  it('seeds the demo catalogue by default only into the embedded database', () => {
    const DATABASE_URL = 'postgres://localhost/channelbook'
    expect(readConfig({ DATABASE_URL }).seedDemo).toBe(false)
    expect(readConfig({ DATABASE_URL, SEED_DEMO: 'true' }).seedDemo).toBe(true)
    expect(readConfig({ SEED_DEMO: 'false' }).seedDemo).toBe(false)
  })

  it.each([
    [{ PORT: '8080' }, 9080],
    [{ PORT: '65000' }, 64_000],
    [{ PORT: '0' }, 0],
    [{ PORT: '8080', LOCAL_PORT: '0' }, 0],
    [{ LOCAL_PORT: '3001' }, 3001],
  ])('chooses a neighbouring port for what only this machine may reach: %j', (env, localPort) => {
    expect(readConfig(env).localPort).toBe(localPort)
  })

  it.each([
    [{}, true],
    [{ HOST: '::1' }, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '127.1.2.3' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.1.5' }, false],
    [{ HOST: '127.evil.example' }, false],
    [{ PUBLIC_URL: 'https://channelbook.example' }, false],
    [{ PUBLIC_URL: 'http://localhost:8080/' }, true],
  ])('says of %j whether it is reachable from this machine alone: %s', (env, isLoopback) => {
    expect(readConfig(env).isLoopback).toBe(isLoopback)
  })

  it('brackets an IPv6 host in URLs, and strips trailing slashes', () => {
    expect(readConfig({ HOST: '::1', PORT: '8080' }).publicUrl).toBe('http://[::1]:8080')
    for (const PUBLIC_URL of [
      'https://channelbook.example//',
      'HTTPS://Channelbook.example',
      'https://channelbook.example:443/',
    ])
      expect(readConfig({ PUBLIC_URL }).publicUrl).toBe('https://channelbook.example')
  })

  it.each(['smtp://127.0.0.1:1025', 'smtps://user:pass%40word@mail.example?pool=true'])(
    'takes %s for a mail server',
    (SMTP_URL) => expect(readConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL),
  )

  it('splits lists at commas', () => {
    expect(readConfig({ DATABASE_REPLICA_URLS: ' a , b,,' }).databaseReplicaUrls).toEqual(['a', 'b'])
  })
})

describe('a wrong setting stops the start with one sentence that names it', () => {
  it.each([
    [{ PORT: 'eighty' }],
    [{ PORT: '-1' }],
    [{ PORT: '65536' }],
    [{ PORT: '80.5' }],
    [{ DATABASE_URL: 'mysql://localhost/x' }],
    [{ DATABASE_URL: 'not an address' }],
    [{ DATABASE_POOL: '1' }],
    [{ SMTP_URL: 'mail.example:587' }],
    [{ SMTP_URL: 'https://mail.example' }],
    [{ SMTP_URL: 'smtp:mail.example' }],
    [{ SMTP_URL: 'smtps://' }],
    [{ PUBLIC_URL: 'channelbook.example' }],
    [{ PUBLIC_URL: 'javascript:alert(1)' }],
    [{ PUBLIC_URL: 'https://channelbook.example/book' }],
    [{ PUBLIC_URL: 'https://channelbook.example/book/' }],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000/?from=mail' }],
    [{ PUBLIC_URL: 'https://channelbook.example/#' }],
    [{ PUBLIC_URL: 'https://user@channelbook.example' }],
    [{ SEED_DEMO: 'yes' }],
    [{ RATE_LIMITS: 'none' }],
    [{ TRUST_PROXY: 'true' }],
    [{ ALLOW_LOCAL_SERVICES: '1' }],
    [{ CAPTCHA: 'none' }],
    [{ WELCOME_USES: '-3' }],
    [{ SPONSOR_CAMPAIGN_URL: 'ftp://example.com' }],
    [{ LOG_LEVEL: 'loud' }],
  ])('%j', (env: Readonly<Record<string, string>>) => {
    const [name = ''] = Object.keys(env)
    expect(message(env)).toMatch(new RegExp(`^${name} must be .+`))
    expect(message(env)).not.toContain('\n')
  })
})

it('statistics are kept for more than the 30 days of the platform’s terms only when its consent is stated', () => {
  expect(readConfig({ STATISTICS_RETENTION_DAYS: '30' }).statisticsRetentionDays).toBe(30)
  for (const accepted of ['', 'false']) {
    const env = { STATISTICS_RETENTION_DAYS: '31', YOUTUBE_AMENDMENT_ACCEPTED: accepted }
    expect(message(env)).toBe(
      'STATISTICS_RETENTION_DAYS may be more than 30 only with YOUTUBE_AMENDMENT_ACCEPTED=true',
    )
  }
  const accepted = { STATISTICS_RETENTION_DAYS: '365', YOUTUBE_AMENDMENT_ACCEPTED: 'true' }
  expect(readConfig(accepted).statisticsRetentionDays).toBe(365)
})

it('every setting has its own variable, a description, and a valid default', () => {
  const all = Object.values(settings)
  expect(new Set(all.map(({ env }) => env)).size).toBe(all.length)
  for (const setting of all) {
    expect(setting.doc).toMatch(/^.{10,}\.$/s)
    expect(() => setting.parse(setting.default)).not.toThrow()
  }
})

it('a setting with fixed values lists them', () => {
  expect(settings.captcha.doc).toMatch(/ One of altcha, smartcaptcha, turnstile, recaptcha\.$/)
  expect(settings.seedDemo.doc).toMatch(/ One of true, false\.$/)
})

it('under https, passwords that are easy to guess are refused unless allowed', () => {
  const PUBLIC_URL = 'https://channelbook.example'
  expect(readConfig({}).passwordCommon).toBe('advise')
  expect(readConfig({ PUBLIC_URL }).passwordCommon).toBe('refuse')
  expect(readConfig({ PUBLIC_URL, PASSWORD_COMMON: 'advise' }).passwordCommon).toBe('advise')
  expect(readConfig({ PASSWORD_COMMON: 'refuse' }).passwordCommon).toBe('refuse')
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'channelbook-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }

  it('is read without the line break at its end', () => {
    const file = write('smtp', 'smtps://user:password@mail.example\n')
    expect(readConfig({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtps://user:password@mail.example')
    const databaseUrl = write('database', 'postgres://user:password@db.example/channelbook')
    const config = readConfig({ DATABASE_URL_FILE: databaseUrl, DATABASE_URL: '' })
    expect(config).toMatchObject({
      databaseUrl: 'postgres://user:password@db.example/channelbook',
      seedDemo: false,
    })
  })

  it('is checked as the setting is, and never shown', () => {
    const file = write('wrong', 'hunter2')
    expect(message({ DATABASE_URL_FILE: file })).toBe('DATABASE_URL must be a postgres:// address')
  })

  it('stops the start when it is missing, empty or given twice', () => {
    expect(message({ APP_SECRET_FILE: path.join(folder, 'none') })).toMatch(
      /^APP_SECRET_FILE cannot be read: ENOENT/,
    )
    expect(message({ APP_SECRET_FILE: write('empty', '\n') })).toBe('APP_SECRET_FILE names an empty file')
    const env = { METRICS_TOKEN: 'x', METRICS_TOKEN_FILE: write('token', 'y') }
    expect(message(env)).toBe('METRICS_TOKEN and METRICS_TOKEN_FILE are both set: unset one of them')
  })

  it('is offered for every setting that has one, and for no other', () => {
    const secret = Object.values(settings).flatMap((setting) =>
      'isSecret' in setting && setting.isSecret ? setting.env : [],
    )
    const looksSecret = Object.values(settings)
      .map(({ env }) => env)
      .filter((env) => /SECRET|PRIVATE|TOKEN|_HEADERS$|_API_KEY$|^DATABASE_.*URLS?$|^SMTP_URL$/.test(env))
    expect(secret).toEqual(looksSecret)
    expect(settings.port).not.toHaveProperty('isSecret')
    expect(message({ PORT_FILE: '/nowhere' })).toBe('')
  })
})
