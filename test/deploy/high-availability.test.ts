import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { checkInvariants } from '#server/db/invariant.ts'
import { invariants } from '#server/features.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import { type Load, longestPause, median, startLoad, tableOf } from '#test/support/cluster-load.ts'
import { freeClusterPorts, leftOut } from '#test/support/cluster-programs.ts'
import { readProjectFile } from '#test/support/project-files.ts'
import { logIn, makeChannels, makePerson } from '#test/support/factories.ts'
import type { ReceivedMail } from '#test/support/sign-up.ts'
import { TestClient } from '#test/support/test-client.ts'
import { type Cluster, startCluster } from '../../deploy/ha/cluster.ts'
import type { ClusterMachine } from '../../deploy/ha/machine.ts'
import { freeze, kill, killPostgres, thaw } from './ha-faults.ts'

/** How often the leader fails; `HA_KILLS=8` gives the figures in docs/high-availability.md. */
const KILLS = Number(process.env['HA_KILLS'] ?? 4)
const MAX_SECONDS = 30
const ROUND_MS = 120_000
const CHANNELS = 500
const BUYERS = 90
const PAYERS = 2

interface Disaster {
  readonly name: string
  readonly strike: (leader: ClusterMachine) => unknown
  readonly repair: (leader: ClusterMachine) => unknown
  /** Whether another machine has to lead; a crashed PostgreSQL may also come back itself. */
  readonly isReplaced: boolean
}

/** In turn: what happens to the leader. */
const DISASTERS: readonly Disaster[] = [
  {
    name: 'machine killed',
    strike: kill,
    repair: (leader) => leader.start(),
    isReplaced: true,
  },
  {
    name: 'PostgreSQL killed',
    strike: killPostgres,
    repair: () => undefined,
    isReplaced: false,
  },
  {
    name: 'machine frozen',
    strike: (leader) => freeze(leader),
    repair: thaw,
    isReplaced: true,
  },
  {
    name: 'Patroni frozen',
    strike: (leader) => freeze(leader, ['patroni']),
    repair: thaw,
    isReplaced: true,
  },
]

it.skipIf(leftOut)(
  'nothing that anybody was told is lost or doubled when leaders fail, and both servers go on',
  async () => {
    await using stack = new AsyncDisposableStack()
    const { cluster } = await openCluster(stack, {
      RATE_LIMITS: 'off',
      CAPTCHA_WORK: '9',
      WELCOME_PER_NETWORK_DAY: '1000000',
    })
    const db = openDatabase(openPool(cluster.writesUrl, { max: 4, onLost: () => undefined }))
    stack.defer(() => db.destroy())
    const load = await startEverybody(cluster, db)
    const serverIds = cluster.serverIds()
    const minutes = new Map<string, string>()
    const received = new Map<string, ReceivedMail>()
    const look = async () => {
      await collectMinutes(db, minutes)
      await collectEmails(cluster, received)
    }

    const rounds: { readonly what: string; readonly pause: number; readonly whole: number }[] = []
    await expect
      .poll(() => load.reveals.length > 20 && load.payments.length > 0, { timeout: ROUND_MS })
      .toBe(true)
    for (let number = 1; number <= KILLS; number += 1) {
      const disaster = DISASTERS[(number - 1) % DISASTERS.length]!
      const before = await leaderOf(cluster)
      const leader = cluster.machines.find(({ name }) => name === before)!
      load.setRound(number)
      const begin = performance.now()
      await disaster.strike(leader)
      if (disaster.isReplaced) await newLeader(cluster, leader)
      const led = performance.now()
      await writesSince(load, led)
      const back = performance.now()
      await disaster.repair(leader)
      await cluster.whole()
      // What the new primary confirmed meanwhile would be lost with its lead.
      if (disaster.isReplaced) expect(await leaderOf(cluster)).not.toBe(leader.name)
      const pause = longestPause(load.reveals, begin, back)
      process.stdout.write(`${number}: ${disaster.name}, ${pause.toFixed(1)} s without writes\n`)
      rounds.push({
        what: `${disaster.name} (${leader.name})`,
        pause,
        whole: (performance.now() - begin) / 1_000,
      })
      await look()
    }
    load.setRound(KILLS + 1)
    await writesSince(load, performance.now())
    await load.stop()
    const runs = minutes.size
    await expect
      .poll(
        async () => {
          await look()
          return minutes.size
        },
        { timeout: ROUND_MS, interval: 2_000 },
      )
      .toBeGreaterThan(runs)
    expect(cluster.serverIds()).toEqual(serverIds)
    await expectMetricsOfAlerts(cluster)

    const lost = await findLost(db, load)
    await expect
      .poll(
        async () => {
          await look()
          return missingEmails(load, received)
        },
        { timeout: ROUND_MS, interval: 2_000 },
      )
      .toEqual([])
    const found = await checkInvariants(db, invariants)
    const pauses = rounds.map(({ pause }) => pause)
    const slowest = Math.max(...load.searches.map(({ begin, end }) => end - begin))
    const countOf = (told: readonly { readonly round: number }[], number: number) =>
      told.filter(({ round }) => round === number).length
    process.stdout.write(`
${tableOf([
  [
    'failure',
    'what',
    's without writes',
    's until whole',
    'reveals',
    'payments',
    'sign-ups',
    'searches',
    'lost',
    'doubled',
  ],
  ...rounds.map(({ what, pause, whole }, at) => [
    at + 1,
    what,
    pause.toFixed(1),
    whole.toFixed(1),
    countOf(load.reveals, at + 1),
    countOf(load.payments, at + 1),
    countOf(load.accounts, at + 1),
    countOf(load.searches, at + 1),
    countOf(lost.lost, at + 1),
    countOf(lost.doubled, at + 1),
  ]),
])}
without writes: median ${median(pauses).toFixed(1)} s, at most ${Math.max(...pauses).toFixed(1)} s
told: ${load.reveals.length} reveals, ${load.payments.length} credits, ${load.accounts.length} accounts, ${load.searches.length} searches (slowest ${(slowest / 1_000).toFixed(1)} s)
answers: ${[...load.statuses]
      .map(([name, count]) => `${name} x${count}`)
      .toSorted()
      .join(', ')}
wrong: ${load.wrong.length}; emails: ${received.size}, sent twice ${countTwice(received)}; runs of the payments' job: ${minutes.size} in ${new Set(minutes.values()).size} minutes
load of the machine: ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}
`)
    expect(load.wrong).toEqual([])
    expect(load.searches.filter(({ status }) => status !== 200)).toEqual([])
    expect(lost).toEqual({ lost: [], doubled: [] })
    expect(found.filter(({ count }) => count > 0)).toEqual([])
    // A schedule runs once for each minute, whichever server and whichever leader.
    expect(minutes.size).toBe(new Set(minutes.values()).size)
    expect(await countRuns(db)).toBeLessThanOrEqual(minutes.size)
    expect(Math.max(...pauses)).toBeLessThan(MAX_SECONDS)
  },
  KILLS * 240_000 + 300_000,
)

it.skipIf(leftOut)(
  'a standby that had received more than the new primary comes back by itself',
  async () => {
    await using stack = new AsyncDisposableStack()
    const { cluster, folder } = await openCluster(stack)
    const members = await cluster.members()
    const machineOf = (wanted: string) =>
      cluster.machines.find(({ name }) => name === members.find(({ role }) => role === wanted)?.name)!
    const [leader, standby, replica] = ['leader', 'sync_standby', 'replica'].map(machineOf)
    const at = (machine: ClusterMachine | undefined) => {
      const db = openDatabase(openPool(machine?.databaseUrl ?? '', { max: 1, onLost: () => undefined }))
      stack.defer(() => db.destroy())
      return db
    }
    const [primary, following] = [at(leader), at(replica)]
    // The replica writes down what it receives, and does not replay it.
    const startup = startupProcess(path.join(folder, replica!.name, 'postgres'))
    process.kill(startup, 'SIGSTOP')
    // More than the standby's connection holds, so that it lacks some of it.
    freeze(standby!, ['postgres'])
    await primary.transaction().execute(async (tx) => {
      await sql`set local synchronous_commit = local`.execute(tx)
      await sql`create table filler as select repeat(md5(i::text), 20) from generate_series(1, 40000) i`.execute(
        tx,
      )
    })
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary)
    await expect
      .poll(
        async () => {
          const answer = await sql<{ has: boolean }>`
          select pg_last_wal_receive_lsn() >= ${rows[0]?.lsn}::pg_lsn as has`.execute(following)
          return answer.rows[0]?.has
        },
        { timeout: 5_000 },
      )
      .toBe(true)
    kill(leader!)
    thaw(standby!)
    await newLeader(cluster, leader!)
    const logOf = () => readFileSync(path.join(folder, 'log', `${replica!.name}-patroni.log`), 'utf8')
    // Patroni has asked for the last time.
    await expect.poll(logOf, { timeout: ROUND_MS }).toMatch(/primary_timeline=2(?:[^]*following a leader){5}/)
    process.kill(startup, 'SIGCONT')
    await expect.poll(logOf, { timeout: ROUND_MS }).toContain('forked off current database system timeline')
    await leader!.start()
    await cluster.whole()
    expect(readFileSync(path.join(folder, 'log', `${replica!.name}-rejoin.log`), 'utf8')).toContain(
      `${replica!.name} stays on an old timeline`,
    )
  },
  ROUND_MS * 5,
)

/** Starts a cluster in a folder of its own; both end with the stack. */
async function openCluster(stack: AsyncDisposableStack, settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-ha-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  const cluster = stack.use(await startCluster({ folder, port: await freeClusterPorts(), settings }))
  // A frozen machine cannot end.
  stack.defer(() => cluster.machines.forEach(thaw))
  return { folder, cluster }
}

/** The process of a standby that replays the log. */
function startupProcess(dataFolder: string): number {
  const [postmaster = ''] = readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  return Number(execFileSync('pgrep', ['--parent', postmaster, '--full', 'startup'], { encoding: 'utf8' }))
}

/** Every metric that the cluster's alerts read is one that Patroni shows. */
async function expectMetricsOfAlerts({ machines }: Cluster): Promise<void> {
  const read = new Set(readProjectFile('deploy/ha/alerts.yml').match(/\bpatroni_\w+/g))
  expect(read.size).toBeGreaterThan(4)
  for (const { patroniUrl } of machines) {
    const text = await (await fetch(`${patroniUrl}/metrics`)).text()
    for (const name of read) expect(text).toMatch(new RegExp(`^${name}{scope="channelbook"} `, 'm'))
  }
}

async function startEverybody(cluster: Cluster, db: Db): Promise<Load> {
  const app = { db, clock: systemClock }
  const channels = await makeChannels(app, CHANNELS)
  await sql`select search_rebuild()`.execute(db)
  const client = () => new TestClient({ baseUrl: cluster.url, clientKey: 'channelbook-web' })
  const make = async (uses: number) => {
    const person = await makePerson(app, { uses })
    return { client: await logIn({ app, client }, person), holderId: person.id }
  }
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => make(CHANNELS)))
  const payers = await Promise.all(Array.from({ length: PAYERS }, () => make(0)))
  return startLoad({ url: cluster.url, localUrl: cluster.localUrl, channels, buyers, payers })
}

async function leaderOf(cluster: Cluster): Promise<string | undefined> {
  return (await cluster.members()).find(({ role }) => role === 'leader')?.name
}

/** Waits until another machine leads. */
async function newLeader(cluster: Cluster, former: ClusterMachine): Promise<void> {
  await expect
    .poll(
      async () =>
        (await cluster.members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name,
      {
        timeout: ROUND_MS,
        interval: 200,
      },
    )
    .toSatisfy((name: string | undefined) => name !== undefined && name !== former.name)
}

/** Waits until a reveal that began after a moment was confirmed. */
async function writesSince(load: Load, moment: number): Promise<void> {
  await expect
    .poll(() => load.reveals.some(({ begin }) => begin > moment), { timeout: ROUND_MS, interval: 20 })
    .toBe(true)
}

/** Compares what clients were told with what is stored. */
async function findLost(db: Db, { reveals, payments, accounts }: Load) {
  const charged = await countsBy(
    db,
    sql`select r.holder_id || ' ' || c.platform_id as name, count(e.id)::int as count
      from reveal r join channel c on c.id = r.channel_id
      left join uses_entry e on e.holder_id = r.holder_id and e.reveal_id = r.id and e.reason = 'reveal'
      group by 1`,
  )
  const credited = await countsBy(
    db,
    sql`select p.id::text as name, count(l.id)::int as count from payment p
      left join uses_lot l on l.payment_id = p.id where p.state = 'succeeded' group by 1`,
  )
  const people = await countsBy(db, sql`select email as name, count(*)::int as count from person group by 1`)
  const told = [
    ...reveals.map(({ holderId, channelId, round }) => ({
      round,
      count: charged.get(`${holderId} ${channelId}`),
    })),
    ...payments.map(({ paymentId, round }) => ({ round, count: credited.get(paymentId) })),
    ...accounts.map(({ email, round }) => ({ round, count: people.get(email) })),
  ]
  return {
    lost: told.filter(({ count = 0 }) => count === 0),
    doubled: told.filter(({ count = 0 }) => count > 1),
  }
}

async function countsBy(db: Db, query: ReturnType<typeof sql>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`${query}`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** What was due of a job with a schedule of every minute, by id: the minute. What came due in an outage runs after it, beside the next. */
async function collectMinutes(db: Db, minutes: Map<string, string>): Promise<void> {
  const { rows } = await sql<{ id: string; slot: string }>`
    select id::text, data->>'slot' as slot from pgboss.job
    where name = '__pgboss__send-it' and data->>'name' = 'payments'`.execute(db)
  for (const { id, slot } of rows) minutes.set(id, slot)
}

async function countRuns(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'payments'`.execute(db)
  return rows[0]?.count ?? 0
}

/** The inbox keeps only the newest, so it is looked at after each round. */
async function collectEmails({ localUrl }: Cluster, received: Map<string, ReceivedMail>): Promise<void> {
  const response = await fetch(`${localUrl}/local/mail.json`)
  const { messages } = (await response.json()) as { readonly messages: readonly ReceivedMail[] }
  for (const mail of messages) received.set(`${mail.to} ${mail.subject} ${mail.receivedAt}`, mail)
}

/** Whom the product owes an email and has not sent it: new people, and owners of contacts that were sold. */
function missingEmails({ accounts }: Load, received: ReadonlyMap<string, ReceivedMail>): string[] {
  const welcomed = new Set(
    [...received.values()].filter(({ subject }) => subject === mails.en.welcome.subject).map(({ to }) => to),
  )
  return accounts.map(({ email }) => email).filter((email) => !welcomed.has(email))
}

/** Emails that come once to an address and came again. */
function countTwice(received: ReadonlyMap<string, ReceivedMail>): number {
  const once = new Set<string>([mails.en.welcome.subject, mails.en.creators.notice.subject])
  const kept = [...received.values()].filter(({ subject }) => once.has(subject))
  return kept.length - new Set(kept.map(({ to, subject }) => `${to} ${subject}`)).size
}
