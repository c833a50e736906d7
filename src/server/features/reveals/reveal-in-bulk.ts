import type { DataOf } from '#shared/api/contract.ts'
import type { BulkResult } from '#shared/rules/bulk-reveals.ts'
import type { Core } from '#server/core.ts'
import { isDatabaseAway, transact } from '#server/db/connect.ts'
import { describeError } from '#server/describe-error.ts'
import { holderTransaction, withHolderLocked } from '#server/holders/holder-transaction.ts'
import { type Job, PERSISTENT } from '#server/jobs/job.ts'
import { Paused } from '#server/notices/read-notices.ts'
import { Refusal } from '#server/refusal.ts'
import {
  type LineResult,
  mayAct,
  type OpenLine,
  readNextLine,
  readQuote,
  readResults,
  settleLine,
  startQuote,
  stopLines,
} from './quotes.sql.ts'
import { reveal, type RevealingApp } from './reveal-contact.ts'

interface OwnQuote {
  readonly holderId: number
  readonly actorId: number
  readonly quoteId: string
}

/** When the day's limit of reveals may have opened again, in seconds. */
const LIMIT_RETRY = 3_600

/**
 * Starts what was quoted, once: every further call answers with the same job.
 * @throws Refusal not_found when it is not the person's own for this holder, quote_expired, too_many_requests
 */
export async function startBulkReveal(app: Core, own: OwnQuote): Promise<{ readonly jobId: string }> {
  const { holderId, actorId, quoteId } = own
  await transact(app.db, async (tx) => {
    const isStarted = await startQuote(tx, own, app.clock.now())
    const quote = await readQuote(tx, own)
    if (quote === undefined) throw new Refusal('not_found')
    if (!isStarted && !quote.isStarted) throw new Refusal('quote_expired')
    if (!isStarted) return
    if ((await app.limits.takeAll(tx, [['reveal_day', String(actorId), quote.cost]])) !== null)
      throw new Refusal('too_many_requests', { retryAfter: LIMIT_RETRY })
    await app.jobs.enqueue(tx, bulkRevealJob, { holderId, quoteId })
  })
  return { jobId: quoteId }
}

/**
 * Reveals what was quoted, one after the other, each an ordinary reveal whose line gets its result in the same transaction: after
 * a crash it goes on with the first line that has none.
 */
export const bulkRevealJob: Job<RevealingApp, Pick<OwnQuote, 'holderId' | 'quoteId'>> = {
  name: 'reveal_in_bulk',
  options: PERSISTENT,
  async run(app, quote) {
    for (;;) {
      const line = await readNextLine(app.db, quote)
      if (line === undefined) return
      await revealLine(app, line)
    }
  },
}

async function revealLine(app: RevealingApp, line: OpenLine): Promise<void> {
  try {
    await withHolderLocked(app, line.holderId, async (tx, isOpen, isPaused) => {
      if (isPaused) throw new Paused()
      if (!isOpen || !(await mayAct(tx, line.actorId))) throw new Refusal('forbidden')
      const { paidId } = await reveal(tx, app, line)
      const result = paidId === null ? 'already' : 'revealed'
      // It may have been stopped since it was read: then nothing of this remains.
      if (!(await settleLine(tx, line, { result, revealId: paidId }))) throw new Refusal('changed_meanwhile')
    })
  } catch (error) {
    // The line waits.
    if (isDatabaseAway(error) || error instanceof Paused) throw error
    if (!(error instanceof Refusal)) {
      app.log.error({ error: describeError(error) }, 'a line of a bulk reveal failed')
    }
    await settleLine(app.db, line, { result: resultOf(error), revealId: null })
  }
  await app.faults('reveal.committed')
}

function resultOf(error: unknown): BulkResult {
  if (!(error instanceof Refusal)) return 'failed'
  switch (error.code) {
    case 'no_contact':
      return error.extras === undefined ? 'no_contact' : 'withheld'
    case 'not_found':
    case 'no_uses':
    case 'over_budget':
      return error.code
    case 'forbidden':
      return 'not_allowed'
    case 'changed_meanwhile':
      return 'changed'
    default:
      return 'failed'
  }
}

/**
 * Ends a bulk reveal; no further use is spent once this has returned.
 * @throws Refusal not_found when it is not the person's own for this holder
 */
export async function stopBulkReveal(app: Core, own: OwnQuote): Promise<DataOf<'DELETE /reveals/{jobId}'>> {
  return holderTransaction(app, { ...own, scope: 'reveal' }, async (tx) => {
    await stopLines(tx, own)
    return progressOf(await readResults(tx, own))
  })
}

/** @throws Refusal not_found for no lines */
export function progressOf(lines: readonly LineResult[]): DataOf<'GET /reveals/{jobId}'> {
  if (lines.length === 0) throw new Refusal('not_found')
  const count = (isMeant: (line: LineResult) => boolean) => lines.filter(isMeant).length
  const done = count(({ result }) => result !== null)
  const isStopped = lines.some(({ result }) => result === 'stopped')
  return {
    state: done < lines.length ? 'running' : isStopped ? 'stopped' : 'done',
    done,
    of: lines.length,
    spent: count(({ result }) => result === 'revealed'),
    results: lines.map(({ result, ...line }) => ({ ...line, result: result ?? 'waiting' })),
  }
}
