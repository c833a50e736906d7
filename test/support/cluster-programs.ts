import { findProgram } from './programs.ts'
import { PORTS } from '../../deploy/ha/cluster.ts'
import { answers } from '../../deploy/ha/program.ts'

const PACKAGES = [
  ['setpriv', 'util-linux'],
  ['haproxy', 'haproxy'],
  ['etcd', 'etcd-server'],
  ['pg_ctlcluster', 'postgresql'],
  ['patroni', 'patroni'],
] as const

const found: (string | null)[] = []
// One after the other: each may install a package.
for (const [program, from] of PACKAGES) found.push(await findProgram(program, from))

/** Whether a cluster cannot be started here, for want of a program. */
export const leftOut = found.includes(null)

/** A first port with enough free ones behind it, below those that the system gives to connections. */
export async function freeClusterPorts(): Promise<number> {
  for (let first = 12_000; first < 32_000; first += PORTS) {
    const taken = await Promise.all(Array.from({ length: PORTS }, (_, at) => answers(first + at)))
    if (!taken.includes(true)) return first
  }
  throw new Error('no ports are free')
}
