import { execFileSync } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openCluster } from '#server/db/embedded/cluster.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { leaveSession, openSession } from '#server/db/embedded/session.ts'
import { migrate } from '#server/db/migrate.ts'
import { eventually, query } from '#test/support/data-folders.ts'

const LOG = { info() {}, error() {} }
// A standby needs as many senders as the primary ever had; ten are what `initdb` notes.
const SIZING = {
  memory: 512,
  settings: {
    wal_level: 'replica',
    max_wal_senders: 10,
    wal_keep_size: '256MB',
    max_standby_streaming_delay: 0,
  },
}

/** A migrated primary and a standby that streams from it, each a PostgreSQL of its own. */
export interface ReplicatedDatabase extends AsyncDisposable {
  readonly primary: EmbeddedPostgres
  /** The product's database on the standby. */
  readonly replicaUrl: string
  /** A superuser's connection to the standby. */
  readonly standby: pg.Client
  /** Waits until the standby has replayed everything that the primary has written. */
  caughtUp(): Promise<void>
  /** Waits until the standby has received everything that the primary has written. */
  received(): Promise<void>
  /** From then on the standby receives what is written, but does not show it. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
}

/**
 * Copies the primary's folder before its first start, in place of a base backup: its programs do not include one. Both halves
 * then come from one `initdb` and its clean shutdown.
 */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  await using started = new AsyncDisposableStack()
  const path = await realpath(await mkdtemp(join(tmpdir(), 'channelbook-replica-')))
  started.defer(() => rm(path, { recursive: true, force: true }))
  const [dataDir, copyDir] = [join(path, 'primary'), join(path, 'standby')]
  for (const folder of [dataDir, copyDir]) await mkdir(folder)
  // As root the databases run as another user, who must be able to enter the folders.
  for (const folder of [path, dataDir, copyDir]) await chmod(folder, 0o711)
  const { folder, password } = await openCluster(dataDir)
  for (const name of ['postgres', 'postgres.password'])
    execFileSync('cp', ['-a', join(dataDir, name), join(copyDir, name)])

  const primary = started.use(await openEmbeddedPostgres({ dataDir, role: 'tool', log: LOG, ...SIZING }))
  const { port } = new URL(primary.url)
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`
  const copy = join(copyDir, 'postgres')
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const signal = join(copy, 'standby.signal')
  await writeFile(signal, '')
  const { uid, gid } = await stat(folder)
  await chown(signal, uid, gid)
  const cluster = await openCluster(copyDir, SIZING)
  const session = await openSession(cluster, 'tool')
  started.defer(() => leaveSession(cluster, session))
  const replicaUrl = new URL(primary.url)
  replicaUrl.port = String(session.port)

  /** Asks the standby until a condition holds there. */
  const until = (condition: string, values: unknown[] = []) =>
    eventually(async () => {
      const { rowCount } = await session.client.query(`select where ${condition}`, values)
      if (rowCount === 0) throw new Error('not yet')
    })
  await migrate(primary.url)
  const database = {
    primary,
    replicaUrl: replicaUrl.href,
    standby: session.client,
    async caughtUp() {
      const { rows } = await query(primary.url, 'select pg_current_wal_flush_lsn() as written')
      await until('pg_last_wal_replay_lsn() >= $1', [rows[0]?.['written']])
    },
    async received() {
      const { rows } = await query(primary.url, 'select pg_current_wal_flush_lsn() as written')
      await until('pg_last_wal_receive_lsn() >= $1', [rows[0]?.['written']])
    },
    async pauseReplay() {
      await session.client.query('select pg_wal_replay_pause()')
      await until(`pg_get_wal_replay_pause_state() = 'paused'`)
    },
    async resumeReplay() {
      await session.client.query('select pg_wal_replay_resume()')
    },
  }
  await database.caughtUp()
  const running = started.move()
  return { ...database, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
