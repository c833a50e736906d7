import type pg from 'pg'
import { ConfigError } from '#server/config/settings.ts'

/** Payments outlast their accounts, and an objection is kept for good. */
const REAL_DATA = `exists (select from person) or exists (select from channel where not is_demo)
  or exists (select from payment) or exists (select from suppression)`

/**
 * Marks the database, at the first start, as that of a demonstration or of a real installation, and keeps them apart from then on:
 * a demonstration deletes everything every night. One that has no people, payments and objections and only made-up channels may still become a demonstration's.
 * @throws ConfigError with one sentence when it is of the other kind
 */
export async function markDemo(db: pg.Pool | pg.Client, isDemo: boolean): Promise<void> {
  await db.query(
    `update installation set is_demo = $1
     where is_demo is distinct from $1 and is_demo is not true and (not $1 or not (${REAL_DATA}))`,
    [isDemo],
  )
  const problem = await demoProblem(db, isDemo)
  if (problem !== null) throw new ConfigError(problem)
}

/** Why a server with this setting must not start on a database, as one sentence; null when it may. Changes nothing. */
export async function demoProblem(db: pg.Pool | pg.Client, isDemo: boolean): Promise<string | null> {
  const { rows } = await db.query<{ is: boolean | null; isReal: boolean }>(
    `select (select is_demo from installation) as is, (${REAL_DATA}) as "isReal"`,
  )
  const { is, isReal } = rows[0]!
  if (isDemo && is !== true && isReal)
    return 'DEMO=true deletes all accounts, channels, payments and objections every night, and this database has some that are not of a demonstration: give it a database of its own.'
  if (!isDemo && is === true)
    return 'This database is a demonstration’s, which deletes everything every night: set DEMO=true, or DATABASE_URL or DATA_DIR to another one.'
  return null
}

/** Whether the database is a demonstration's: what is imported there could be opened by everybody, free of charge. */
export async function isDemonstration(db: pg.Pool | pg.Client): Promise<boolean> {
  const { rowCount } = await db.query('select from installation where is_demo')
  return rowCount !== 0
}

/**
 * Takes the reset of a day, once, in the caller's transaction; waits for another server that is about to.
 * @param today `YYYY-MM-DD` in Moscow
 * @returns false when it is done, or the database is no demonstration's
 */
export async function takeDemoReset(client: pg.ClientBase, today: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'update installation set demo_reset_on = $1 where is_demo and demo_reset_on is distinct from $1::date',
    [today],
  )
  return rowCount === 1
}
