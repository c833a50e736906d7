/**
 * How long the nightly count of public figures takes, and the slowest of its statements: one has 15 s, and 2 s on a replica.
 * Run: `node_modules/.bin/node bench/trust.ts [--channels 1000000] [--purchases 1000000]`
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Db, withClient } from '#server/db/connect.ts'
import { makeTrustFigures } from '#server/features/evidence/make-trust-figures.ts'
import { print } from './print-figures.ts'
import { withEmptyApp } from './similarity-database.ts'

const { values } = parseArgs({
  options: {
    channels: { type: 'string', default: '1000000' },
    purchases: { type: 'string', default: '1000000' },
  },
})
const [channels, purchases] = [Number(values.channels), Number(values.purchases)]

await withEmptyApp(async (app) => {
  await fill(app.db, app.pool.options.connectionString ?? '')
  for (const withDemo of [false, true]) {
    for (const night of ['first', 'second']) {
      const slowest = { catalogue: 0 }
      const begin = performance.now()
      await makeTrustFigures({
        ...app,
        withDemo,
        readCatalogue: (query) =>
          app.readCatalogue(async (source) => {
            const start = performance.now()
            const answer = await query(source)
            slowest.catalogue = Math.max(slowest.catalogue, performance.now() - start)
            return answer
          }),
      })
      const [all, one] = [performance.now() - begin, slowest.catalogue].map(Math.round)
      print(
        `${withDemo ? 'with' : 'without'} demo channels, ${night} night: ${all} ms in all, slowest read of the catalogue ${one} ms`,
      )
    }
  }
})

async function fill(db: Db, url: string): Promise<void> {
  const people = Math.max(1, Math.round(purchases / 50))
  await sql`
    insert into person (username, email, agreement_version, agreed_at, consent_version, consented_at, created_at)
    select 'person' || id, 'person' || id || '@mail.example', '', now(), '', now(), now()
    from generate_series(1, ${people}::integer) id`.execute(db)
  const step = 50_000
  for (let from = 1; from <= channels; from += step) {
    const upTo = Math.min(channels, from + step - 1)
    await sql`
      insert into channel (id, source, name, name_key, search_words, fetched_at, content_types, subscribers, has_contact)
      select id, 'bench', 'Channel ' || id, 'channel ' || id, '', now(), 1 << (random() * 14)::integer,
        exp(random() * 17)::bigint, id % 2 = 0
      from generate_series(${from}::integer, ${upTo}::integer) id`.execute(db)
    await sql`
      insert into contact (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at)
      select id, 'owner' || id || '@creator.example', 'website', '', now(), now() - random() * interval '400 days'
      from generate_series(${from}::integer, ${upTo}::integer) id where id % 2 = 0`.execute(db)
  }
  for (let from = 0; from < purchases; from += step) {
    await sql`
      with bought as (
        insert into reveal (person_id, channel_id, contact_id, created_at)
        select 1 + floor(random() * ${people})::integer, 1 + floor(random() * ${channels})::bigint, 1,
          now() - interval '365 days' * (1 - at::float8 / ${purchases}::integer)
        from generate_series(${from + 1}::integer, ${Math.min(purchases, from + step)}::integer) at
        on conflict do nothing returning person_id, id, created_at
      ), reported as (
        insert into bad_contact_report (person_id, reveal_id, contact_id, kind, state, reason, reported_at, decided_at)
        select person_id, id, 1, 'bounced', 'credited', 'gone', created_at, created_at from bought where id % 30 = 0
      )
      insert into use_return (person_id, reveal_id, cause, returned_at)
      select person_id, id, 'report', created_at from bought where id % 30 = 0`.execute(db)
  }
  // It may take longer than a pool waits.
  await withClient(url, async (client) => {
    await client.query('select search_rebuild()')
    await client.query('vacuum analyze')
  })
  print(`${channels} channels, ${purchases} purchases of ${people} people`)
}
