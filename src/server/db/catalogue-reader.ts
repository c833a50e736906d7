import type pg from 'pg'
import type { Clock } from '../clock.ts'
import { type Db, isDatabaseAway, openDatabase, openPool } from './connect.ts'

/** Runs one read of the catalogue where it is cheapest. The query may run twice, so it must only read. */
export type CatalogueReader = <T>(query: (db: Db) => Promise<T>) => Promise<T>

interface ReplicaOptions {
  readonly primary: Db
  readonly max: number
  readonly onLost: (error: Error) => void
  readonly clock: Clock
}

interface Replica {
  readonly pool: pg.Pool
  readonly db: Db
  /** Not asked again before this time (ms), after it did not answer. */
  restsUntil: number
}

const REST_MS = 10_000

/** Read replicas, asked in turn; one that fails rests for 10 s and the primary answers instead. */
export function openReplicas(
  urls: readonly string[],
  { primary, max, onLost, clock }: ReplicaOptions,
): { readonly read: CatalogueReader; close(): Promise<void> } {
  const replicas: Replica[] = urls.map((url) => {
    const pool = openPool(url, { max, onLost })
    return { pool, db: openDatabase(pool), restsUntil: 0 }
  })
  let turn = 0

  async function read<T>(query: (db: Db) => Promise<T>): Promise<T> {
    const now = clock.now().getTime()
    const awake = replicas.filter((replica) => replica.restsUntil <= now)
    const replica = awake[turn++ % awake.length]
    if (replica === undefined) return query(primary)
    try {
      return await query(replica.db)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      replica.restsUntil = now + REST_MS
      return query(primary)
    }
  }

  return {
    read,
    async close() {
      await Promise.all(replicas.map((replica) => replica.db.destroy()))
    },
  }
}
