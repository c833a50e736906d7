import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openCluster, type ServerSettings } from '#server/db/embedded/cluster.ts'
import { leaveSession, openSession } from '#server/db/embedded/session.ts'
import { postmasterOf } from './search-catalogue.ts'

/** A PostgreSQL that the benchmark started. */
export interface Database extends AsyncDisposable {
  readonly url: string
  /** Of a superuser, as `host=... password=...`. */
  readonly conninfo: string
  readonly pid: number
}

/** Starts the PostgreSQL of a data folder. @param share of one processor that it may use, if there is a limit */
export async function startDatabase(
  dataDir: string,
  {
    settings = {},
    share,
    port,
  }: { readonly settings?: ServerSettings; readonly share?: number; readonly port?: number } = {},
): Promise<Database> {
  const cluster = await openCluster(dataDir, { memory: 4_096, settings })
  const session = await openSession(cluster, 'tool', port === undefined ? {} : { port })
  const pid = await postmasterOf(dataDir)
  const group = share === undefined ? null : limitProcessor(pid, share)
  const { password } = cluster
  return {
    url: `postgres://channelbook:${password}@127.0.0.1:${session.port}/channelbook`,
    conninfo: `host=127.0.0.1 port=${session.port} user=postgres password=${password} dbname=channelbook`,
    pid,
    async [Symbol.asyncDispose]() {
      await leaveSession(cluster, session)
      while (existsSync(`/proc/${pid}`)) await wait(50)
      if (group !== null) rmdirSync(group)
    },
  }
}

/** Starts and stops a database, so that the end of its log, from which a standby begins, knows of its settings. */
export async function noteSettings(dataDir: string, settings: ServerSettings): Promise<void> {
  await using _database = await startDatabase(dataDir, { settings })
}

/** A copy of a primary that is stopped, which follows it once both run. @returns its data folder */
export async function copyAsStandby(
  dataDir: string,
  folder: string,
  primary: { port: number; password: string },
) {
  const copy = await copyCluster(dataDir, folder)
  const at = path.join(copy, 'postgres')
  await appendFile(
    path.join(at, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=${primary.password}'\n`,
  )
  const { uid, gid } = await stat(at)
  const signal = path.join(at, 'standby.signal')
  await writeFile(signal, '')
  await chown(signal, uid, gid)
  return copy
}

/** A copy of the data folder of a database that is stopped. */
export async function copyCluster(dataDir: string, folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o711 })
  execFileSync('cp', ['-a', '--reflink=auto', path.join(dataDir, 'postgres'), folder])
  await cp(path.join(dataDir, 'postgres.password'), path.join(folder, 'postgres.password'))
  return folder
}

export function passwordOf(dataDir: string): string {
  return readFileSync(path.join(dataDir, 'postgres.password'), 'utf8')
}

/** A folder beside the kept catalogue, because copies of it may be large. */
export async function openFolder(dataDir: string): Promise<{ readonly path: string } & AsyncDisposable> {
  const made = await mkdtemp(path.join(path.dirname(dataDir), 'scale-'))
  await chmod(made, 0o711)
  return { path: made, [Symbol.asyncDispose]: () => rm(made, { recursive: true, force: true }) }
}

/** Puts a process, and what it starts from now on, on the first processor, with a share of it. @returns its control group */
function limitProcessor(pid: number, share: number): string {
  execFileSync('taskset', ['--cpu-list', '--pid', '0', String(pid)], { stdio: 'ignore' })
  const period = 20_000
  const quota = Math.round(period * share)
  const isFirst = existsSync('/sys/fs/cgroup/cpu/cpu.cfs_quota_us')
  const group = path.join(isFirst ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup', `channelbook-${pid}`)
  mkdirSync(group)
  if (isFirst) {
    writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(period))
    writeFileSync(path.join(group, 'cpu.cfs_quota_us'), String(quota))
  } else writeFileSync(path.join(group, 'cpu.max'), `${quota} ${period}`)
  // Children that it has already, its own workers, come along.
  const children = execFileSync('ps', ['--no-headers', '--format=pid', '--ppid', String(pid)], {
    encoding: 'utf8',
  })
  for (const each of [
    String(pid),
    ...children
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ])
    writeFileSync(path.join(group, 'cgroup.procs'), each)
  return group
}
