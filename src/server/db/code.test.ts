import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyCode, RELEASE_SCHEMA } from '#server/db/code.ts'
import { openPool, withClient } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { addChannels } from '#test/support/catalogue-world.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { query } from '#test/support/data-folders.ts'
import { copyRelease, type ReleaseCopy } from '#test/support/release-copy.ts'
import { startServerProcess } from '#test/support/server-process.ts'
import { createTestApp } from '#test/support/test-app.ts'

const replacing = (from: string, to: string) => (text: string) => {
  expect(text).toContain(from)
  return text.replace(from, to)
}

/** Its search has one more argument and answers names in capitals, and its triggers have other texts. */
let earlierRelease: ReleaseCopy
beforeAll(async () => {
  earlierRelease = await copyRelease({
    'package.json': (text) => text.replace(/"version": ".*"/, '"version": "0.0.9"'),
    'db/code/release/search.sql': replacing(
      'create function search_by_text(',
      'create function search_by_text(\n  is_loud boolean,',
    ),
    'src/server/features/search/search.sql.ts': replacing(
      'from search_by_text(',
      'from search_by_text(true,',
    ),
    'db/code/release/search-channel.sql': replacing('to_json((c).name)', 'to_json(upper((c).name))'),
    'db/code/public/payments.sql': replacing('payments only go forward', 'payments go forward only'),
  })
})
afterAll(() => earlierRelease[Symbol.asyncDispose]())

/** The version whose shared functions and triggers are in force. */
async function publicVersion({ url }: TestDatabase): Promise<unknown> {
  return (await query(url, `select version from schema_code where name = 'public'`)).rows[0]?.['version']
}

/** The schemas of releases that exist, this one first. */
async function releasesIn({ url }: TestDatabase): Promise<unknown[]> {
  const { rows } = await query(
    url,
    `select nspname as name from pg_namespace where nspname like 'release\\_%' order by (nspname = $1) desc, nspname`,
    [RELEASE_SCHEMA],
  )
  return rows.map(({ name }) => name)
}

/** The state before this release was ever started on the database. */
async function forgetCode({ url }: TestDatabase): Promise<void> {
  await query(url, `drop schema ${RELEASE_SCHEMA} cascade; delete from schema_code`)
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
    const earlier = stack.use(await startServerProcess(database.url, earlierRelease))
    expect(await search(earlier.baseUrl)).toBe('MUSIC BOX')
    expect(await publicVersion(database)).toBe('0.0.9')

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
    const again = stack.use(await startServerProcess(database.url, earlierRelease))
    expect([await search(again.baseUrl), await search(later.baseUrl)]).toEqual(['MUSIC BOX', 'Music box'])
    // It has not restored its triggers.
    expect(await publicVersion(database)).not.toBe('0.0.9')
    await again.kill()
    expect(await search(later.baseUrl)).toBe('Music box')
  })
})

describe('the functions of a release', () => {
  it('stay as long as its servers may run: until five others have started after it', async () => {
    await using database = await createTestDatabase()
    const add = (name: string, daysAgo: number) =>
      query(
        database.url,
        `create schema ${name};
         insert into schema_code (name, hash, version, used_at) values ('${name}', '', '', now() - interval '${daysAgo} days')`,
      )
    for (const daysAgo of [1, 2, 3, 400]) await add(`release_${daysAgo}`, daysAgo)
    await migrate(database.url)
    const kept = [RELEASE_SCHEMA, 'release_1', 'release_2', 'release_3', 'release_400']
    expect(await releasesIn(database)).toEqual(kept)
    await add('release_5', 5)
    await migrate(database.url)
    expect(await releasesIn(database)).toEqual([...kept.slice(0, 4), 'release_5'])
    expect((await query(database.url, 'select from schema_code')).rows).toHaveLength(6)
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
    await applyCode(client)
    const { rows } = await client.query(`select hash from schema_code where name = 'public'`)
    expect(rows).not.toEqual([{ hash: 'of other files' }])
  })
})

it('a server that compiles statements runs ours as they are', async () => {
  await using database = await createTestDatabase()
  await query(
    database.url,
    `do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`,
  )
  await using world = await createTestApp({ databaseUrl: database.url })
  const { lanes } = world.app.databases
  const all = await Promise.all(
    [lanes.main, lanes.sessions, ...lanes.search].map((lane) =>
      lane.query({ name: 'jit', text: 'show jit', values: [] }),
    ),
  )
  expect(all.flat()).toEqual(all.map(() => ({ jit: 'off' })))
})
