import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RELEASE_SCHEMA } from '#server/db/code.ts'
import { withClient } from '#server/db/connect.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { readProjectFile, ROOT } from '#test/support/project-files.ts'
import effects from '../db/migration-effects.json' with { type: 'json' }
import { dumpSchema } from '../scripts/dump-schema.ts'
import { applyMigration, migrationEffects } from '../scripts/migration-effects.ts'
import type { MigrationEffects } from '#server/db/migration-effects.ts'

const known = effects as Readonly<Record<string, MigrationEffects>>

it('the types of the tables match the schema (`npm run tables` writes them)', async () => {
  await using database = await createTestDatabase()
  const codegen = path.join(ROOT, 'node_modules/.bin/kysely-codegen')
  const verified = promisify(execFile)(codegen, ['--verify'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: database.url },
  })
  await expect(verified).resolves.toBeDefined()
})

it('db/schema.sql matches a migrated database (`npm run tables` writes it)', async () => {
  await using database = await createTestDatabase()
  const schema = await withClient(database.url, (client) => dumpSchema(client, RELEASE_SCHEMA))
  expect(schema).toBe(readProjectFile('db/schema.sql'))
})

describe('what migrations do to tables that others use', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database[Symbol.asyncDispose]())

  it('is known (`npm run tables` writes db/migration-effects.json)', async () => {
    await using empty = await createEmptyDatabase()
    expect(await withClient(empty.url, migrationEffects)).toEqual(known)
  })

  it('takes nothing from servers of the release before, and writes no table anew', () => {
    // What came before the rule.
    const later = Object.entries(known).filter(([name]) => name >= '0047')
    expect(later.filter(([, { takes, rewrites }]) => takes.length + rewrites.length > 0)).toEqual([])
  })

  it('holds up users of no other table while it reads one as a whole', () => {
    const later = Object.entries(known).filter(([name]) => name >= '0047')
    const held = later.filter(
      ([, { holds, scans }]) => Object.keys(scans).length > 0 && Object.keys(holds).length > 1,
    )
    expect(held).toEqual([])
  })

  it.each([
    ['alter table person add column other integer', {}],
    ['alter table person add column other integer not null default 1', {}],
    ['alter table person add column other integer not null', { takes: ['rows without person.other'] }],
    ['alter table person drop column username', { takes: ['column person.username'] }],
    ['-- no longer used: column person.username\nalter table person drop column username', {}],
    [
      'alter table person rename username to name',
      { takes: ['column person.username', 'rows without person.name'] },
    ],
    [
      'alter table person alter username type varchar(50)',
      { rewrites: ['person'], takes: ['type of person.username'] },
    ],
    ['alter table person alter told_terms drop default', { takes: ['default of person.told_terms'] }],
    [
      'alter table channel alter country set not null',
      { takes: ['null in channel.country'], scans: { channel: 1 } },
    ],
    ['alter table review rename to opinion', { takes: ['table review'] }],
    ['drop table review', { takes: ['table review'] }],
    [
      `alter table person add constraint short check (username <> '') not valid`,
      { takes: ['rows that break short of person'] },
    ],
    [
      `alter table channel drop constraint channel_status_check;
       alter table channel add constraint channel_status_check check (status in ('active', 'gone', 'hidden', 'new'))`,
      { scans: { channel: 1 } },
    ],
    [
      `alter table channel drop constraint channel_status_check;
       alter table channel add constraint channel_status_check check (status in ('active', 'gone'))`,
      { scans: { channel: 1 }, takes: ['rows that break channel_status_check of channel'] },
    ],
    [
      'create unique index one_name on person (username)',
      { holds: { person: 'writers' }, scans: { person: 1 }, takes: ['rows that break one_name of person'] },
    ],
    ['create index by_name on person (username)', { holds: { person: 'writers' }, scans: { person: 1 } }],
    ['alter table person alter id type bigint', { rewrites: ['person'], takes: ['type of person.id'] }],
    ['create table other (person_id integer references person)', { holds: { person: 'writers' } }],
    ['drop function search_sync', { takes: ['function search_sync(ids bigint[])'] }],
  ])('%s', async (text, expected) => {
    const found = await withClient(database.url, async (client) => {
      await client.query('begin')
      return applyMigration(client, text)
    })
    expect(found).toMatchObject({ takes: [], rewrites: [], ...expected })
  })
})
