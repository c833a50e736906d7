import type pg from 'pg'
import type { Clock } from '../clock.ts'
import { openPool } from './connect.ts'

/** Knows how far each read replica is behind the primary. Replicas are numbered from 1, in the order of their URLs. */
export interface ReplicaWatch {
  /** Whether a replica is too far behind to be asked. */
  readonly isLate: (number: number) => boolean
  /** Seconds behind, replica by replica. */
  lags(): readonly number[]
  /** Asks every server once where it is. */
  sample(): Promise<void>
  /** Samples every second until it is closed. */
  start(): void
  close(): Promise<void>
}

interface WatchOptions {
  /** Seconds that a replica may be behind. */
  readonly maxLag: number
  readonly onLate: (number: number, seconds: number) => void
  readonly onCaughtUp: (number: number) => void
  readonly clock: Clock
}

/** A position of the primary's log, and when it was written at the earliest (ms). */
interface Sample {
  readonly at: number
  readonly position: number
}

interface Watched {
  readonly number: number
  readonly pool: pg.Pool
  /** When the first write that it lacks was seen (ms), or the newest. */
  replayedAt: number
  isLate: boolean
}

// Longer than the time between samples: while one is awaited, the next ones do not ask, and so find the replica further behind.
const STATEMENT_MS = 5_000
const EVERY_MS = 1_000
// As many seconds as the largest REPLICA_MAX_LAG.
const KEPT = 3_600

const WRITTEN = `select case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0') end as position`
// A promoted or logical replica replays nothing, and counts as up to date.
const REPLAYED = `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end as position`

/**
 * Compares positions in the primary's log, not clocks: so an idle primary makes no replica late, one whose connection is cut
 * is late, and while the primary is away a replica is compared with what the primary was last known to have written.
 */
export function watchReplicas(
  primaryUrl: string,
  replicaUrls: readonly string[],
  { maxLag, onLate, onCaughtUp, clock }: WatchOptions,
): ReplicaWatch {
  const open = (url: string) => openPool(url, { max: 1, onLost: () => undefined, statementMs: STATEMENT_MS })
  const primary = open(primaryUrl)
  const replicas = replicaUrls.map(
    (url, index): Watched => ({ number: index + 1, pool: open(url), replayedAt: Number.NaN, isLate: false }),
  )
  const samples: Sample[] = []
  const asked = new Set<pg.Pool>()
  let timer: NodeJS.Timeout | undefined

  /** `undefined` without an answer, or while an earlier one is awaited. */
  async function ask(pool: pg.Pool, statement: string): Promise<number | null | undefined> {
    if (asked.has(pool)) return undefined
    asked.add(pool)
    try {
      const { rows } = await pool.query<{ readonly position: number | null }>(statement)
      return rows[0]?.position
    } catch {
      return undefined
    } finally {
      asked.delete(pool)
    }
  }

  async function sample(): Promise<void> {
    const at = clock.now().getTime()
    const position = await ask(primary, WRITTEN)
    if (position != null) samples.push({ at, position })
    if (samples.length > KEPT) samples.shift()
    // Until the primary has answered once there is nothing to compare with.
    if (samples.length > 0) await Promise.all(replicas.map(compare))
  }

  async function compare(replica: Watched): Promise<void> {
    const position = await ask(replica.pool, REPLAYED)
    const newest = samples.at(-1)
    // Since the first one that it has not reached, not the last that it has: between them the primary may have been away.
    const since =
      typeof position === 'number' ? samples.find((written) => written.position > position) : undefined
    // At first a replica is given the benefit of the doubt.
    if (position !== undefined || Number.isNaN(replica.replayedAt))
      replica.replayedAt = (since ?? newest)?.at ?? 0
    const lag = lagOf(replica)
    if (!replica.isLate && lag > maxLag) {
      replica.isLate = true
      onLate(replica.number, lag)
    } else if (replica.isLate && lag <= maxLag / 2) {
      replica.isLate = false
      onCaughtUp(replica.number)
    }
  }

  function lagOf({ replayedAt }: Watched): number {
    return Number.isNaN(replayedAt) ? 0 : Math.max(0, (samples.at(-1)?.at ?? 0) - replayedAt) / 1_000
  }

  return {
    isLate: (number) => replicas[number - 1]?.isLate === true,
    lags: () => replicas.map(lagOf),
    sample,
    start() {
      if (replicas.length > 0) timer ??= setInterval(() => void sample(), EVERY_MS).unref()
    },
    async close() {
      clearInterval(timer)
      await Promise.all([primary, ...replicas.map(({ pool }) => pool)].map((pool) => pool.end()))
    },
  }
}
