/**
 * How long the nightly retirement of contacts, its count, the list of sources and what a switch of one would change take, and
 * the slowest of their statements: one has 15 s. The first night finds so many contacts that are too old, the second one none.
 * Run: `node_modules/.bin/node bench/retention.ts [--channels 10000000] [--old 100000]`; 10,000,000 need 20 GB of disk.
 */
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import type { App } from '#server/app.ts'
import { withClient } from '#server/db/connect.ts'
import type { DB } from '#server/db/tables.ts'
import { countDue, retireContacts } from '#server/features/catalogue/retire-contacts.ts'
import { listSources, switchSource } from '#server/features/catalogue/sources.ts'
import { print } from './print-figures.ts'
import { withEmptyApp } from './similarity-database.ts'

const { values } = parseArgs({
  options: {
    channels: { type: 'string', default: '10000000' },
    old: { type: 'string', default: '100000' },
  },
})
const [channels, old] = [Number(values.channels), Number(values.old)]

await withEmptyApp(async (empty) => {
  await fill(empty)
  let slowest = 0
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: empty.pool }),
    log: ({ queryDurationMillis }) => {
      slowest = Math.max(slowest, queryDurationMillis)
    },
  })
  const app = { ...empty, db }
  const off = { source: 'site7.example', isOff: true, isDryRun: true }
  const by = { actor: 'bench', reason: null }
  for (const [what, work] of [
    ['the count before the first night', () => countDue(app)],
    ['the first night', () => retireContacts(app)],
    ['the second night', () => retireContacts(app)],
    ['the list of sources', () => listSources(app.db, 50)],
    ['what a switch would change', () => switchSource(app, by, off)],
  ] as const) {
    slowest = 0
    const begin = performance.now()
    await work()
    const all = performance.now() - begin
    print(`${what}: ${(all / 1_000).toFixed(1)} s, slowest statement ${(slowest / 1_000).toFixed(2)} s`)
  }
})

/** A contact for each channel, of four million sites at most, and a purchase of every hundredth. */
async function fill({ pool }: App): Promise<void> {
  const step = 500_000
  // It may take longer than a pool waits.
  await withClient(pool.options.connectionString ?? '', async (client) => {
    await client.query('alter table contact drop constraint contact_channel_id_fkey')
    for (let from = 1; from <= channels; from += step) {
      const range = [from, Math.min(channels, from + step - 1)]
      await client.query(
        `insert into channel (id, source, name, name_key, search_words, fetched_at, has_contact)
         select id, 'bench', 'Channel ' || id, 'channel ' || id, '', now(), true from generate_series($1::integer, $2::integer) id`,
        range,
      )
      await client.query(
        `insert into contact (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at)
         select id, 'owner' || id || '@creator.example', 'website', 'https://site' || id % 4000000 || '.example/about',
           now() - interval '2 years', now() - case when random() < $3::float8 then interval '13 months' else random() * interval '300 days' end
         from generate_series($1::integer, $2::integer) id`,
        [...range, old / channels],
      )
    }
    await client.query(
      `insert into person (username, email, agreement_version, agreed_at, consent_version, consented_at, created_at)
       values ('buyer', 'buyer@mail.example', '', now(), '', now(), now())`,
    )
    await client.query(
      `insert into reveal (person_id, channel_id, contact_id, created_at)
       select person.id, channel_id, contact.id, now() from contact, person where contact.id % 100 = 0`,
    )
    await client.query(
      `alter table contact add constraint contact_channel_id_fkey foreign key (channel_id) references channel on delete cascade`,
    )
    await client.query('vacuum analyze')
  })
  print(`${channels} channels, ${old} of their contacts too old`)
}
