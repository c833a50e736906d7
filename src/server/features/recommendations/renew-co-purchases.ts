import type { Core } from '#server/core.ts'
import { keyedHash } from '#server/config/secret.ts'
import { transact } from '#server/db/connect.ts'
import { describeError } from '#server/describe-error.ts'
import { holdOffImports } from '#server/features/catalogue/import-lock.sql.ts'
import { type Job, NIGHTLY } from '#server/jobs/job.ts'
import { applyChoices } from './choice.sql.ts'
import { ALL_PAIRS, firstPart, type PairsRange, renewCoPurchases } from './co-purchases.sql.ts'

/**
 * How many purchases a part has: twice as many after one that was quick, half after one that was not. Each is a statement of
 * its own, which must end within 15 s; the least is quick even where everybody buys very much.
 */
const PER_PART = { least: 1_000, most: 16_000 } as const
const [QUICK_MS, SLOW_MS] = [1_000, 3_000]

/** A run stops then, before the queue takes it for stuck, and leaves the rest to the next. */
const RUN_MS = 600_000

type CountingApp = Core

/** What a run has left: parts that failed, and those after the moment when an import began or its time was over. */
export const coPurchasesRestJob: Job<CountingApp, readonly PairsRange[]> = {
  name: 'rest_of_co_purchases',
  options: NIGHTLY,
  run: (app, ranges) => renewAllCoPurchases(app, { ranges }),
}

/**
 * Finds out which channels the same people buy, part by part. A part that fails keeps none from being counted; no part is
 * counted while an import is being written, which may merge channels. Queues what it leaves; ends early beside another run.
 * @throws anything, when not one part was counted: then the queue tries again
 */
export async function renewAllCoPurchases(
  { db, clock, secret, log, jobs }: CountingApp,
  {
    ranges = [ALL_PAIRS],
    perPart = PER_PART,
    runMs = RUN_MS,
  }: {
    readonly ranges?: readonly PairsRange[]
    readonly perPart?: { readonly least: number; readonly most: number }
    readonly runMs?: number
  } = {},
): Promise<void> {
  const key = keyedHash(secret, 'co-purchases', '')
  await applyChoices(db, clock.now())
  const end = performance.now() + runMs
  const due = [...ranges]
  const failed: PairsRange[] = []
  let purchases = perPart.least
  let counted = 0
  let problem: unknown
  for (let range = due.shift(); range !== undefined; range = due.shift()) {
    const start = performance.now()
    const part = await firstPart(db, range, purchases)
    const outcome = await transact(db, async (tx) => {
      if (!(await holdOffImports(tx))) return 'import'
      return (await renewCoPurchases(tx, { key, now: clock.now(), ...part }))
        ? 'counted'
        : 'beside another run'
    }).catch((error: unknown) => {
      problem = error
      log.warn({ ...part, error: describeError(error) }, 'some co-purchases could not be counted')
      return 'failed'
    })
    if (outcome === 'beside another run') return log.info(part, 'another run counts co-purchases')
    if (outcome === 'import') {
      problem = new Error('co-purchases wait for the end of an import')
      due.unshift(range)
      break
    }
    const now = performance.now()
    log.debug({ ...part, outcome, ms: now - start }, 'co-purchases')
    if (outcome === 'failed') failed.push(part)
    else counted += 1
    if (outcome === 'failed' || now - start > SLOW_MS) purchases = Math.max(perPart.least, purchases / 2)
    else if (now - start < QUICK_MS) purchases = Math.min(perPart.most, purchases * 2)
    if (part.upTo < range.upTo) due.unshift({ ...range, after: part.upTo })
    if (now >= end) break
  }
  const rest = [...failed, ...due]
  if (rest.length === 0) return
  if (counted === 0) throw problem
  log.info({ counted, left: rest.length }, 'co-purchases go on in another job')
  await transact(db, (tx) => jobs.enqueue(tx, coPurchasesRestJob, rest))
}
