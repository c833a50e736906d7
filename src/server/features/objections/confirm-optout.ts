import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { takeOptoutLink } from './optout.sql.ts'
import { optoutTokenHash } from './request-optout.ts'
import { suppressAddress, suppressJob } from './suppress-address.ts'

/** A running import holds its locks to its end, which is too long to wait for on a page. */
const LOCK_TIMEOUT_MS = 3_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Accepts an objection by its mailed link, once. The transaction that consumes the link also queues a job that is never given
 * up. The same work is attempted at once, so the address is usually withheld before the response; only a running import can
 * delay it.
 * @throws Refusal wrong_token: the link is unknown, used, or expired
 */
export async function confirmOptout(
  app: Pick<App, 'db' | 'clock' | 'jobs' | 'secret' | 'log'>,
  token: string,
): Promise<void> {
  const address = await transact(app.db, async (tx) => {
    const found = await takeOptoutLink(tx, optoutTokenHash(token), app.clock.now())
    if (found === undefined) throw new Refusal('wrong_token')
    await app.jobs.enqueue(tx, suppressJob, { address: found })
    return found
  })
  try {
    await suppressAddress(app, address, LOCK_TIMEOUT_MS)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error
    app.log.info('an objection waits for the end of an import')
  }
}
