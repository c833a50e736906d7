import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '#server/db/connect.ts'
import { eventually } from '#test/support/data-folders.ts'
import { makePerson } from '#test/support/factories.ts'
import { freePort } from '#test/support/processes.ts'
import { type PublicDns, startPublicDns } from '#test/support/public-dns.ts'
import { startReplicatedDatabase } from '#test/support/replica.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { Finding } from './diagnosis.ts'
import { runCli } from '#test/support/run-cli.ts'

const world = useTestApp({ env: { OIDC_ISSUER: 'local' } })
let dns: PublicDns
let dataDir: string
beforeAll(async () => {
  dns = await startPublicDns('mail.shop.dev')
  dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-doctor-'))
})
afterAll(async () => {
  await rm(dataDir, { recursive: true })
  await dns[Symbol.asyncDispose]()
})

async function run(settings: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: world.databaseUrl,
    APP_SECRET: world.app.secret.toString('utf8'),
    DNS_SERVERS: dns.server,
    MAIL_FROM: 'Shop <no-reply@mail.shop.dev>',
    LOCAL_PORT: String(await freePort()),
    ...settings,
  }
  const { code, out } = await runCli(env, 'doctor', ...args)
  const list = args.includes('--json') ? (JSON.parse(out) as Finding[]) : []
  const findings: Record<string, Finding> = Object.fromEntries(list.map((finding) => [finding.part, finding]))
  return { code, out, findings }
}

it('finds nothing wrong where all is set up', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  dns.texts.set('mail.shop.dev', 'v=spf1 ip4:192.0.2.1 -all')
  dns.texts.set('s1._domainkey.mail.shop.dev', `v=DKIM1; k=rsa; p=${published}`)
  dns.texts.set('_dmarc.mail.shop.dev', 'v=DMARC1; p=reject')
  const { code, findings } = await run(
    {
      SMTP_URL: world.mail.smtpUrl,
      DKIM_SELECTOR: 's1',
      DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      YOUTUBE_URL: `${world.localUrl}/local/youtube/v3`,
      YOUTUBE_API_KEY: 'local',
      YOOKASSA_URL: `${world.localUrl}/local/yookassa/v3`,
      YOOKASSA_SHOP_ID: 'local',
      YOOKASSA_SECRET_KEY: 'local',
      OIDC_ISSUER: `${world.localUrl}/local/oidc`,
      OIDC_CLIENT_ID: 'channelbook',
    },
    '--json',
  )
  const wrong = Object.values(findings).filter(({ level }) => level === 'error')
  expect(wrong).toEqual([])
  expect(code).toBe(0)
  for (const part of [
    'database',
    'locale',
    'clock',
    'migrations',
    'disk',
    'SMTP',
    'mail domain',
    'SPF',
    'DKIM',
    'DMARC',
    'YouTube',
    'YooKassa',
    'OIDC issuer',
  ])
    expect(findings[part], part).toMatchObject({ level: 'ok' })
})

it('says of each part what is wrong and what to do, without a secret, and ends with 1', async () => {
  dns.texts.set('mail.shop.dev', 'v=spf1 +all')
  dns.texts.set('s1._domainkey.mail.shop.dev', 'v=DKIM1; p=MIIB')
  dns.texts.delete('_dmarc.mail.shop.dev')
  const { privateKey } = generateKeyPairSync('ed25519')
  const secrets = {
    SMTP_URL: `smtp://user:hunter2@127.0.0.1:${await freePort()}`,
    YOUTUBE_API_KEY: 'hunter3',
  }
  const { code, out, findings } = await run(
    {
      ...secrets,
      DKIM_SELECTOR: 's1',
      DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      YOUTUBE_URL: `http://127.0.0.1:${await freePort()}`,
      DATABASE_REPLICA_URLS: `${world.databaseUrl},postgres://nobody:hunter4@127.0.0.1:${await freePort()}/x`,
    },
    '--json',
  )
  expect(code).toBe(1)
  expect(out).not.toMatch(/hunter\d/)
  const levels = Object.fromEntries(Object.entries(findings).map(([part, { level }]) => [part, level]))
  expect(levels).toMatchObject({
    SMTP: 'error',
    SPF: 'warning',
    DKIM: 'error',
    DMARC: 'warning',
    YouTube: 'error',
    YooKassa: 'warning',
    'replica 1': 'error',
    'replica 2': 'error',
    proxies: 'warning',
  })
  for (const { level, todo } of Object.values(findings)) expect(todo === undefined).toBe(level === 'ok')
})

it('names the migrations that the next start would apply', async () => {
  const { rows } = await withClient(world.databaseUrl, (client) =>
    client.query<{ name: string }>(
      'delete from schema_migration where name = (select max(name) from schema_migration) returning name',
    ),
  )
  const { out } = await run({})
  expect(out).toContain(`1 pending: ${rows[0]?.name.replace('.sql', '')}.`)
  expect(out).toContain(
    '→ The next start applies them; `upgrade --check` says what they lock, and back up first.',
  )
  await withClient(world.databaseUrl, (client) =>
    client.query(`insert into schema_migration (name) values ('9999_later.sql')`),
  )
  expect((await run({}, '--json')).findings['migrations']).toMatchObject({
    level: 'error',
    is: expect.stringMatching(/^This database was made by another version/),
  })
})

it('takes no replica for one that follows because it has replayed all that it ever received', async () => {
  await using database = await startReplicatedDatabase()
  const settings = {
    DATABASE_URL: database.primary.url,
    DATABASE_REPLICA_URLS: database.replicaUrl,
    REPLICA_MAX_LAG: '3',
  }
  const look = async () => (await run(settings, '--json')).findings['replica 1']
  expect(await look()).toMatchObject({ level: 'ok', is: 'It is 0 s behind.' })
  await database.standby.query(`alter system set primary_conninfo = ''`)
  await database.standby.query('select pg_reload_conf()')
  await eventually(async () => {
    const { rowCount } = await database.standby.query('select from pg_stat_wal_receiver')
    if (rowCount !== 0) throw new Error('it still receives')
  })
  await withClient(database.primary.url, (client) => client.query('create table missed ()'))
  await expect.poll(look, { timeout: 30_000 }).toMatchObject({ level: 'warning' })
})

it('says that the database does not answer', async () => {
  const { code, out } = await run({ DATABASE_URL: `postgres://x:y@127.0.0.1:${await freePort()}/x` })
  expect(code).toBe(1)
  expect(out).toMatch(/^error +database +It does not answer: .*ECONNREFUSED/m)
})

it('tells what an issuer that cannot sign anybody in lacks', async () => {
  const of = async (issuer: string) => {
    const { findings } = await run({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'channelbook' }, '--json')
    return findings['OIDC issuer']
  }
  expect(await of(`${world.localUrl}/local/oidc/`)).toMatchObject({
    level: 'error',
    is: `It calls itself ${world.localUrl}/local/oidc.`,
  })
  expect(await of(`${world.localUrl}/local`)).toMatchObject({
    level: 'error',
    is: expect.stringContaining('404'),
  })
  expect(await of('local')).toMatchObject({ level: 'warning' })
})

it('says when a demonstration would delete what is real, before it starts', async () => {
  await using real = await createTestApp()
  const at = { DATABASE_URL: real.databaseUrl, DEMO: 'true', DNS_SERVERS: '' }
  expect((await run(at, '--json')).findings['demonstration']?.level).toBe('warning')
  await makePerson(real.app)
  const { code, findings } = await run(at, '--json')
  expect([code, findings['demonstration']]).toMatchObject([1, { level: 'error' }])
  expect((await run({ ...at, DEMO: 'false' }, '--json')).findings).not.toHaveProperty('demonstration')
})
