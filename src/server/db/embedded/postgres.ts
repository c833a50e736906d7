import { mkdir, realpath } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { describeError } from '#server/describe-error.ts'
import { type Cluster, openCluster, type Sizing } from './cluster.ts'
import { type ClusterRole, leaveSession, openSession, type Session } from './session.ts'

type Log = Pick<Logger, 'info' | 'error'>

/** A server that runs already keeps its sizing. */
export interface EmbeddedPostgresOptions extends Sizing {
  /** The folder of all local data; created when missing. The cluster is its subfolder `postgres`. */
  dataDir: string
  /** `server`: refused while another server uses this folder. `tool`: joins any other process. */
  role: ClusterRole
  log: Log
}

export interface EmbeddedPostgres extends AsyncDisposable {
  /** `postgres://...` of the product's database, with its owner's name and password: never log it. */
  url: string
  /** Leaves the cluster; the last process to leave stops it. Can be called twice. */
  close(): Promise<void>
}

const OWNER = 'channelbook'
const REVIVE_EVERY_MS = 500

/**
 * Opens the PostgreSQL server of a data folder: joins a running one, or creates and starts it. It listens only on
 * 127.0.0.1, on a port of its choice, with a random password.
 * @throws Error with one sentence for a person
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { role, log } = options
  const cluster = await prepareCluster(options)
  const session = await openSession(cluster, role, { log })
  const { port } = session
  const reopen = () => openSession(cluster, role, { port, log })
  const endWatch = role === 'server' ? watchSession(session, reopen, log) : async () => session
  let closing: Promise<void> | undefined
  const close = () => (closing ??= endWatch().then((last) => leaveSession(cluster, last)))
  try {
    await createDatabase(session.client, cluster.password)
  } catch (error) {
    await close()
    throw error
  }
  const url = `postgres://${OWNER}:${cluster.password}@127.0.0.1:${port}/${OWNER}`
  return { url, close, [Symbol.asyncDispose]: close }
}

async function prepareCluster({ dataDir, ...sizing }: EmbeddedPostgresOptions): Promise<Cluster> {
  try {
    // Other users must be able to traverse it when root hands the cluster to one; everything inside has its own protection.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    const folder = await realpath(dataDir)
    // pg_ctl passes the path to a shell within double quotes.
    if (/["$`\\]/.test(folder))
      throw new Error(
        `The path of the data folder ${folder} contains one of " $ \` \\, and PostgreSQL cannot start there: set another DATA_DIR.`,
      )
    return await openCluster(folder, sizing)
  } catch (error) {
    // No right, no space, no folder: the system's own message, with the path.
    const isAboutFile = error instanceof Error && 'syscall' in error && 'path' in error
    if (!isAboutFile) throw error
    const message = `The data folder ${dataDir} cannot be used (${error.message}); set another DATA_DIR.`
    throw new Error(message, { cause: error })
  }
}

/**
 * Reopens a session when its PostgreSQL dies (e.g. killed for lack of memory): that starts the server on the same port,
 * where every pool finds it. Returns a function that ends the watch and returns the current session.
 */
export function watchSession(
  first: Session,
  reopen: () => Promise<Session>,
  log: Log,
): () => Promise<Session> {
  let session = first
  let isOver = false
  let revival: Promise<void> | undefined
  const watch = () => {
    session.client.once('end', () => void (revival = revive()))
  }
  const revive = async () => {
    if (!isOver) log.error('the embedded PostgreSQL has died; it is started again')
    while (!isOver) {
      try {
        session = await reopen()
        log.info('the embedded PostgreSQL runs again')
        return watch()
      } catch (error) {
        log.error({ error: describeError(error) }, 'the embedded PostgreSQL could not be started again')
        await pause(REVIVE_EVERY_MS)
      }
    }
  }
  watch()
  return async () => {
    isOver = true
    await revival
    return session
  }
}

/** Creates the product's database and its owner, who is not a superuser: as on any other server. */
async function createDatabase(client: pg.Client, password: string): Promise<void> {
  const owner = `create role ${OWNER} login createdb password ${client.escapeLiteral(password)}`
  for (const statement of [owner, `create database ${OWNER} owner ${OWNER}`]) {
    try {
      await client.query(statement)
    } catch (error) {
      // It exists, or another process is just creating it.
      if (!['42710', '42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
    }
  }
}
