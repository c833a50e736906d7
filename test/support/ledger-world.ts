import { sql } from 'kysely'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { readConfig } from '#server/config/config.ts'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { checkInvariants, type Invariant } from '#server/db/invariant.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { invariants } from '#server/features.ts'
import { createApp } from '#start/compose.ts'
import { until } from '#test/support/pay.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { TestClock } from '#test/support/test-clock.ts'

/** Nobody listens there. */
const NO_SMTP = 'smtp://127.0.0.1:9'

type World = App & { readonly clock: TestClock }

/** Everything that verbs need, on a database of its own or a given one; no emails are sent, creators get none. */
export async function createLedgerWorld(
  databaseUrl?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<World> {
  await using started = new AsyncDisposableStack()
  const url = databaseUrl ?? started.use(await createTestDatabase()).url
  const clock = new TestClock()
  const config = readConfig({
    CREATOR_NOTICE: 'off',
    APP_SECRET: 'a secret of tests, long enough to be one',
    ...env,
  })
  const log = pino({ level: 'silent' })
  const app = started.use(createApp(config, { databaseUrl: url, smtpUrl: NO_SMTP, clock, log }))
  // Without the lanes' limits: races send more at once than a crowd may.
  const db = openDatabase(openPool(url, { max: 20, onLost: () => undefined }))
  started.defer(() => db.destroy())
  const running = started.move()
  return {
    ...app,
    db,
    databases: { ...app.databases, direct: db },
    clock,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** The uses that a person can spend now. */
export async function usesOf({ db, clock }: Core, personId: number): Promise<number> {
  const { uses } = await db.selectNoFrom(usesLeft(personId, clock.now()).as('uses')).executeTakeFirstOrThrow()
  return uses
}

/** Checks all invariants of `verify`, or the given ones. */
export async function expectSoundLedger(
  { db }: Core,
  checked: readonly Invariant[] = invariants,
): Promise<void> {
  const broken = (await checkInvariants(db, checked)).filter((finding) => finding.count > 0)
  expect(broken.map(({ invariant, offences }) => ({ name: invariant.name, offences }))).toEqual([])
}

/** Waits until a number of connections to this database are blocked by a lock. */
export async function untilBlocked(db: Db, connections = 1): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ blocked: number }>`
      select count(*) as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return (rows[0]?.blocked ?? 0) >= connections
  })
}
