import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Metrics } from '../open-metrics.ts'
import { isCancelled, isConflict, isDatabaseAway, isMissing, isSilent, openPool } from './connect.ts'
import { type Lane, openLane, type Source } from './lanes.ts'

/** Runs one read of the catalogue where it costs least. The query may run several times, so it must only read. */
export type CatalogueReader = <T>(query: (source: Source) => Promise<T>) => Promise<T>

interface ReplicaOptions {
  readonly primary: Source
  /** Whether the primary is known not to answer. */
  readonly isPrimaryAway: () => boolean
  readonly max: number
  readonly log: Logger
  /** Called at the first failure of a replica that has answered until then; its number is its position in the list. */
  readonly onAway: (number: number, error: unknown) => void
  readonly onBack: (number: number) => void
  /** Whether a replica is too far behind to be asked while the primary answers. */
  readonly isLate: (number: number) => boolean
  /** Counts the answers of each server, and why a replica gave none. */
  readonly metrics?: Pick<Metrics, 'catalogueReads' | 'replicaFailures'>
  readonly clock: Clock
  readonly elapsed?: (() => number) | undefined
}

interface Replica {
  readonly number: number
  readonly lane: Lane
  isAway: boolean
  /** Not used before this time (ms), after a failure. */
  restsUntil: number
}

const REST_MS = 10_000
const ATTEMPTS = 3
// Reads of the catalogue take milliseconds: a replica that needs longer is behind, and another one is used.
const STATEMENT_MS = 2_000
const LONGEST_WAIT_MS = 1_000

/**
 * Read replicas, used in turn. One that fails rests for 10 s. The next one answers instead, and finally the primary. One that
 * is late is asked only when the primary is away, and one that rests when nobody else has answered: an old answer is better
 * than none. One address may lead to several replicas, through a proxy that cuts connections to one that fails or is promoted:
 * so another connection is tried at once.
 */
export function openReplicas(
  urls: readonly string[],
  { primary, isPrimaryAway, max, log, onAway, onBack, isLate, metrics, clock, elapsed }: ReplicaOptions,
): {
  readonly read: CatalogueReader
  readonly lanes: readonly Lane[]
  /** Whether each replica answers, as far as is known. */
  readonly areUp: () => readonly boolean[]
  close(): Promise<void>
} {
  const replicas: Replica[] = urls.map((url, index) => {
    const number = index + 1
    const pool = openPool(url, { max, onLost: () => undefined, statementMs: STATEMENT_MS })
    const lane = openLane(pool, { name: `replica-${number}`, longestWaitMs: LONGEST_WAIT_MS, log, elapsed })
    return { number, lane, isAway: false, restsUntil: 0 }
  })
  let turn = 0

  const rests = ({ restsUntil }: Replica) => restsUntil > clock.now().getTime()
  const late = ({ number }: Replica) => isLate(number)

  /** The servers to ask one after the other; each call starts with another replica. */
  function inOrder(): readonly (Replica | 'primary')[] {
    const first = turn++ % Math.max(1, replicas.length)
    const all = [...replicas.slice(first), ...replicas.slice(0, first)]
    const [behind, current] = [all.filter(late), all.filter((replica) => !late(replica))]
    return isPrimaryAway() ? [...current, ...behind, 'primary'] : [...current, 'primary', ...behind]
  }

  async function read<T>(query: (source: Source) => Promise<T>): Promise<T> {
    let failure: unknown
    const resting: Replica[] = []
    for (const server of inOrder()) {
      if (server === 'primary') {
        try {
          const answer = await query(primary)
          metrics?.catalogueReads.inc({ server: 'primary' })
          return answer
        } catch (error) {
          if (!isDatabaseAway(error) || isCancelled(error)) throw error
          failure = error
        }
      } else if (rests(server)) {
        resting.push(server)
      } else {
        const given = await ask(server, query)
        if (given !== undefined) return given.answer
      }
    }
    // A busy machine may only have been slow.
    for (const replica of resting) {
      const given = await ask(replica, query)
      if (given !== undefined) return given.answer
    }
    throw failure
  }

  /** Tries another connection when one was cut: the pool may have more such. @throws as the query does */
  async function persist<T>(replica: Replica, query: (source: Source) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await query(replica.lane)
      } catch (error) {
        const isCut = isDatabaseAway(error) && !isSilent(error)
        if (!isCut || attempt === ATTEMPTS) throw error
        // The pool learns of cut connections in the next turn.
        await nextTurn()
      }
    }
  }

  /** Undefined when the replica gives no answer. @throws what another server would answer, too */
  async function ask<T>(
    replica: Replica,
    query: (source: Source) => Promise<T>,
  ): Promise<{ readonly answer: T } | undefined> {
    const count = (reason: string) => metrics?.replicaFailures.inc({ replica: replica.number, reason })
    if (replica.lane.isFull()) {
      count('crowded')
      return undefined
    }
    // One call checks whether it is back; the others do not wait for it.
    if (replica.isAway) replica.restsUntil = clock.now().getTime() + REST_MS
    try {
      const answer = await persist(replica, query)
      if (replica.isAway) onBack(replica.number)
      replica.isAway = false
      replica.restsUntil = 0
      metrics?.catalogueReads.inc({ server: `replica-${replica.number}` })
      return { answer }
    } catch (error) {
      // An upgrade's new objects may not have reached it yet.
      if (isConflict(error) || isMissing(error)) {
        count(isConflict(error) ? 'conflict' : 'missing')
        return undefined
      }
      if (!isDatabaseAway(error)) throw error
      count('away')
      if (!replica.isAway) onAway(replica.number, error)
      replica.isAway = true
      replica.restsUntil = clock.now().getTime() + REST_MS
      return undefined
    }
  }

  return {
    read,
    areUp: () => replicas.map(({ isAway }) => !isAway),
    lanes: replicas.map((replica) => ({
      ...replica.lane,
      // One that is not asked has no room for a caller.
      isFull: () => replica.lane.isFull() || rests(replica) || (late(replica) && !isPrimaryAway()),
    })),
    async close() {
      await Promise.all(replicas.map(({ lane }) => lane.close()))
    },
  }
}
