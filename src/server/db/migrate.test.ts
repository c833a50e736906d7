import pg from 'pg'
import { describe, expect, it, test } from 'vitest'
import { query } from '#test/support/data-folders.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { withClient } from './connect.ts'
import { migrate, migrationNames } from './migrate.ts'

test('purchases and reports of contacts that a merge of an earlier version removed are of the contact that stays', async () => {
  await using database = await createTestDatabase()
  await withClient(database.url, async (client) => {
    await client.query('drop schema public cascade; create schema public')
    const names = await migrationNames()
    await migrate(database.url, { wanted: names.filter((name) => name < '0044') })
    await client.query(`
      insert into channel (id, source, name, name_key, search_words, fetched_at)
      select id, 'file', 'Channel ' || id, 'channel ' || id, 'channel ' || id, now() from generate_series(1, 3) id;
      insert into contact (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at, withheld, suppressed_at)
      values (1, 'only@one.example', 'website', '', now(), now(), '{stale}', null),
        (2, 'early@two.example', 'website', '', '2025-01-01', '2025-01-01', '{}', null),
        (2, 'late@two.example', 'website', '', '2025-01-01', '2025-02-01', '{}', null),
        (2, 'objected@two.example', 'website', '', '2025-01-01', '2025-03-01', '{}', now()),
        (3, 'other@three.example', 'website', '', now(), now(), '{}', null);
      insert into retired_contact (contact_id, channel_id, reason, retired_at) values (903, 3, 'age', now());
      insert into reveal (person_id, channel_id, contact_id, created_at)
      values (1, 1, 901, now()), (2, 2, 902, now()), (3, 3, 903, now()), (4, 1, 1, now()), (5, 2, 904, now());
      insert into bad_contact_report (person_id, reveal_id, contact_id, kind, state, reason, reported_at, decided_at)
      select person_id, id, contact_id, 'no_mailbox', case person_id when 5 then 'replaced' else 'review' end, 'unclear', now(),
        case person_id when 5 then now() end
      from reveal`)
    await migrate(database.url)
    const address = (id: string) =>
      `coalesce((select address from contact where contact.id = ${id}), ${id}::text)`
    const { rows } = await client.query(`
      select ${address('reveal.contact_id')} as bought, ${address('report.contact_id')} as reported,
        ${address('replacement_id')} as given
      from reveal join bad_contact_report report on reveal_id = reveal.id and report.person_id = reveal.person_id
      order by reveal.person_id`)
    expect(rows).toEqual([
      { bought: 'only@one.example', reported: 'only@one.example', given: null },
      { bought: 'late@two.example', reported: '902', given: null },
      { bought: '903', reported: '903', given: null },
      { bought: 'only@one.example', reported: 'only@one.example', given: null },
      { bought: '904', reported: '904', given: 'late@two.example' },
    ])
    await expect(client.query('update reveal set created_at = now()')).rejects.toThrow('append-only')
  })
})

describe('a stored body that uses the row type of a table', () => {
  // PostgreSQL 15.20 and its like refuse every change of such a table.
  const stored = `select distinct p.oid::regprocedure::text as name from pg_proc p join pg_depend d on d.objid = p.oid
    join pg_class c on c.reltype = d.refobjid and c.relkind = 'r'
    where p.prosqlbody is not null and d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_type'::regclass`

  it('is in no function', async () => {
    await using database = await createTestDatabase()
    expect((await query(database.url, stored)).rows).toEqual([])
  })

  it('becomes a text when an earlier version is upgraded, and does the same', async () => {
    await using database = await createTestDatabase()
    await withClient(database.url, async (client) => {
      await client.query(`create function loud(c channel, more text) returns text
        language sql stable parallel safe return upper((c).name) || more || '$1'`)
      await client.query(`delete from schema_migration where name = '0035_row_types.sql'`)
      expect((await client.query(stored)).rows).toEqual([{ name: 'loud(channel,text)' }])
    })
    expect(await migrate(database.url)).toEqual(['0035_row_types.sql'])
    expect((await query(database.url, stored)).rows).toEqual([])
    const { rows } = await query(
      database.url,
      `select loud(c, '!') from (select (jsonb_populate_record(null::channel, '{"name": "ada"}')).*) c`,
    )
    expect(rows).toEqual([{ loud: 'ADA!$1' }])
  })
})

test('a migration that waits for a long transaction holds up nobody else, and is applied once that has ended', async () => {
  await using database = await createTestDatabase()
  await using stack = new AsyncDisposableStack()
  const connect = async (settings = '') => {
    const client = new pg.Client({ connectionString: `${database.url}${settings}` })
    stack.defer(() => client.end())
    await client.connect()
    return client
  }
  const long = await connect()
  await long.query('drop schema public cascade; create schema public')
  const names = await migrationNames()
  await migrate(database.url, { wanted: names.filter((name) => name < '0036') })

  // What a dump or an import does: it holds the table until its end.
  await long.query('begin; select from channel limit 1')
  const waits: string[] = []
  const migrating = migrate(database.url, { onWait: (name) => waits.push(name) })
  // Somebody else reads meanwhile, and nobody waits for as long as a call may.
  const other = await connect('?options=-c%20statement_timeout%3D900ms')
  while (waits.length < 3) await other.query('select from channel limit 1')
  await long.query('commit')
  expect(await migrating).toEqual(names.filter((name) => name >= '0036'))
  expect(new Set(waits)).toEqual(new Set(['0036_audit.sql']))
})

test('a migration of several tables is applied while others use these all the time, in another order', async () => {
  await using database = await createTestDatabase()
  const names = await migrationNames()
  await withClient(database.url, (client) => client.query('drop schema public cascade; create schema public'))
  await migrate(database.url, { wanted: names.filter((name) => name < '0038') })
  let isApplied = false
  const readers = [1, 2].map(() =>
    withClient(database.url, async (client) => {
      // `contact` is locked last; 0038 begins with it, and ends with `person`.
      while (!isApplied) await client.query('select from person, contact limit 1')
    }),
  )
  await migrate(database.url).finally(() => (isApplied = true))
  await expect(Promise.all(readers)).resolves.toHaveLength(2)
})
