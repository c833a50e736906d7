import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isDatabaseAway } from '#server/db/connect.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { createTestApp } from '#test/support/test-app.ts'

const QUIET = { info() {}, error() {} }

it.each(['SIGINT', 'SIGKILL'] as const)(
  'a database that ends by %s is answered with 503, and when it is back everything goes on by itself',
  async (signal) => {
    await using stack = new AsyncDisposableStack()
    const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-away-'))
    stack.defer(() => rm(dataDir, { recursive: true, force: true }))
    // When the tests run as root, the database runs as another user, who must be able to enter the folder.
    await chmod(dataDir, 0o711)
    // In the role of the server, which restarts it half a second at most after it ends.
    const postgres = stack.use(
      await openEmbeddedPostgres({ dataDir, memory: 512, role: 'server', log: QUIET }),
    )
    await migrate(postgres.url)
    const { log, lines } = keepLog('warn')
    const world = stack.use(await createTestApp({ databaseUrl: postgres.url, overrides: { log } }))
    const client = world.client()
    const ask = () =>
      Promise.all([
        client.send('GET', '/api/ready'),
        client.call('GET /cookie', { headers: { cookie: 'channelbook_session=any' } }),
        client.call('POST /login', { body: { email: 'a@example.com', password: 'password' } }),
      ])
    const statuses = (answers: Awaited<ReturnType<typeof ask>>) => answers.map(({ status }) => status)
    expect(statuses(await ask())).toEqual([200, 401, 400])

    const begun = Promise.withResolvers<void>()
    const killed = Promise.withResolvers<void>()
    const inBetween = world.app.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      begun.resolve()
      await killed.promise
      await sql`select 1`.execute(tx)
    })
    await begun.promise
    const pid = Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, signal)
    const seen = new Set<number>()
    let isAway = false
    await expect
      .poll(
        async () => {
          const answers = await ask()
          for (const { status } of answers) seen.add(status)
          const [ready, cookie, login] = answers
          isAway ||=
            ready.status === 503 &&
            [cookie, login].every(
              ({ status, body, headers }) =>
                status === 503 && body.error?.code === 'unavailable' && headers.get('retry-after') === '5',
            )
          return isAway && statuses(answers)
        },
        { timeout: 30_000, interval: 10 },
      )
      .toEqual([200, 401, 400])
    // A call in the middle of a transaction learns of it with its next statement; nothing is treated as a bug.
    killed.resolve()
    await expect(inBetween).rejects.toSatisfy(isDatabaseAway)
    expect([...seen].filter((status) => status === 500)).toEqual([])
    expect(lines.map(({ level, msg }) => `${level}: ${msg}`)).toEqual(['error: the database does not answer'])
  },
)
