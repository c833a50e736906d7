import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyCode, keepInUse, markInUse, RELEASE_SCHEMA } from '#server/db/code.ts'
import { openPool, withClient } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { addChannels } from '#test/support/catalogue-world.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { keepLog } from '#test/support/log-lines.ts'
import { ROOT } from '#test/support/project-files.ts'
import { startServerProcess } from '#test/support/server-process.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { TestClock } from '#test/support/test-clock.ts'

let folder: string
beforeAll(async () => {
  folder = await makeEarlierRelease()
})
afterAll(() => rm(folder, { recursive: true }))

/** A release whose search has one more argument and answers names in capitals, and whose triggers have other texts. */
async function makeEarlierRelease(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'channelbook-release-'))
  for (const part of ['package.json', 'src', 'db', 'test/support'])
    await cp(join(ROOT, part), join(made, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(made, 'node_modules'))
  const change = async (file: string, from: string, to: string) => {
    const text = await readFile(join(made, file), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(made, file), text.replace(from, to))
  }
  await change(
    'package.json',
    /"version": ".*"/.exec(await readFile(join(made, 'package.json'), 'utf8'))![0],
    '"version": "0.0.9"',
  )
  await change(
    'db/code/release/search.sql',
    'create function search_by_text(',
    'create function search_by_text(\n  is_loud boolean,',
  )
  await change(
    'src/server/features/search/search.sql.ts',
    'from search_by_text(',
    'from search_by_text(true,',
  )
  await change('db/code/release/search-channel.sql', 'to_json((c).name)', 'to_json(upper((c).name))')
  await change('db/code/public/payments.sql', 'payments only go forward', 'payments go forward only')
  return made
}

interface Versioned {
  readonly name: string
  readonly version: string | null
  readonly used_at: Date | null
}

function codeIn({ url }: TestDatabase): Promise<Versioned[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Versioned>(
      'select name, version, used_at from schema_code order by used_at desc nulls first',
    )
    return rows
  })
}

/** The schemas of releases that exist. */
function releasesIn({ url }: TestDatabase): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname like 'release\\_%' order by (nspname = $1) desc`,
      [RELEASE_SCHEMA],
    )
    return rows.map(({ name }) => name)
  })
}

/** The state before this release was ever started on the database. */
async function forgetCode({ url }: TestDatabase): Promise<void> {
  await withClient(url, (client) =>
    client.query(`drop schema ${RELEASE_SCHEMA} cascade; delete from schema_code`),
  )
}

/** The name that a search finds, or the status of its answer. */
async function search(baseUrl: string): Promise<string | number> {
  const answer = await fetch(`${baseUrl}/api/search`, {
    method: 'POST',
    headers: { 'x-api-key': 'channelbook-web', 'content-type': 'application/json' },
    body: '{"mainInputValue":"musc"}',
  })
  if (!answer.ok) return answer.status
  const { data } = (await answer.json()) as { data: readonly { channel_name: string }[] }
  return data.map(({ channel_name }) => channel_name).join()
}

describe('two releases on one database', () => {
  it('each searches with its own functions before, during and after an upgrade', async () => {
    await using database = await createTestDatabase()
    {
      await using world = await createTestApp({ databaseUrl: database.url })
      await addChannels(world.app, [{ name: 'Music box' }])
    }
    await forgetCode(database)

    await using stack = new AsyncDisposableStack()
    const earlier = stack.use(await startServerProcess(database.url, { folder }))
    expect(await search(earlier.baseUrl)).toBe('MUSIC BOX')
    expect(await codeIn(database)).toMatchObject([{ name: 'public', version: '0.0.9' }, {}])

    const answers: (string | number)[] = []
    let isUpgraded = false
    const caller = (async () => {
      while (!isUpgraded) answers.push(await search(earlier.baseUrl))
    })()
    const later = stack.use(await startServerProcess(database.url))
    const atOnce = answers.length + 20
    while (answers.length < atOnce) expect(await search(later.baseUrl)).toBe('Music box')
    isUpgraded = true
    await caller
    expect(new Set(answers)).toEqual(new Set(['MUSIC BOX']))

    await earlier.kill()
    const again = stack.use(await startServerProcess(database.url, { folder }))
    expect([await search(again.baseUrl), await search(later.baseUrl)]).toEqual(['MUSIC BOX', 'Music box'])
    // It has not restored its triggers.
    expect((await codeIn(database))[0]).not.toMatchObject({ version: '0.0.9' })
    await again.kill()
    expect(await search(later.baseUrl)).toBe('Music box')
  })

  it('the functions of one are removed after a day without a server that uses them', async () => {
    await using database = await createTestDatabase()
    await forgetCode(database)
    await using earlier = await startServerProcess(database.url, { folder })
    await earlier.kill()
    const [, { used_at: usedAt, name } = { used_at: null, name: '' }] = await codeIn(database)
    const clock = new TestClock(usedAt!.toISOString())

    clock.advance({ hours: 24 })
    await migrate(database.url, { clock })
    expect(await releasesIn(database)).toEqual([RELEASE_SCHEMA, name])
    clock.advance({ seconds: 1 })
    await migrate(database.url, { clock })
    expect(await releasesIn(database)).toEqual([RELEASE_SCHEMA])
    expect((await codeIn(database)).map((code) => code.name)).toEqual(['public', RELEASE_SCHEMA])
  })
})

describe('the functions of a release', () => {
  it('stay while its servers report using them', async () => {
    await using database = await createTestDatabase()
    const pool = openPool(database.url, { max: 1, onLost: () => undefined })
    const clock = new TestClock('2026-11-23T12:00:00.000Z')
    const { log, lines } = keepLog()
    const isNoted = async () =>
      (await codeIn(database)).some(({ used_at }) => used_at?.getTime() === clock.now().getTime())
    {
      using _noting = keepInUse({ pool, clock, log, every: 1 })
      while (!(await isNoted()));
    }
    expect(lines).toEqual([])
    await forgetCode(database)
    expect(await markInUse(pool, clock.now())).toBe(false)
    await pool.end()
  })

  it('outlive the start of another release a day later while a server uses them, and no longer', async () => {
    await using database = await createTestDatabase()
    await forgetCode(database)
    // The other release runs by the machine's clock.
    const clock = new TestClock(new Date().toISOString())
    clock.advance({ days: -3 })
    await migrate(database.url, { clock })
    const usedAt = async () => (await codeIn(database)).find(({ name }) => name === RELEASE_SCHEMA)?.used_at
    expect(await usedAt()).toEqual(clock.now())
    clock.advance({ hours: 71 })
    const pool = openPool(database.url, { max: 1, onLost: () => undefined })
    {
      using _noting = keepInUse({ pool, clock, log: keepLog().log, every: 1 })
      while ((await usedAt())?.getTime() !== clock.now().getTime());
    }
    await pool.end()
    await (await startServerProcess(database.url, { folder })).kill()
    expect(await releasesIn(database)).toContain(RELEASE_SCHEMA)

    await withClient(database.url, (client) =>
      client.query(`update schema_code set used_at = used_at - interval '1 day' where name = $1`, [
        RELEASE_SCHEMA,
      ]),
    )
    await (await startServerProcess(database.url, { folder })).kill()
    expect(await releasesIn(database)).not.toContain(RELEASE_SCHEMA)
  })

  it('are created once by servers that start at the same time', async () => {
    await using database = await createTestDatabase()
    await forgetCode(database)
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)])
    expect(await releasesIn(database)).toEqual([RELEASE_SCHEMA])
  })

  it('are found first on connections whose URL has its own options', async () => {
    await using database = await createTestDatabase()
    const pool = openPool(`${database.url}?options=-c%20work_mem%3D7MB`, { max: 1, onLost: () => undefined })
    const { rows } = await pool.query(
      `select current_setting('search_path') as path, current_setting('work_mem') as memory`,
    )
    await pool.end()
    expect(rows).toEqual([{ path: `${RELEASE_SCHEMA},public`, memory: '7MB' }])
  })
})

it('the shared functions and triggers can be applied to a database that has them', async () => {
  await using database = await createTestDatabase()
  await withClient(database.url, async (client) => {
    await client.query(`update schema_code set hash = 'of other files' where name = 'public'`)
    await applyCode(client, new Date())
    const { rows } = await client.query(`select hash from schema_code where name = 'public'`)
    expect(rows).not.toEqual([{ hash: 'of other files' }])
  })
})
