import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { isCancelled } from '#server/db/connect.ts'
import { forgetOtherChecks, keepCheck, readChecks } from '#server/db/invariant-checks.sql.ts'
import { checkInvariant, type Invariant } from '#server/db/invariant.ts'
import { gaugeOfDatabase } from '#server/database-metrics.ts'
import { SCHEDULED, type ScheduledJob } from './job.ts'

/** The next invariant is left to the next night when the others have taken so long (ms): a job may run for 15 minutes. */
const PATIENCE_MS = 600_000

type CheckingApp = Core & Pick<App, 'databases'>

/**
 * Checks every night what `verify` checks, each invariant for itself, so that no snapshot is held for long, and keeps the
 * results for the metrics.
 */
export function checkingJob(invariants: readonly Invariant[]): ScheduledJob<CheckingApp> {
  return {
    name: 'check_invariants',
    cron: '47 4 * * *',
    options: SCHEDULED,
    run: (app) => keepChecks(app, invariants),
  }
}

/** One that takes too long keeps its last result, whose age then tells. */
export async function keepChecks(app: CheckingApp, invariants: readonly Invariant[]): Promise<void> {
  const { db, databases, clock, log } = app
  const begin = clock.now().getTime()
  for (const invariant of invariants) {
    const { name } = invariant
    const checkedAt = clock.now()
    if (checkedAt.getTime() - begin > PATIENCE_MS) break
    try {
      const { count: offences } = await checkInvariant(databases.forChecks, invariant)
      if (offences > 0)
        log.error({ invariant: name, offences }, 'an invariant is broken; verify shows which rows')
      await keepCheck(db, { name, offences, checkedAt })
    } catch (error) {
      if (!isCancelled(error)) throw error
      log.warn({ invariant: name }, 'the check of an invariant took too long')
    }
  }
  await forgetOtherChecks(
    db,
    invariants.map(({ name }) => name),
  )
}

export const invariantOffences = gaugeOfDatabase({
  name: 'invariant_offences',
  help: 'Rows that break an invariant of money or contacts, as of its last check',
  labelNames: ['invariant'],
  read: readChecks,
  values: (checks) => checks.map(({ name, offences }) => [{ invariant: name }, offences]),
})

export const invariantChecked = gaugeOfDatabase({
  name: 'invariant_checked_timestamp_seconds',
  help: 'When an invariant was last checked to the end; absent before the first night',
  labelNames: ['invariant'],
  read: readChecks,
  values: (checks) => checks.map(({ name, checkedAt }) => [{ invariant: name }, checkedAt.getTime() / 1_000]),
})
