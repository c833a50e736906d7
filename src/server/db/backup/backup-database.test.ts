import { execFile } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#start/compose.ts'
import { readConfig } from '#server/config/config.ts'
import { backupDatabase, type BackupSummary } from './backup-database.ts'
import { type BackupJob, listTables } from './format.ts'
import { restoreDatabase } from './restore-database.ts'
import { transact, withClient } from '#server/db/connect.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { jobs as queues } from '#server/features.ts'
import { queueRestoredJobs } from '#server/jobs/jobs.ts'
import { query } from '#test/support/data-folders.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { asBuyer, makeChannel, makePerson } from '#test/support/factories.ts'
import { copyRelease } from '#test/support/release-copy.ts'
import { shared } from '#test/support/shared.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { mailJob } from '#server/jobs/send-mail.ts'

const CREATED_AT = '2026-11-21T09:00:00.000Z'
const log = pino({ level: 'silent' })
const HOSTILE_NAME = 'Имя\tс\\.\nпереносом\r"кавычками" 🎬 \\N и 日本語'

let folder: string
let source: TestDatabase
let file: string
let summary: BackupSummary

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'channelbook-backup-'))
  source = await createTestDatabase()
  await fillDatabase(source.url)
  file = join(folder, 'backup.gz')
  summary = await backup(source.url, file)
})

afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

describe('a restored backup', () => {
  const whole = shared(createTestDatabase)
  let restored: Awaited<ReturnType<typeof restore>>
  beforeAll(async () => {
    restored = await restore(whole.url, file)
  })

  test('holds every row of every table as it was', async () => {
    expect(restored).toEqual({ tables: summary.tables, rows: summary.rows, createdAt: CREATED_AT })
    expect(summary.rows).toBeGreaterThan(10)
    expect(await contentsOf(whole.url)).toEqual(await contentsOf(source.url))
    const { rows } = await query(whole.url, 'select name from channel where name = $1', [HOSTILE_NAME])
    expect(rows).toHaveLength(1)
  })

  test('finds by search what the original finds', async () => {
    for (const table of ['search_entry', 'search_order', 'search_word', 'search_typo']) {
      const contents = `select t::text as row from ${table} t order by 1`
      const { rows } = await query(whole.url, contents)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows).toEqual((await query(source.url, contents)).rows)
    }
  })

  test("continues the original's sequences", async () => {
    const next = `select nextval(pg_get_serial_sequence('person', 'id')) as id`
    expect((await query(whole.url, next)).rows).toEqual((await query(source.url, next)).rows)
  })

  test('is guarded by its triggers again', async () => {
    const { rows } = await query(
      whole.url,
      `select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
    )
    expect(rows).toEqual([])
    await expect(query(whole.url, 'delete from uses_entry')).rejects.toThrow(/ledger/)
  })

  test('keeps its waiting jobs, sealed and due as before', async () => {
    const jobs = `select name, data, start_after from pgboss.job where name = 'mail' order by id`
    const { rows } = await query(whole.url, jobs)
    // One of them tells the owner of the contact that was sold.
    expect(rows).toHaveLength(2)
    expect(rows).toEqual((await query(source.url, jobs)).rows)
    for (const domain of ['@buyer.example', '@creator.example'])
      expect(JSON.stringify(rows)).not.toContain(domain)
  })

  test('is the state of one moment, despite concurrent writes', async () => {
    const during = join(folder, 'during.gz')
    const end = new AbortController()
    const writing = keepWriting(source.url, end.signal)
    await backup(source.url, during)
    end.abort()
    await writing
    await using target = await createTestDatabase()
    await restore(target.url, during)
    const { rows } = await query(
      target.url,
      `select count(*) filter (where c.id is null)::int as torn
      from channel ch left join contact c on c.channel_id = ch.id where ch.source = 'meanwhile'`,
    )
    expect(rows).toEqual([{ torn: 0 }])
    await query(source.url, `delete from channel where source = 'meanwhile'`)
  })

  test('also works in a database that was never set up', async () => {
    await using target = await createTestDatabase()
    await query(target.url, 'drop schema public cascade; create schema public')
    await restore(target.url, file)
    expect(await contentsOf(target.url)).toEqual(await contentsOf(source.url))
  })

  test('of an earlier version is brought to this one', async () => {
    await using next = await copyRelease({
      'db/migrations/9999_next.sql': `alter table person add column motto text not null default 'none';`,
    })
    await using target = await createEmptyDatabase()
    const program = `
      import { restoreDatabase } from '${next.folder}/src/server/db/backup/restore-database.ts'
      const [url, file] = process.argv.slice(1)
      await restoreDatabase({ url, file, checkSecret() {}, async queueJobs() {} })`
    const restoreByNext = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, target.url, file])
    await restoreByNext()
    const people = 'select email from person order by id'
    expect((await query(target.url, people)).rows).toEqual((await query(source.url, people)).rows)
    expect((await query(target.url, 'select distinct motto from person')).rows).toEqual([{ motto: 'none' }])
    expect((await query(target.url, 'select from search_entry')).rows.length).toBeGreaterThan(0)
    await expect(restoreByNext()).rejects.toThrow(/This backup is of an earlier version/)
  })
})

describe('a backup', () => {
  test('is for its owner alone and replaces no file', async () => {
    const again = await backup(source.url, file).catch((error: Error) => error.message)
    expect(again).toBe(`${file} already exists; choose another name.`)
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
  })

  test('of a database that was never set up is refused, and leaves no file', async () => {
    await using empty = await createTestDatabase()
    await query(empty.url, 'drop schema public cascade; create schema public')
    const nothing = join(folder, 'nothing.gz')
    await expect(backup(empty.url, nothing)).rejects.toThrow(/^There is nothing to back up/)
    await expect(access(nothing)).rejects.toThrow(/ENOENT/)
  })
})

describe('a restore is refused with one sentence, and leaves nothing,', () => {
  const refused: { what: string; content: (whole: Buffer) => Buffer; says: RegExp }[] = [
    {
      what: 'when the file is cut in the middle',
      content: (whole) => whole.subarray(0, whole.length / 2),
      says: /is not a whole backup/,
    },
    {
      what: 'when its last bytes are missing',
      content: (whole) => whole.subarray(0, -4),
      says: /is not a whole backup/,
    },
    { what: 'when a byte of it was changed', content: flipByte, says: /is not a whole backup/ },
    {
      what: 'when its text was changed and packed again',
      content: (whole) => repack(whole, 'buyer.example', 'thief.example'),
      says: /is not what was written/,
    },
    {
      what: 'when rows are missing',
      content: (whole) => repack(whole, /"rows":\d+\}\]/, '"rows":9}]'),
      says: /is not a whole backup/,
    },
    {
      what: 'when its end was cut and packed again',
      content: (whole) => repack(whole, '{"end":true}\n', ''),
      says: /it ends too early/,
    },
    {
      what: 'when something follows its end',
      content: (whole) => repack(whole, '{"end":true}\n', '{"end":true}\n{}\n'),
      says: /goes on after its end/,
    },
    { what: 'when it is packed text', content: () => gzipSync('hello\n'), says: /cannot be read/ },
    {
      what: 'when it is another file',
      content: () => Buffer.from('name,subscribers\n'),
      says: /its compression is broken/,
    },
    { what: 'when it is empty', content: () => Buffer.alloc(0), says: /is not a whole backup/ },
    {
      what: 'when its format is of another version',
      content: (whole) => repack(whole, '"format":1', '"format":2'),
      says: /has the format 2/,
    },
    {
      what: 'when it is of another version',
      content: (whole) => repack(whole, '"0001_', '"9999_'),
      says: /of another version: it has the migration 9999_/,
    },
  ]
  test.for(refused)('$what', async ({ what, content, says }) => {
    const broken = join(folder, `${what}.gz`)
    await writeFile(broken, content(await readFile(file)))
    await using target = await createTestDatabase()
    await expect(restore(target.url, broken)).rejects.toThrow(says)
    const contents = await contentsOf(target.url)
    expect(Object.values(contents).every(({ rows }) => rows === 0)).toBe(true)
  })

  test('when there is no such file', async () => {
    await expect(restore(source.url, join(folder, 'none.gz'))).rejects.toThrow(
      /^There is no file .*none\.gz\.$/,
    )
  })

  test('when the database is not empty', async () => {
    await expect(restore(source.url, file)).rejects.toThrow(/^The database is not empty/)
  })

  test('when the secret cannot be found', async () => {
    await using target = await createTestDatabase()
    const checkSecret = () => {
      throw new Error('no secret')
    }
    await expect(
      restoreDatabase({ url: target.url, file, checkSecret, queueJobs: async () => undefined }),
    ).rejects.toThrow('no secret')
  })
})

function backup(url: string, to: string): Promise<BackupSummary> {
  return backupDatabase({ url, file: to, secretFingerprint: null, createdAt: CREATED_AT })
}

function restore(url: string, from: string) {
  const queueJobs = (jobs: readonly BackupJob[], client: pg.Client) =>
    queueRestoredJobs(jobs, { databaseUrl: url, queues, log, client })
  return restoreDatabase({ url, file: from, checkSecret: () => undefined, queueJobs })
}

/** People with uses, channels with contacts, a reveal and a waiting mail. */
async function fillDatabase(url: string): Promise<void> {
  const config = readConfig({ DATA_DIR: folder, APP_SECRET: 'a secret of tests, long enough to be one' })
  await using app = createApp(config, {
    databaseUrl: url,
    smtpUrl: 'smtp://127.0.0.1:9',
    clock: new TestClock(),
    log,
  })
  const person = await makePerson(app, { uses: 5, email: 'person@buyer.example' })
  const channel = await makeChannel(app, { name: HOSTILE_NAME, contacts: 3 })
  await makeChannel(app, { platformId: null, contacts: 0 })
  await app.databases.pool.query('select search_rebuild()')
  await revealContact(app, { ...asBuyer(person.id), channelId: channel.channelId })
  await transact(app.db, (tx) =>
    app.jobs.enqueue(tx, mailJob, {
      id: 'email',
      to: person.email,
      subject: 'Subject',
      text: 'Text',
      html: '<p>Text</p>',
    }),
  )
}

/** Adds channels with one contact each until aborted. */
async function keepWriting(url: string, signal: AbortSignal): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`insert into address (address) values ('x@creator.example') on conflict do nothing`)
    while (!signal.aborted) {
      await client.query(`with made as (insert into channel (platform, source, name, name_key, search_words, fetched_at)
        values ('youtube', 'meanwhile', gen_random_uuid(), gen_random_uuid(), '', now()) returning id)
      insert into contact (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at)
        select id, 'x@creator.example', 'website', 'https://creator.example', now(), now() from made`)
    }
  })
}

/** The contents of each table: its rows in one hash, in any order. */
function contentsOf(url: string): Promise<Record<string, { rows: number; hash: string | null }>> {
  return withClient(url, async (client) => {
    const contents: Record<string, { rows: number; hash: string | null }> = {}
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ rows: number; hash: string | null }>(
        `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text collate "C")) as hash from "${name}" t`,
      )
      contents[name] = rows[0] ?? { rows: -1, hash: null }
    }
    return contents
  })
}

function flipByte(whole: Buffer): Buffer {
  const changed = Buffer.from(whole)
  const middle = Math.floor(changed.length / 2)
  changed[middle] = (changed[middle] ?? 0) ^ 0xff
  return changed
}

function repack(whole: Buffer, from: string | RegExp, to: string): Buffer {
  const text = gunzipSync(whole).toString()
  expect(text).toMatch(from)
  return gzipSync(text.replace(from, to))
}
