import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { logIn, makeChannels, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { createTestApp } from '#test/support/test-app.ts'

const QUIET = { info: () => undefined, error: () => undefined }

test('while the database is down reveals answer 503, then resume by themselves with nothing lost', async () => {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-away-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  // Under root, the database runs as another user, who needs access to the folder.
  await chmod(dataDir, 0o711)
  const postgres = stack.use(await openEmbeddedPostgres({ dataDir, memory: 512, role: 'server', log: QUIET }))
  await migrate(postgres.url)
  const testApp = stack.use(await createTestApp({ databaseUrl: postgres.url, env: { RATE_LIMITS: 'off' } }))
  const channels = await makeChannels(testApp.app, 20)
  const person = await makePerson(testApp.app, { uses: 20 })
  const client = await logIn(testApp, person)
  const reveal = (channelId: string) => client.call('POST /getemail', { body: { channelId } })

  for (const { channelId } of channels.slice(0, 5)) expect((await reveal(channelId)).status).toBe(200)
  const postmaster = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(postmaster, 10), 'SIGKILL')

  // Repeats, as a bought contact costs nothing: a killed server may still answer some calls.
  const answered = new Set<string>()
  while (!answered.has('503 unavailable')) {
    for (const { channelId } of channels) {
      let status = 0
      while (status !== 200) {
        const answer = await reveal(channelId)
        status = answer.status
        answered.add(`${status} ${answer.body.error?.code}`)
      }
    }
  }
  expect(answered).toEqual(new Set(['503 unavailable', '200 undefined']))
  expect(await usesOf(testApp.app, person.id)).toBe(0)
  await expectSoundLedger(testApp.app)
})
