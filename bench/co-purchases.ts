/**
 * How long the nightly count of channels that the same people buy takes, and its slowest statement, which must stay below 15 s.
 * People buy so many channels each; half of what they buy is among the hundredth that is popular.
 * Run: `node_modules/.bin/node bench/co-purchases.ts [--purchases 100000] [--each 20] [--channels 50000]`
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Db, transact } from '#server/db/connect.ts'
import { keyedHash } from '#server/config/secret.ts'
import { cutPairs, renewCoPurchases } from '#server/features/recommendations/co-purchases.sql.ts'
import { PAIRS_PER_PART } from '#server/features/recommendations/renew-co-purchases.ts'
import { figuresOf, print } from './print-figures.ts'
import { withEmptyApp } from './similarity-database.ts'

const { values } = parseArgs({
  options: {
    purchases: { type: 'string', default: '100000' },
    each: { type: 'string', default: '20' },
    channels: { type: 'string', default: '50000' },
  },
})
const [purchases, each, channels] = [values.purchases, values.each, values.channels].map(Number) as [
  number,
  number,
  number,
]

await withEmptyApp(async ({ db, secret }) => {
  await fill(db)
  const key = keyedHash(secret, 'co-purchases', '')
  for (const night of ['first', 'second']) {
    const begin = performance.now()
    const parts = await cutPairs(db, PAIRS_PER_PART)
    const cut = performance.now() - begin
    const times: number[] = []
    for (const part of parts) {
      const start = performance.now()
      await transact(db, async (tx) => renewCoPurchases(tx, { key, ...part }))
      times.push(performance.now() - start)
    }
    const { p50, slowest } = figuresOf(times)
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
    const { rows } = await sql<{ pairs: number }>`select count(*) as pairs from co_purchase`.execute(db)
    print(
      `${night} night: ${seconds(performance.now() - begin)} in all; to cut ${seconds(cut)}; ${parts.length} parts, ` +
        `p50 ${seconds(p50)}, slowest ${seconds(slowest)}; ${rows[0]?.pairs} rows`,
    )
  }
})

async function fill(db: Db): Promise<void> {
  const people = Math.round(purchases / each)
  await sql`
    insert into person (username, email, agreement_version, agreed_at, consent_version, consented_at, created_at)
    select 'person' || id, 'person' || id || '@mail.example', '', now(), '', now(), now()
    from generate_series(1, ${people}::integer) id`.execute(db)
  await sql`
    insert into channel (id, source, name, name_key, search_words, fetched_at)
    select id, 'bench', 'Channel ' || id, 'channel ' || id, '', now() from generate_series(1, ${channels}::integer) id`.execute(
    db,
  )
  const step = Math.ceil(10_000 / each)
  for (let from = 1; from <= people; from += step) {
    await sql`
      with bought as (
        insert into reveal (person_id, channel_id, contact_id, created_at)
        select distinct person_id, 1 + floor(random() * case when at % 2 = 0 then ${channels} else ${channels} / 100 end)::bigint, 1, now()
        from generate_series(${from}::integer, ${Math.min(from + step - 1, people)}::integer) person_id, generate_series(1, ${each}::integer) at
        returning person_id, id
      )
      insert into purchase (person_id, reveal_id, channel_name, created_at)
      select person_id, id, '', now() from bought`.execute(db)
  }
  await sql`analyze reveal, purchase, channel`.execute(db)
  const { rows } = await sql<{ count: number }>`select count(*) from purchase`.execute(db)
  print(`${rows[0]?.count} purchases of ${people} people, ${channels} channels`)
}
