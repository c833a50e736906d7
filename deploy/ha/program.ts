import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const HOST = '127.0.0.1'
/** How long (ms) a start may take, on a machine with much other work too. */
const START_MS = 180_000
const STOP_MS = 40_000
const EVERY_MS = 200

/** A program that can be started again; it ends when this process does. */
export class Program {
  readonly name: string
  readonly #spawn: () => ChildProcess
  readonly #restarts: boolean
  #child: ChildProcess | null = null
  #isWanted = false

  constructor(name: string, start: () => ChildProcess, restarts: boolean) {
    this.name = name
    this.#spawn = start
    this.#restarts = restarts
  }

  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }

  start(): void {
    this.#isWanted = true
    if (this.pid !== undefined) return
    const child = this.#spawn()
    this.#child = child
    child.once('exit', () => {
      if (this.#isWanted && this.#restarts && this.#child === child) setTimeout(() => this.#again(), 2_000)
    })
  }

  #again(): void {
    if (this.#isWanted) this.start()
  }

  /** Ends it, or kills it when it does not end in time. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (child === null || this.pid === undefined) return
    const exited = once(child, 'exit')
    child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await exited
    clearTimeout(timer)
  }
}

/** Whether something listens on a port of this machine. */
export function answers(port: number): Promise<boolean> {
  const socket = connect(port, HOST)
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

/** @param problem the sentence when it does not become true in time */
export async function until(problem: string | (() => string), isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + START_MS
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) {
      const said = typeof problem === 'string' ? problem : problem()
      throw new Error(`${said} within ${START_MS / 1_000} s`)
    }
    await pause(EVERY_MS)
  }
}
