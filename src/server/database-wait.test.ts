import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startServer } from '#start/start.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { query } from '#test/support/data-folders.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { startTcpProxy } from '#test/support/tcp-proxy.ts'

/** Starts the whole server with an operator's settings. */
async function start(stack: AsyncDisposableStack, env: Readonly<Record<string, string>>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-wait-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { log, lines } = keepLog('warn')
  const starting = startServer({ env: { DATA_DIR: dataDir, PORT: '0', ...env }, overrides: { log } })
  return { starting, said: () => lines.map(({ msg }) => msg) }
}

it('the server waits for a database that is not up yet', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const proxy = stack.use(await startTcpProxy(database.url))
  proxy.freeze()
  const { starting, said } = await start(stack, { DATABASE_URL: proxy.url })
  await expect.poll(said, { timeout: 60_000 }).toContain('waiting for the database')
  proxy.thaw()
  const server = await starting
  await server.stop(1_000)
})

it.each([
  [
    { DATABASE_URL: 'postgres://127.0.0.1:9/nothing', DATABASE_WAIT: '0' },
    /^DATABASE_URL does not work: no database was ready within 0 s of DATABASE_WAIT \(connect ECONNREFUSED 127\.0\.0\.1:9\)$/,
  ],
  [
    { DATABASE_MIGRATION_URL: 'postgres://127.0.0.1:9/nothing' },
    /^DATABASE_MIGRATION_URL needs DATABASE_URL$/,
  ],
])('with %j one sentence says why it does not start', async (env, sentence) => {
  await using stack = new AsyncDisposableStack()
  const { starting } = await start(stack, env)
  await expect(starting).rejects.toThrow(sentence)
})

it('a database that accepts no writes yet does not count as the primary', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const name = new URL(database.url).pathname.slice(1)
  await query(database.url, `alter database ${name} set default_transaction_read_only = on`)
  const { starting } = await start(stack, { DATABASE_URL: database.url, DATABASE_WAIT: '0' })
  await expect(starting).rejects.toThrow('it takes no writes, as a replica')
})

it('the server does not wait for a database that refuses it', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const { starting, said } = await start(stack, { DATABASE_URL: `${database.url}_of_another_name` })
  await expect(starting).rejects.toThrow(/^DATABASE_URL does not work: database "\w+" does not exist$/)
  expect(said()).toEqual([])
})
