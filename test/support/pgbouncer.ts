import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './processes.ts'
import { fillIn, makeSecrets } from '../../deploy/ha/configure.ts'
import { answers } from '../../deploy/ha/program.ts'
import { placesIn } from './cluster-places.ts'

export interface PgBouncer extends AsyncDisposable {
  /** The database through it, one connection of PostgreSQL for each transaction. */
  readonly url: string
  /** Ends it at once, with all its connections. */
  kill(): Promise<void>
  /** Starts it again, on the same port. */
  start(): Promise<void>
}

interface PgBouncerOptions {
  /** How many connections to PostgreSQL it opens. */
  readonly size: number
  /** What becomes of its configuration. */
  readonly edit?: (text: string) => string
}

/** A real PgBouncer in front of a database, with the configuration of `deploy/ha`. */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  { size, edit = (text) => text }: PgBouncerOptions,
): Promise<PgBouncer> {
  const { username, password, port: writes, pathname } = new URL(databaseUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-pgbouncer-'))
  const pooler = await freePort()
  const ports = {
    etcd: 0,
    etcdPeer: 0,
    postgres: 0,
    patroni: 0,
    reads: 0,
    product: 0,
    pooler,
    writes: Number(writes),
  }
  const machine = { name: 'n1', host: '127.0.0.1', ports }
  const files = fillIn(machine, {
    machines: [machine],
    places: placesIn(folder),
    secrets: { ...makeSecrets(), databasePassword: password },
  })
  const named = files['pgbouncer.ini']
    .replace('dbname=channelbook user=channelbook', `dbname=${pathname.slice(1)} user=${username}`)
    .replace('default_pool_size = 20', `default_pool_size = ${size}`)
  await writeFile(path.join(folder, 'pgbouncer.ini'), `${edit(named)}\nunix_socket_dir =\n`)
  await writeFile(path.join(folder, 'userlist.txt'), files['userlist.txt'])
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['-R', 'nobody', folder])
  const args = [...(isRoot ? ['-u', 'nobody'] : []), '-q', path.join(folder, 'pgbouncer.ini')]

  const run = async () => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore'] })
    const exited = once(child, 'exit')
    while (child.exitCode === null && !(await answers(pooler))) await pause(5)
    return async () => {
      child.kill('SIGKILL')
      await exited
    }
  }
  let end = await run()
  return {
    url: `postgres://channelbook:${password}@127.0.0.1:${pooler}/channelbook`,
    kill: () => end(),
    async start() {
      end = await run()
    },
    async [Symbol.asyncDispose]() {
      await end()
      await rm(folder, { recursive: true })
    },
  }
}
