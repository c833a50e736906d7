import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RELEASE_SCHEMA } from '#server/db/code.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { withClient } from '#server/db/connect.ts'
import { jobs } from './features.ts'
import { hideChannel } from '#server/features/catalogue/hide-channel.ts'
import { suppressAddress, suppressForOwner } from '#server/features/objections/suppress-address.ts'
import { prepareDatabase } from '#start/prepare-database.ts'
import { startServer } from '#start/start.ts'
import { addChannels, namesFound } from '#test/support/catalogue-world.ts'
import { makeChannel } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { signUp } from '#test/support/sign-up.ts'
import { createTestApp } from '#test/support/test-app.ts'

const started = new AsyncDisposableStack()
/** On a server whose superuser can create roles; the product's own role there owns the databases. */
let ownerUrl: string
let dataDir: string

function urlOf(database: string, role?: string): string {
  const url = new URL(ownerUrl)
  url.pathname = `/${database}`
  if (role !== undefined) url.username = role
  return url.href
}

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'channelbook-roles-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  // When the tests run as root, the database runs as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o711)
  const quiet = { info: () => undefined, error: () => undefined }
  const postgres = started.use(await openEmbeddedPostgres({ dataDir, memory: 512, role: 'tool', log: quiet }))
  ownerUrl = postgres.url
  const { username, password } = new URL(ownerUrl)
  await run(
    urlOf('postgres', 'postgres'),
    `create role clerk login password '${password}'`,
    `create database empty owner ${username}`,
    `create database prepared owner ${username}`,
  )
  const { log } = keepLog()
  await prepareDatabase({ url: urlOf('prepared', 'clerk'), migrationUrl: urlOf('prepared'), log })
})
afterAll(() => started.disposeAsync())

describe('a server whose role owns no table', () => {
  it('may use the functions of its release also after a restore that grants nothing to everybody', async () => {
    await run(urlOf('prepared'), `revoke usage on schema ${RELEASE_SCHEMA} from public`)
    const { log } = keepLog()
    await prepareDatabase({ url: urlOf('prepared', 'clerk'), migrationUrl: urlOf('prepared'), log })
    const { rows } = await withClient(urlOf('prepared', 'clerk'), (client) =>
      client.query<{ may: boolean }>(`select has_schema_privilege($1, 'usage') as may`, [RELEASE_SCHEMA]),
    )
    expect(rows).toEqual([{ may: true }])
  })

  it('starts on an empty database, and again without the owner’s URL', async () => {
    const start = (env: Readonly<Record<string, string>>) =>
      startServer({
        env: {
          DATABASE_URL: urlOf('empty', 'clerk'),
          DATA_DIR: dataDir,
          PORT: '0',
          LOG_LEVEL: 'silent',
          ...env,
        },
      })
    const owned = { DATABASE_MIGRATION_URL: urlOf('empty'), SEED_DEMO: 'true' }
    for (const env of [owned, {}]) {
      const server = await start(env)
      const { port } = server.fastify.server.address() as AddressInfo
      const ready = await fetch(`http://127.0.0.1:${port}/api/ready`)
      expect(await ready.json()).toMatchObject({ status: 'ok', primary: 'ok', jobs: 'ok' })
      await server.stop(1_000)
    }
  })

  it('serves people and runs jobs', async () => {
    const databaseUrl = urlOf('prepared', 'clerk')
    await using world = await createTestApp({ databaseUrl, env: { RATE_LIMITS: 'off' } })
    const client = world.client()
    // The code arrives in an email, which a job sends.
    await signUp(world, client, 'anna@buyer.example')
    const { channelId } = await makeChannel(world.app)
    expect((await client.call('POST /getemail', { body: { channelId } })).status).toBe(200)
    const scheduled = jobs.filter(({ cron }) => cron !== undefined)
    for (const job of scheduled) await job.run(world.app, null as never)
    await suppressAddress(world.app, 'nobody@creator.example')
    // The console acts in the server's role.
    await suppressForOwner(world.app, OPERATOR, { address: 'other@creator.example', isDryRun: false })
    await hideChannel(world.app, OPERATOR, { channel: channelId, isHidden: true })
    expect(await auditOf(world.app)).toHaveLength(2)
    await expect(world.app.db.deleteFrom('audit_entry').execute()).rejects.toThrow(/append-only/)
    await expectSoundLedger(world.app)
  })

  it('searches after a rebuild by the owner', async () => {
    await using world = await createTestApp({
      databaseUrl: urlOf('prepared', 'clerk'),
      env: { RATE_LIMITS: 'off' },
    })
    await addChannels(world.app, [{ name: 'Rebuilt Lighthouse' }])
    await run(urlOf('prepared'), 'select search_rebuild()')
    expect(await namesFound(world.client(), 'rebuilt lighthouse')).toEqual(['Rebuilt Lighthouse'])
    // The trigger of deletions writes what the rebuild created, in the server's name.
    await world.app.db.deleteFrom('channel').where('name', '=', 'Rebuilt Lighthouse').execute()
    expect(await namesFound(world.client(), 'rebuilt lighthouse')).toEqual([])
  })

  it.each([
    'create table anything (id integer)',
    'create schema anything',
    'drop table purchase',
    'truncate reveal cascade',
    'alter table uses_entry disable trigger all',
    'alter table uses_entry disable trigger user',
    'drop trigger uses_entry_kept on uses_entry',
    'truncate audit_entry',
    'alter table audit_entry disable trigger all',
    'alter table uses_lot add column anything integer',
    'drop schema pgboss cascade',
    'create table pgboss.anything (id integer)',
    `update schema_migration set name = 'another'`,
    `update schema_code set version = '9.0.0'`,
    'delete from schema_code',
    `drop schema ${RELEASE_SCHEMA} cascade`,
    `create function ${RELEASE_SCHEMA}.anything() returns integer language sql as 'select 1'`,
    `create or replace function search_rebuild() returns void language sql as ''`,
    `set session_replication_role = replica`,
  ])('is refused %s', async (statement) => {
    await expect(run(urlOf('prepared', 'clerk'), statement)).rejects.toMatchObject({ code: '42501' })
  })
})
