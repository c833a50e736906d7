import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Email } from '#server/adapters/mail/mail.ts'
import { type Db, openDatabase, openPool, transact } from '#server/db/connect.ts'
import { suppressJob } from '#server/features/objections/suppress-address.ts'
import { Refusal } from '#server/refusal.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { mailJob } from './send-mail.ts'
import { createTestDatabase } from '#test/support/database.ts'

const SECRET = Buffer.from('a secret of tests, long enough to be one')
const QUEUES = [mailJob, suppressJob]
const log = pino({ level: 'silent' })

let stack: AsyncDisposableStack
let db: Db
let url: string

beforeEach(async () => {
  stack = new AsyncDisposableStack()
  url = stack.use(await createTestDatabase()).url
  db = openDatabase(openPool(url, { max: 5, onLost: () => undefined }))
  stack.defer(() => db.destroy())
})
afterEach(() => stack.disposeAsync())

function open(): Jobs {
  const jobs = openJobs({ databaseUrl: url, queues: QUEUES, secret: SECRET, log })
  stack.defer(() => jobs.close())
  return jobs
}

const message = (id: string): Email => ({
  id,
  to: 'somebody@example.com',
  subject: 'Your code',
  text: '314159',
  html: '<p>314159</p>',
})

interface Work {
  readonly mail?: (message: Email) => Promise<void>
  readonly suppress?: () => Promise<void>
}

/** The product's jobs, with replaced work. */
function jobsThat({ mail = async () => undefined, suppress = async () => undefined }: Work) {
  return [
    { ...mailJob, run: (_: null, given: Email) => mail(given) },
    { ...suppressJob, run: suppress },
  ]
}

/** Jobs that collect emails, and a function that waits for a number of them. */
function collector(fails: (message: Email, time: number) => boolean = () => false) {
  const seen: string[] = []
  const done: string[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  async function take(given: Email): Promise<void> {
    seen.push(given.id)
    if (fails(given, seen.filter((id) => id === given.id).length)) throw new Error('not now')
    done.push(given.id)
    for (const { count, resolve } of waiting) if (done.length >= count) resolve()
  }
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      if (done.length >= count) resolve()
      else waiting.push({ count, resolve })
    })
  return { work: jobsThat({ mail: take }), take, seen, done, until }
}

async function storedJobs(): Promise<readonly { readonly state: string; readonly text: string }[]> {
  const { rows } = await sql<{ state: string; text: string }>`
    select state::text, job::text as text from pgboss.job where name = 'mail' order by created_on`.execute(db)
  return rows
}

describe('a job', () => {
  it('runs when its transaction commits, and never after a rollback', async () => {
    const jobs = open()
    const { work, done, until } = collector()
    await jobs.start(work, null)
    const refused = transact(db, async (tx) => {
      await jobs.enqueue(tx, mailJob, message('refused'))
      throw new Refusal('email_taken')
    })
    await expect(refused).rejects.toThrow(Refusal)
    await transact(db, (tx) => jobs.enqueue(tx, mailJob, message('committed')))
    await until(1)
    expect(done).toEqual(['committed'])
  })

  it('waits for a server, whichever process queued it', async () => {
    await transact(db, (tx) => open().enqueue(tx, mailJob, message('from the command line')))
    const { work, done, until } = collector()
    await open().start(work, null)
    await until(1)
    expect(done).toEqual(['from the command line'])
  })

  it('is sealed in the queue: neither address nor code is readable', async () => {
    await transact(db, (tx) => open().enqueue(tx, mailJob, message('sealed')))
    const [job] = await storedJobs()
    expect(job?.state).toBe('created')
    expect(job?.text).toContain('sealed')
    expect(job?.text).not.toMatch(/314159|somebody|example\.com/)
  })

  it('is retried after a failure, which leaves no trace of its data in the queue', async () => {
    const jobs = open()
    const { work, seen, until } = collector((_, time) => time <= 1)
    await jobs.start(work, null)
    await transact(db, (tx) => jobs.enqueue(tx, mailJob, message('again')))
    await until(1)
    expect(seen).toEqual(['again', 'again'])
    expect((await storedJobs()).map(({ text }) => text).join()).not.toContain('not now')
  })

  it('that fails is logged without the addresses and values in its error', async () => {
    const lines: string[] = []
    const jobs = openJobs({
      databaseUrl: url,
      queues: QUEUES,
      secret: SECRET,
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    })
    stack.defer(() => jobs.close())
    const { take, until } = collector()
    let hasFailed = false
    async function mail(given: Email): Promise<void> {
      if (hasFailed) return take(given)
      hasFailed = true
      throw Object.assign(new Error('550 no mailbox <somebody@example.com>'), { rejected: [given.to] })
    }
    await jobs.start(jobsThat({ mail }), null)
    await transact(db, (tx) => jobs.enqueue(tx, mailJob, message('logged')))
    await until(1)
    const failures = lines.filter((line) => line.includes('a job failed'))
    expect(failures).toHaveLength(1)
    expect(JSON.parse(failures[0] ?? '')).toMatchObject({
      queue: 'mail',
      error: { type: 'Error', message: '550 no mailbox <***>' },
    })
    expect(lines.join()).not.toContain('somebody')
  })

  it('is never given up for an objection; an email is given up after more than a day', async () => {
    const jobs = open()
    const fail = () => Promise.reject(new Error('not now'))
    const failing = jobsThat({ mail: fail, suppress: fail })
    await jobs.start(failing, null)
    await jobs.close()
    await transact(db, async (tx) => {
      const queue = open()
      await queue.enqueue(tx, suppressJob, { address: 'somebody@example.com' })
      await queue.enqueue(tx, mailJob, message('an email'))
    })
    // As after a thousand failures of an email, and after a year of failures of an objection.
    await sql`
      update pgboss.job set retry_count = 1000,
        keep_until = keep_until - case name when 'suppress' then interval '1 year' else interval '0' end`.execute(
      db,
    )
    await open().start(failing, null)
    const read = async () => {
      const { rows } = await sql<{ name: string; state: string; wait: number; kept: boolean }>`
        select name, state::text, extract(epoch from start_after - now())::float8 as wait, keep_until > now() as kept
        from pgboss.job where name in ('mail', 'suppress') and state in ('retry', 'failed')
        order by name desc`.execute(db)
      return rows
    }
    await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBe(2)
    const [objection, mail] = await read()
    expect(objection).toMatchObject({ name: 'suppress', state: 'retry', kept: true })
    expect(objection?.wait).toBeLessThanOrEqual(600)
    expect(mail).toMatchObject({ name: 'mail', state: 'failed' })
  })

  it('fails alone: others that run at the same time succeed', async () => {
    const jobs = open()
    const { work, done, until } = collector(({ id }) => id === 'email 7')
    await transact(db, async (tx) => {
      for (let number = 0; number < 50; number += 1)
        await jobs.enqueue(tx, mailJob, message(`email ${number}`))
    })
    await jobs.close()
    await open().start(work, null)
    await until(49)
    expect(new Set(done).size).toBe(49)
  })

  it('runs once when there are several servers', async () => {
    const { work, done, until } = collector()
    const enqueuer = open()
    const servers = [enqueuer, open(), open()]
    for (const server of servers) await server.start(work, null)
    await transact(db, async (tx) => {
      for (let number = 0; number < 60; number += 1) await enqueuer.enqueue(tx, mailJob, message(`${number}`))
    })
    await until(60)
    expect(new Set(done).size).toBe(60)
    expect(done).toHaveLength(60)
  })
})

it('a schedule that came due in an outage runs once after it, and then as before', async () => {
  let runs = 0
  const nightly = { ...suppressJob, cron: '0 3 * * *', run: async () => void (runs += 1) }
  const start = async () => {
    const jobs = open()
    await jobs.start([nightly], null)
    return jobs
  }
  const slots = async () => {
    const { rows } = await sql<{ state: string }>`
      select state::text from pgboss.job where name = ${nightly.name}`.execute(db)
    return rows.map(({ state }) => state)
  }
  await (await start()).close()
  // As if no server had reached the database for three nights.
  await sql`update pgboss.schedule set created_on = now() - interval '4 days'`.execute(db)
  await sql`update pgboss.version set cron_on = now() - interval '3 days'`.execute(db)
  const [one] = [await start(), await start()]
  await expect.poll(() => runs, { timeout: 60_000 }).toBe(1)
  await expect.poll(slots, { timeout: 20_000 }).toEqual(['completed'])
  await one.close()
  await start()
  expect(await slots()).toEqual(['completed'])
  expect(runs).toBe(1)
})
