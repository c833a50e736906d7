/**
 * How long an upgrade takes, and how long others wait meanwhile: the migrations from 0036 on, one after the other, on a catalogue
 * and a ledger of that time. Two people use the tables as a server does: one reads a channel with its contact and purchases, one
 * writes. Beside each time, what `upgrade --check` says before.
 *
 * `node bench/upgrade.ts [channels] [entries of the ledger]`; by default a million and ten million.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { singleConnection, withClient } from '#server/db/connect.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { planUpgrade } from '#server/db/plan-upgrade.ts'
import { print } from './print-figures.ts'

const BEGIN = '0036'
/** Entries of one person: one gives, each other one is spent. */
const ENTRIES = 100

/** What a server's call does to these tables, each in a transaction of its own. */
const READ = `select channel.name, (select max(address) from contact where channel_id = channel.id),
  (select count(*) from reveal where channel_id = channel.id), (select sum(amount) from uses_entry where person_id = person.id)
  from channel join person on person.id = channel.id where channel.id = $1`
const WRITES = [
  'update channel set views = views where id = $1',
  'update contact set last_seen_at = last_seen_at where channel_id = $1',
  'update person set username = username where id = $1',
  `insert into uses_lot (person_id, kind, reason, granted, created_at) values ($1, 'grant', gen_random_uuid()::text, 1, now())`,
  'insert into reveal (person_id, contact_id, created_at) values ($1, 1, now())',
]

async function main(): Promise<void> {
  const channels = Number(process.argv[2] ?? 1_000_000)
  const people = Math.ceil(Number(process.argv[3] ?? 10_000_000) / ENTRIES)
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { url } = stack.use(
    await openEmbeddedPostgres({ dataDir, role: 'tool', log: { info() {}, error() {} } }),
  )
  const names = await migrationNames()
  await migrate(url, { wanted: names.filter((name) => name < BEGIN) })
  const begin = performance.now()
  const before = await withClient(url, async (client) => {
    await fill(client, channels, people)
    return countAll(client)
  })
  print(`${before} (made in ${seconds(begin)})`)

  const plan = await withClient(url, planUpgrade)
  const callers = [await openCaller(url, [READ]), await openCaller(url, WRITES)]
  for (const caller of callers) stack.defer(() => caller.end())
  print(
    `${'migration'.padEnd(28)}${['took', 'estimate', 'a read waited', 'a write waited'].map((head) => head.padStart(15)).join('')}`,
  )
  const start = performance.now()
  for (const [place, { name, seconds: estimate, verdict }] of plan.pending.entries()) {
    for (const caller of callers) caller.forget()
    const from = performance.now()
    // The last one is followed by db/code.
    await migrate(url, { wanted: names.filter((other) => other <= plan.pending[place]!.name) })
    const took = seconds(from)
    const waited = await Promise.all(
      callers.map(async (caller) => `${(await caller.slowest()).toFixed(0)} ms`),
    )
    const figures = [took, `${estimate.toFixed(1)} s`, ...waited]
      .map((figure) => figure.padStart(15))
      .join('')
    print(`${name.replace('.sql', '').padEnd(28)}${figures}  ${verdict}`)
  }
  print(`all ${plan.pending.length} in ${seconds(start)}, estimated ${plan.seconds.toFixed(1)} s`)
  print(await withClient(url, countAll))
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`
}

/** Foreign keys are checked at the end, all rows of a table together. */
async function fill(client: pg.Client, channels: number, people: number): Promise<void> {
  const spent = ENTRIES - 1
  const statements = [
    `insert into channel (source, platform_id, name, name_key, search_words, subscribers, views, has_contact, fetched_at)
     select 'file', 'UC' || id, 'Channel ' || id, 'channel ' || id, 'channel ' || id, id::bigint * 7919 % 10000000, id, true, now()
     from generate_series(1, ${channels}) id`,
    `insert into contact (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at)
     select id, 'owner' || id || '@channel.example', 'website', 'https://channel.example/' || id, now(), now()
     from generate_series(1, ${channels}) id`,
    `insert into person (id, email, username, agreement_version, agreed_at, consent_version, consented_at, created_at)
     overriding system value
     select id, 'person' || id || '@buyer.example', 'Person', '1', now(), '1', now(), now() from generate_series(1, ${people}) id`,
    `insert into uses_lot (person_id, id, kind, reason, granted, spent, created_at) overriding system value
     select id, id, 'package', 'payment ' || id, ${2 * spent}, ${spent}, now() from generate_series(1, ${people}) id`,
    // One of a thousand is of a contact that is gone.
    `insert into reveal (person_id, id, channel_id, contact_id, created_at) overriding system value
     select person, (person - 1) * ${spent} + number + 1, channel,
       case when (person * 31 + number) % 1000 = 0 then ${channels} + channel else channel end, now() - number * interval '1 day'
     from generate_series(1, ${people}) person, generate_series(0, ${spent - 1}) number,
       lateral (select (person::bigint * 97 + number * 7919) % ${channels} + 1 as channel) which`,
    `insert into uses_entry (person_id, id, lot_id, amount, reason, reveal_id, created_at) overriding system value
     select person, (person - 1) * ${ENTRIES} + number + 1, person, case number when 0 then ${2 * spent} else -1 end,
       case number when 0 then 'given' else 'reveal' end,
       case when number > 0 then (person - 1) * ${spent} + number end, now()
     from generate_series(1, ${people}) person, generate_series(0, ${spent}) number`,
    `insert into purchase (person_id, reveal_id, channel_name, created_at)
     select person_id, id, 'Channel ' || channel_id, created_at from reveal`,
    `select setval(pg_get_serial_sequence('reveal', 'id'), (select max(id) from reveal)),
       setval(pg_get_serial_sequence('uses_lot', 'id'), (select max(id) from uses_lot))`,
  ]
  const { rows: keys } = await client.query<{ add: string; drop: string }>(
    `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add,
       format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
     from pg_constraint where contype = 'f' and conrelid in ('contact'::regclass, 'reveal'::regclass, 'uses_entry'::regclass,
       'purchase'::regclass)`,
  )
  for (const { drop } of keys) await client.query(drop)
  for (const statement of statements) await client.query(statement)
  for (const { add } of keys) await client.query(add)
  await client.query('vacuum analyze')
}

async function countAll(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(
    `select (select count(*) from channel) as channels, (select count(*) from contact) as contacts,
       (select count(*) from person) as people, (select count(*) from uses_entry) as "entries of the ledger",
       (select sum(amount) from uses_entry) as "uses left", (select count(*) from purchase) as purchases`,
  )
  return Object.entries(rows[0]!)
    .map(([what, count]) => `${Number(count).toLocaleString('en')} ${what}`)
    .join(', ')
}

/** Makes one call after another, on a connection of its own. */
async function openCaller(url: string, statements: readonly string[]) {
  const client = singleConnection({ connectionString: url })
  await client.connect()
  let isOpen = true
  let slowest = 0
  let next = Promise.withResolvers<void>()
  const calling = (async () => {
    for (let turn = 1; isOpen; turn += 1) {
      const from = performance.now()
      for (const statement of statements) await client.query(statement, [(turn % 1_000) + 1])
      slowest = Math.max(slowest, performance.now() - from)
      next.resolve()
      next = Promise.withResolvers()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  return {
    forget: () => void (slowest = 0),
    /** In ms, with the call that is under way. */
    async slowest() {
      await next.promise
      return slowest
    },
    async end() {
      isOpen = false
      await calling
      await client.end()
    },
  }
}

await main()
