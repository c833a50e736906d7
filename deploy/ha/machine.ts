import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Machine } from './configure.ts'
import { answers, type Program, until } from './program.ts'

export type MachinePart = 'etcd' | 'patroni' | 'postgres'

/** One machine of the cluster: its etcd, its Patroni, its PostgreSQL. */
export interface ClusterMachine {
  readonly name: string
  /** Patroni's own API on this machine. */
  readonly patroniUrl: string
  /** The database on this machine, whatever its role. */
  readonly databaseUrl: string
  /** Process ids of what runs on it. */
  processes(part: MachinePart): readonly number[]
  /** Starts what is not running. */
  start(): Promise<void>
}

interface MachineParts {
  readonly machine: Machine
  readonly etcd: Program
  readonly patroni: Program
  readonly secrets: { readonly databasePassword: string }
  readonly dataFolder: string
}

export function openMachine({ machine, etcd, patroni, secrets, dataFolder }: MachineParts) {
  const { name, host, ports } = machine
  const patroniUrl = `http://${host}:${ports.patroni}`

  const idsOf = {
    etcd: () => [etcd.pid],
    patroni: () => [patroni.pid],
    postgres: () => processesOf(dataFolder),
  }
  const processes = (part: MachinePart) => idsOf[part]().filter((pid) => pid !== undefined)

  return {
    name,
    patroniUrl,
    databaseUrl: `postgres://channelbook:${secrets.databasePassword}@${host}:${ports.postgres}/channelbook`,
    processes,
    async start() {
      etcd.start()
      await until(`etcd on ${name} does not start`, () => answers(ports.etcd))
      patroni.start()
    },
    async stopDatabase() {
      await patroni.end('SIGTERM')
      // What a killed Patroni has left.
      for (const pid of processes('postgres').slice(0, 1)) process.kill(pid, 'SIGINT')
    },
    stopEtcd: () => etcd.end('SIGTERM'),
  }
}

/** The processes of a database, the first of which has started the others; none when it does not run. */
function processesOf(dataFolder: string): number[] {
  let postmaster: number
  try {
    postmaster = Number(readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return []
  }
  // The file of a killed one stays, and its number may belong to somebody else by now.
  if (!commandOf(postmaster).includes(dataFolder)) return []
  const others = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === postmaster)
  return [postmaster, ...others]
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain anything.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
