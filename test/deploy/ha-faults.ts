import type { ClusterMachine, MachinePart } from '../../deploy/ha/machine.ts'

const ALL: readonly MachinePart[] = ['patroni', 'etcd', 'postgres']

/** Ends everything on a machine at once, like a power cut; it stays off. */
export function kill(machine: ClusterMachine): void {
  // Twice: a process may have been born meanwhile.
  for (const _ of [1, 2]) send(machine, ALL, 'SIGKILL')
}

export function killPostgres(machine: ClusterMachine): void {
  send(machine, ['postgres'], 'SIGKILL')
}

/** Stops processes without ending them, until `thaw`. */
export function freeze(machine: ClusterMachine, parts = ALL): void {
  send(machine, parts, 'SIGSTOP')
}

export function thaw(machine: ClusterMachine): void {
  send(machine, ALL, 'SIGCONT')
}

function send(machine: ClusterMachine, parts: readonly MachinePart[], signal: NodeJS.Signals): void {
  for (const pid of parts.flatMap((part) => machine.processes(part))) {
    try {
      process.kill(pid, signal)
    } catch {
      // It is gone.
    }
  }
}
