import { readdir, readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import path from 'node:path'

/** Ticks of a hundredth of a second, as Linux counts them. */
const TICK_MS = 10

interface Reading {
  readonly at: number
  /** Milliseconds of all processors: in use, and taken by other virtual machines. */
  readonly busy: number
  readonly stolen: number
  /** Milliseconds of each of the given processes, with all that they started. */
  readonly of: Readonly<Record<string, number>>
}

export interface Use {
  /** How many processors, on average, were used by processes that do not belong to the benchmark. */
  readonly others: number
  readonly stolen: number
  readonly load: number
  /** Milliseconds of processor time of each of the given processes. */
  readonly of: Readonly<Record<string, number>>
}

/**
 * Watches the use of the processors until called; a process that belongs to another one of the list is counted once, as the
 * former. Without `/proc` everything is zero.
 */
export async function watchProcessors(pids: Readonly<Record<string, number>>): Promise<() => Promise<Use>> {
  const before = await read(pids)
  return async () => {
    const after = await read(pids)
    const elapsed = after.at - before.at
    const of = Object.fromEntries(
      Object.entries(after.of).map(([name, ms]) => [name, ms - (before.of[name] ?? 0)]),
    )
    const own = Object.values(of).reduce((sum, ms) => sum + ms, 0)
    return {
      of,
      others: Math.max(0, after.busy - before.busy - own) / elapsed,
      stolen: (after.stolen - before.stolen) / elapsed,
      load: loadavg()[0] ?? 0,
    }
  }
}

async function read(pids: Readonly<Record<string, number>>): Promise<Reading> {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '')
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = (stat.split('\n')[0] ?? '')
    .split(/ +/)
    .slice(1)
    .map((ticks) => Number(ticks) * TICK_MS)
  const processes = await readProcesses()
  const owners = new Map(Object.entries(pids).map(([name, pid]) => [pid, name]))
  const of: Record<string, number> = Object.fromEntries(Object.keys(pids).map((name) => [name, 0]))
  for (const [pid, { ms }] of processes) {
    let at: number | undefined = pid
    while (at !== undefined && !owners.has(at)) at = processes.get(at)?.parent
    const owner = at === undefined ? undefined : owners.get(at)
    if (owner !== undefined) of[owner] = (of[owner] ?? 0) + ms
  }
  return { at: performance.now(), busy: user + nice + system + irq + softirq, stolen, of }
}

/** Of every process its parent and its processor time, with that of its children that have ended. */
async function readProcesses(): Promise<ReadonlyMap<number, { parent: number; ms: number }>> {
  const found = new Map<number, { parent: number; ms: number }>()
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent, , , , , , , , , , user, system, userOfEnded, systemOfEnded] = fields
    if (parent === undefined) continue
    const ticks = (user ?? 0) + (system ?? 0) + (userOfEnded ?? 0) + (systemOfEnded ?? 0)
    found.set(Number(name), { parent, ms: ticks * TICK_MS })
  }
  return found
}

/** The process that runs the embedded PostgreSQL of a data folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}
