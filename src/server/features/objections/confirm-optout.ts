import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/refusal.ts'
import { takeOptoutLink } from './optout.sql.ts'
import { optoutTokenHash } from './request-optout.ts'
import { suppressAddress, suppressJob } from './suppress-address.ts'

/** An import that runs keeps its locks to its end; nobody waits on a page for that. */
const PATIENCE_MS = 3_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Takes an objection by its mailed link, once. With the link it becomes a job that is never given up; what the job would
 * do is tried at once, so the address is withheld when the answer comes, and only an import that runs can delay the rest.
 * @throws Refusal wrong_token: no such link, used, or expired
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
    await suppressAddress(app, address, PATIENCE_MS)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error
    app.log.info('an objection waits for the end of an import')
  }
}
