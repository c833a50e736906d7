import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import { openPool } from '#server/db/connect.ts'
import { takeDemoReset } from '#server/db/demo-mark.ts'
import { writerOf } from '#server/features.ts'
import { FREQUENT, type ScheduledJob, NIGHTLY } from '#server/jobs/job.ts'
import { keepDemoBuyer } from './demo-buyer.ts'
import { seedDemoCatalogue } from './load-generated.ts'

/** What the program itself needs, and the operator's audit, which nothing may change. */
export const KEPT: ReadonlySet<string> = new Set([
  'audit_entry',
  'installation',
  'schema_code',
  'schema_migration',
])

/** Tables that only grow: everywhere but here, nobody may empty them. */
const APPEND_ONLY = ['reveal', 'uses_entry', 'uses_lot', 'card_event']

/** Readers and writers wait so long for the reset at most; otherwise it is tried again. */
const LOCK_WAIT = '5s'

interface DemoOptions {
  /** The database, with the rights of the tables' owner. */
  readonly ownerUrl: string
  /** Empties the stand-ins' memory: emails, payments. */
  readonly forget: () => void
  /** The size of the catalogue; that of the demo catalogue by default. */
  readonly channels?: number | undefined
}

/**
 * Empties a demonstration: all accounts, purchases and payments, and what people changed in the catalogue, which is then made anew
 * from its seed; in a few statements, however much there is. Of several servers one does it, once a day.
 * @returns whether this call did
 */
export async function resetDemo(app: App, { ownerUrl, forget, channels }: DemoOptions): Promise<boolean> {
  const pool = openPool(ownerUrl, { max: 2, onLost: () => undefined })
  try {
    const isTaken = await emptyTables(pool, moscowDate(app.clock.now()))
    if (isTaken) forget()
    // Also after a crash in between: into an empty catalogue only.
    await seedDemoCatalogue({ ...app, databases: { pool } }, channels)
    await keepDemoBuyer(app)
    return isTaken
  } finally {
    await pool.end()
  }
}

async function emptyTables(pool: ReturnType<typeof openPool>, today: string): Promise<boolean> {
  const tables = [...writerOf.keys()].filter((table) => !KEPT.has(table))
  const client = await pool.connect()
  try {
    await client.query('begin')
    if (!(await takeDemoReset(client, today))) {
      await client.query('rollback')
      return false
    }
    await client.query(`set local lock_timeout = '${LOCK_WAIT}'`)
    // In this transaction alone: others wait meanwhile, and then find the trigger again.
    const change = (verb: string) =>
      APPEND_ONLY.map((table) => `alter table ${table} ${verb} trigger ${table}_not_truncated`).join(';')
    await client.query(change('disable'))
    await client.query(`truncate ${tables.join(', ')} restart identity`)
    await client.query(change('enable'))
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** What a demonstration does beside everything that every server does. */
export function demoJobs(options: DemoOptions): readonly ScheduledJob<App>[] {
  return [
    { name: 'reset_demo', cron: '0 4 * * *', options: NIGHTLY, run: (app) => resetDemo(app, options) },
    { name: 'keep_demo_buyer', cron: '*/10 * * * *', options: FREQUENT, run: (app) => keepDemoBuyer(app) },
  ]
}
