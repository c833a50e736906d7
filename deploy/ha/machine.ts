import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Machine } from './configure.ts'
import { answers, type Program, until } from './program.ts'

/** One machine of the cluster: its etcd, its Patroni, its PostgreSQL. */
export interface ClusterMachine {
  readonly name: string
  /** Patroni's own API on this machine. */
  readonly patroniUrl: string
  /** The database on this machine, whatever its role. */
  readonly databaseUrl: string
  /** Ends everything on it at once, like a power cut; it stays off. */
  kill(): Promise<void>
  /** Ends only PostgreSQL, all its processes at once. */
  killPostgres(): void
  /** Stops all processes without ending them, or only those of PostgreSQL or Patroni, until `thaw`. */
  freeze(part?: 'postgres' | 'patroni'): void
  thaw(): void
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

  const postgres = () => processesOf(dataFolder)
  const all = () => [patroni.pid, etcd.pid, ...postgres()].filter((pid) => pid !== undefined)
  const thaw = () => sendAll(all(), 'SIGCONT')

  return {
    name,
    patroniUrl,
    databaseUrl: `postgres://channelbook:${secrets.databasePassword}@${host}:${ports.postgres}/channelbook`,
    async kill() {
      const ended = [patroni.end('SIGKILL'), etcd.end('SIGKILL')]
      // Twice: a process may have been born meanwhile.
      for (const _ of [1, 2]) sendAll(postgres(), 'SIGKILL')
      await Promise.all(ended)
    },
    killPostgres: () => sendAll(postgres(), 'SIGKILL'),
    freeze(part?: 'postgres' | 'patroni') {
      const chosen = part === 'postgres' ? postgres() : part === 'patroni' ? [patroni.pid ?? 0] : all()
      sendAll(chosen, 'SIGSTOP')
    },
    thaw,
    async start() {
      etcd.start()
      await until(`etcd on ${name} does not start`, () => answers(ports.etcd))
      patroni.start()
    },
    async stopDatabase() {
      thaw()
      await patroni.end('SIGTERM')
      // What a killed Patroni has left.
      sendAll(postgres().slice(0, 1), 'SIGINT')
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

function sendAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(pid, name)
    } catch {
      // It is gone.
    }
  }
}
