import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { isConflict, isDatabaseAway, isMissing, openPool } from './connect.ts'
import { type Lane, openLane, type Source } from './lanes.ts'

/** Runs one read of the catalogue where it costs least. The query may run several times, so it must only read. */
export type CatalogueReader = <T>(query: (source: Source) => Promise<T>) => Promise<T>

interface ReplicaOptions {
  readonly primary: Source
  readonly max: number
  readonly log: Logger
  /** Called at the first failure of a replica that has answered until then; its number is its position in the list. */
  readonly onAway: (number: number, error: unknown) => void
  readonly onBack: (number: number) => void
  /** Whether a replica is too far behind to be asked. */
  readonly isLate: (number: number) => boolean
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
// Reads of the catalogue take milliseconds: a replica that needs longer is behind, and another one is used.
const STATEMENT_MS = 2_000
const LONGEST_WAIT_MS = 1_000

/**
 * Read replicas, used in turn. One that is late is not asked; one that fails rests for 10 s. The next one answers instead, and
 * finally the primary.
 */
export function openReplicas(
  urls: readonly string[],
  { primary, max, log, onAway, onBack, isLate, clock, elapsed }: ReplicaOptions,
): { readonly read: CatalogueReader; readonly lanes: readonly Lane[]; close(): Promise<void> } {
  const replicas: Replica[] = urls.map((url, index) => {
    const number = index + 1
    const pool = openPool(url, { max, onLost: () => undefined, statementMs: STATEMENT_MS })
    const lane = openLane(pool, { name: `replica-${number}`, longestWaitMs: LONGEST_WAIT_MS, log, elapsed })
    return { number, lane, isAway: false, restsUntil: 0 }
  })
  let turn = 0

  /** The available replicas; each call starts with another one. */
  function inOrder(): readonly Replica[] {
    const first = turn++ % Math.max(1, replicas.length)
    return [...replicas.slice(first), ...replicas.slice(0, first)]
  }

  async function read<T>(query: (source: Source) => Promise<T>): Promise<T> {
    for (const replica of inOrder()) {
      const now = clock.now().getTime()
      if (isLate(replica.number) || replica.restsUntil > now || replica.lane.isFull()) continue
      // One call checks whether it is back; the others do not wait for it.
      if (replica.isAway) replica.restsUntil = now + REST_MS
      try {
        const answer = await query(replica.lane)
        if (replica.isAway) onBack(replica.number)
        replica.isAway = false
        replica.restsUntil = 0
        return answer
      } catch (error) {
        // An upgrade's new objects may not have reached it yet.
        if (isConflict(error) || isMissing(error)) continue
        if (!isDatabaseAway(error)) throw error
        if (!replica.isAway) onAway(replica.number, error)
        replica.isAway = true
        replica.restsUntil = clock.now().getTime() + REST_MS
      }
    }
    return query(primary)
  }

  return {
    read,
    lanes: replicas.map(({ lane }) => lane),
    async close() {
      await Promise.all(replicas.map(({ lane }) => lane.close()))
    },
  }
}
