import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { openDatabase, openPool, transact } from '#server/db/connect.ts'
import { CRASH, openJobs } from './jobs.ts'
import { mailJob } from './send-mail.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { startServerProcess } from '#test/support/server-process.ts'

const SECRET = 'a secret of tests, long enough to be one'
const MAX_SECONDS = 60

/** A mail server that never answers the first email and accepts all later ones. */
async function startHoldingMail() {
  const held = Promise.withResolvers<string>()
  const taken = Promise.withResolvers<string>()
  let messages = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      const id = /^message-id: (.*)$/im.exec(await text(stream))?.[1] ?? ''
      messages += 1
      if (messages === 1) return held.resolve(id)
      done()
      taken.resolve(id)
    },
  })
  // A killed server resets its connection.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    held: held.promise,
    taken: taken.promise,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

it('when a server dies while sending an email, another sends it within a minute', async () => {
  await using database = await createTestDatabase()
  await using mail = await startHoldingMail()
  await using stack = new AsyncDisposableStack()
  const db = openDatabase(openPool(database.url, { max: 2, onLost: () => undefined }))
  stack.defer(() => db.destroy())
  const jobs = openJobs({
    databaseUrl: database.url,
    queues: [mailJob],
    secret: Buffer.from(SECRET),
    log: pino({ level: 'silent' }),
  })
  stack.defer(() => jobs.close())
  const env = { SMTP_URL: mail.url, APP_SECRET: SECRET }
  const dying = await startServerProcess(database.url, { env })
  await transact(db, (tx) =>
    jobs.enqueue(tx, mailJob, {
      id: 'the-email',
      to: 'somebody@example.com',
      subject: 'Your code',
      text: '314159',
      html: '<p>314159</p>',
    }),
  )
  const id = await mail.held
  await using other = await startServerProcess(database.url, { env })
  expect(other.baseUrl).toMatch(/^http/)
  await dying.kill()

  const { rows: careless } = await sql<{ name: string }>`
    select name from pgboss.queue
    where name not like '\\_\\_%' and heartbeat_seconds is distinct from ${CRASH.heartbeatSeconds}`.execute(
    db,
  )
  expect(careless).toEqual([])
  const { rows } = await sql<{ worst: number }>`
    select j.heartbeat_seconds + 2 * ${CRASH.lookSeconds}::int + 2 * j.retry_delay + 2 as worst
    from pgboss.job j where j.name = 'mail' and j.state = 'active'`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.worst).toBeLessThanOrEqual(MAX_SECONDS)
  // As if the heartbeat's time had passed; the rest is done by the other server.
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 s'
    where name = 'mail' and state = 'active'`.execute(db)
  expect(await mail.taken).toBe(id)
}, 240_000)
