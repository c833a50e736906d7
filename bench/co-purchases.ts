/**
 * How long the nightly count of channels that the same people buy takes, and its slowest part, which must stay below 15 s.
 * People buy so many channels each; half of what they buy is among the hundredth that is popular. With `--hot`, so many people
 * more buy 199 channels each and the first channel, too, and only its pairs are counted.
 * Run: `node_modules/.bin/node bench/co-purchases.ts [--purchases 100000] [--each 20] [--channels 50000] [--hot 0]`
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Db } from '#server/db/connect.ts'
import { ALL_PAIRS } from '#server/features/recommendations/co-purchases.sql.ts'
import { renewAllCoPurchases } from '#server/features/recommendations/renew-co-purchases.ts'
import { figuresOf, print } from './print-figures.ts'
import { withEmptyApp } from './similarity-database.ts'

const { values } = parseArgs({
  options: {
    purchases: { type: 'string', default: '100000' },
    each: { type: 'string', default: '20' },
    channels: { type: 'string', default: '50000' },
    hot: { type: 'string', default: '0' },
  },
})
const [purchases, each, channels, hot] = [values.purchases, values.each, values.channels, values.hot].map(
  Number,
) as [number, number, number, number]

await withEmptyApp(async (app) => {
  const { db } = app
  await fill(db)
  for (const night of ['first', 'second']) {
    const times: number[] = []
    const write = (line: string) => {
      const { msg, ms } = JSON.parse(line) as { readonly msg: string; readonly ms?: number }
      if (ms === undefined) print(`PROBLEM: ${msg}`)
      else times.push(ms)
    }
    const begin = performance.now()
    await renewAllCoPurchases(
      { ...app, log: pino({ level: 'debug' }, { write }) },
      { ranges: [hot > 0 ? { after: 0, upTo: 1 } : ALL_PAIRS], runMs: Number.MAX_SAFE_INTEGER },
    )
    const { p50, slowest } = figuresOf(times)
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
    const { rows } = await sql<{ pairs: number }>`select count(*) as pairs from co_purchase`.execute(db)
    print(
      `${night} night: ${seconds(performance.now() - begin)} in all; ${times.length} parts, ` +
        `p50 ${seconds(p50)}, slowest ${seconds(slowest)}; ${rows[0]?.pairs} rows`,
    )
  }
})

async function fill(db: Db): Promise<void> {
  const people = Math.round(purchases / each)
  await sql`
    insert into person (username, email, agreement_version, agreed_at, consent_version, consented_at, created_at)
    select 'person' || id, 'person' || id || '@mail.example', '', now(), '', now(), now()
    from generate_series(1, ${people + hot}::integer) id`.execute(db)
  await sql`
    insert into channel (id, source, name, name_key, search_words, fetched_at)
    select id, 'bench', 'Channel ' || id, 'channel ' || id, '', now() from generate_series(1, ${channels}::integer) id`.execute(
    db,
  )
  await buy(db, { from: 1, upTo: people, each })
  await buy(db, { from: people + 1, upTo: people + hot, each: 199 })
  await sql`
    with bought as (
      insert into reveal (person_id, channel_id, contact_id, created_at)
      select person_id, 1, 1, now() from generate_series(${people + 1}::integer, ${people + hot}::integer) person_id
      on conflict do nothing returning person_id, id
    )
    insert into purchase (person_id, reveal_id, channel_name, created_at)
    select person_id, id, '', now() from bought`.execute(db)
  await sql`analyze reveal, purchase, channel`.execute(db)
  const { rows } = await sql<{ count: number }>`select count(*) from purchase`.execute(db)
  print(`${rows[0]?.count} purchases of ${people + hot} people, ${channels} channels`)
}

/** Lets these people buy so many channels each, some of them twice, which counts once. */
async function buy(db: Db, people: { readonly from: number; readonly upTo: number; readonly each: number }) {
  const step = Math.ceil(10_000 / people.each)
  for (let from = people.from; from <= people.upTo; from += step) {
    await sql`
      with bought as (
        insert into reveal (person_id, channel_id, contact_id, created_at)
        select distinct person_id, 1 + floor(random() * case when at % 2 = 0 then ${channels} else ${channels} / 100 end)::bigint, 1, now()
        from generate_series(${from}::integer, ${Math.min(from + step - 1, people.upTo)}::integer) person_id,
          generate_series(1, ${people.each}::integer) at
        returning person_id, id
      )
      insert into purchase (person_id, reveal_id, channel_name, created_at)
      select person_id, id, '', now() from bought`.execute(db)
  }
}
