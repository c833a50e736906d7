import { connect as openSocket } from 'node:net'
import type { Logger } from 'pino'
import type pg from 'pg'
import { Refusal } from '../refusal.ts'
import { type Db, openDatabase } from './connect.ts'
import { noAnswer } from './limit-waiting.ts'

/** A statement that PostgreSQL plans once for each connection, by its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
  /** Called when its turn has come: the connection is there. */
  readonly onStart?: (() => void) | undefined
}

/** Where reads of the catalogue run: the lane of one server. */
export interface Source {
  readonly db: Db
  /**
   * Runs a statement and returns its rows. When the signal aborts, the caller leaves the line, or the statement is cancelled.
   * @throws Overloaded; the signal's reason
   */
  query<Row extends pg.QueryResultRow>(statement: Statement, signal?: AbortSignal): Promise<readonly Row[]>
}

/**
 * A few connections of their own for one kind of work, and a short line in front of them. Callers beyond what the line can
 * serve in time are refused at once.
 */
export interface Lane extends Source {
  /** Its name in metrics and log. */
  readonly name: string
  /** Whether one more caller would be refused. */
  isFull(): boolean
  /** Counts and returns the refusal of a caller who does not even enter. */
  refuse(): Overloaded
  state(): LaneState
  /** Waits for the connections in use, and closes all. */
  close(): Promise<void>
}

interface LaneState {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
  /** How long (ms) the first in line has waited so far. */
  readonly waitedMs: number
  /** How long (ms) nobody has finished. */
  readonly stillMs: number
  /** Callers refused so far. */
  readonly refused: number
  /** Statements cancelled so far, because their callers had gone. */
  readonly cancelled: number
}

interface LaneOptions {
  readonly name: string
  readonly longestWaitMs: number
  /** What it means when a caller's wait is over and nobody has finished in the meantime; by default, that the server is away. */
  readonly whenStuck?: 'away' | 'crowded'
  /** Whether the next statement may run on another connection, which knows no plan by its name. */
  readonly isPooled?: boolean
  readonly log: Logger
  /** Milliseconds of a clock that never jumps, unlike the time of day. */
  readonly elapsed?: (() => number) | undefined
  /** How long (ms) a statement may go on after its caller has gone; most end by themselves. */
  readonly cancelAfterMs?: number
}

/** Too many callers wait for the database. It is no outage. */
export class Overloaded extends Refusal {
  constructor() {
    super('unavailable', { retryAfter: 1 })
  }
}

/** Bounds memory when nothing is known about the time that callers need. */
const MAX_WAITING = 2_000
/** The shares of the longest wait that newcomers, and those in line, may expect: callers may yet become slower. */
const EXPECTED = { newcomers: 0.5, inLine: 0.75 }
/** The weight of the latest caller in the mean time that callers hold a connection; that of the first few is a tenth. */
const WEIGHT = 0.04
const CANCEL_AFTER_MS = 100
/** A crowd is over when nobody has been refused for this time. */
const CROWD_END_MS = 5_000

interface Waiter {
  readonly since: number
  admit(): void
  giveUp(error: unknown): void
}

/** The lane owns the pool: nobody else may take connections from it for long. */
export function openLane(
  pool: pg.Pool,
  {
    name,
    longestWaitMs,
    whenStuck = 'away',
    isPooled = false,
    log,
    elapsed: now = () => performance.now(),
    cancelAfterMs = CANCEL_AFTER_MS,
  }: LaneOptions,
): Lane {
  const { max } = pool.options
  // In the order of arrival.
  const line: Waiter[] = []
  let busy = 0
  let meanHoldMs = 0
  let finished = 0
  let finishedAt = now()
  let cancelled = 0
  const crowd = watchCrowd()

  /** How long a queue of this length has to wait. */
  const expectedMs = (waiting: number) => (waiting * meanHoldMs) / max

  function isFull(): boolean {
    if (busy < max) return false
    return line.length >= MAX_WAITING || expectedMs(line.length + 1) > longestWaitMs * EXPECTED.newcomers
  }

  /** Refuses those at the end of the line now, because later it would be for waiting too long. */
  function shorten(): void {
    while (expectedMs(line.length) > longestWaitMs * EXPECTED.inLine) line.at(-1)?.giveUp(crowd.refuse())
  }

  /** Takes a place, or waits in line for one. */
  async function enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (busy < max) {
      busy += 1
      return
    }
    if (isFull()) throw crowd.refuse()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const finishedBefore = finished
    const giveUp = (error: unknown) => {
      const at = line.lastIndexOf(waiter)
      if (at < 0) return
      line.splice(at, 1)
      reject(error)
    }
    const isStuck = () => finished === finishedBefore && whenStuck === 'away'
    const timer = setTimeout(
      () => giveUp(isStuck() ? noAnswer(longestWaitMs) : crowd.refuse()),
      longestWaitMs,
    )
    const onAbort = () => giveUp(signal?.reason)
    const waiter = { since: now(), admit: resolve, giveUp }
    line.push(waiter)
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Hands the place on to the next in line. */
  function leave(): void {
    const next = line.shift()
    if (next !== undefined) next.admit()
    else {
      busy -= 1
      crowd.check()
    }
  }

  async function connect(signal?: AbortSignal): Promise<pg.PoolClient> {
    await enter(signal)
    const since = now()
    try {
      const client = await pool.connect()
      const release = client.release.bind(client)
      client.release = (destroy) => {
        // It throws when it is called twice.
        release(destroy)
        finished += 1
        finishedAt = now()
        // Nothing is known at first, and the first callers are slower than all that follow.
        meanHoldMs += (finishedAt - since - meanHoldMs) * Math.max(WEIGHT, 1 / (finished + 9))
        leave()
        shorten()
      }
      return client
    } catch (error) {
      leave()
      throw error
    }
  }

  async function query<Row extends pg.QueryResultRow>(
    { onStart, ...statement }: Statement,
    signal?: AbortSignal,
  ): Promise<readonly Row[]> {
    const client = await connect(signal)
    let timer: NodeJS.Timeout | undefined
    let cancelling: Promise<boolean> | undefined
    const cancel = () => {
      cancelled += 1
      cancelling = requestCancel(client)
    }
    const onAbort = () => (timer = setTimeout(cancel, cancelAfterMs))
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      signal?.throwIfAborted()
      onStart?.()
      const { name: plan, ...unnamed } = statement
      const { rows } = await client.query<Row>(isPooled ? unnamed : { name: plan, ...unnamed })
      return rows
    } catch (error) {
      throw signal?.aborted === true ? signal.reason : error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      // A request that is still under way could hit the connection's next statement.
      client.release((await cancelling) === false)
    }
  }

  /** Logs the first refusal of a crowd, and its end with the number refused. */
  function watchCrowd() {
    // One for all: a stack for each took 5 % of the time of a refused call.
    const refusal = new Overloaded()
    let refused = 0
    let ofThis = 0
    let last = 0
    return {
      refuse() {
        if (ofThis === 0) log.warn({ lane: name }, 'calls are refused: too many wait for the database')
        refused += 1
        ofThis += 1
        last = now()
        return refusal
      },
      check() {
        if (ofThis === 0 || now() - last < CROWD_END_MS) return
        log.warn({ lane: name, refused: ofThis }, 'calls are served again')
        ofThis = 0
      },
      refused: () => refused,
    }
  }

  const db = openDatabase({ connect: () => connect(), end: () => pool.end(), options: pool.options })
  return {
    name,
    db,
    query,
    isFull,
    refuse: () => crowd.refuse(),
    state() {
      const [first] = line
      return {
        busy,
        idle: pool.idleCount,
        waiting: line.length,
        waitedMs: first === undefined ? 0 : now() - first.since,
        stillMs: now() - finishedAt,
        refused: crowd.refused(),
        cancelled,
      }
    },
    async close() {
      await db.destroy()
      // Kysely ends the pool only after using it.
      if (!pool.ending) await pool.end()
    },
  }
}

const CANCEL_REQUEST = 80_877_102
const CANCEL_WAIT_MS = 1_000

/**
 * Asks the server to cancel what a connection runs, over a socket of its own, as the protocol wants it; such a request
 * carries no login and no encryption. Whatever becomes of it, the statement's time is limited anyway.
 * @returns whether the server has dealt with it: it signals the connection's process before it closes the socket
 */
async function requestCancel(client: pg.PoolClient): Promise<boolean> {
  const { host, port, processID, secretKey } = client as unknown as Record<'host', string> &
    Record<'port' | 'processID' | 'secretKey', number>
  const message = Buffer.alloc(16)
  for (const [index, value] of [message.length, CANCEL_REQUEST, processID, secretKey].entries()) {
    message.writeInt32BE(value, index * 4)
  }
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = host.startsWith('/') ? openSocket(`${host}/.s.PGSQL.${port}`) : openSocket(port, host)
  socket.setTimeout(CANCEL_WAIT_MS, () => socket.destroy(noAnswer(CANCEL_WAIT_MS)))
  socket.on('error', () => resolve(false))
  socket.on('close', () => resolve(true))
  socket.resume().write(message)
  return promise
}
