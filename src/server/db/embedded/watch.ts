import type { Logger } from 'pino'
import { describeError } from '#server/describe-error.ts'
import { type Cluster } from './cluster.ts'
import { findRunningServer, type RunningServer, startServer } from './server.ts'
import { processIdentity } from './process.ts'

const EVERY_MS = 500

/**
 * Brings the PostgreSQL server back when it dies under its users (killed for want of memory, say), on the same port, so
 * that every pool finds it again. Returns the function that ends the watch.
 *
 * @param locked  runs its work under the data folder's lock
 */
export function watchServer(
  cluster: Cluster,
  first: RunningServer,
  locked: (work: () => Promise<void>) => Promise<void>,
  log: Pick<Logger, 'info' | 'error'>,
): () => Promise<void> {
  let server = first
  let look: Promise<void> | undefined
  const revive = async () => {
    if ((await processIdentity(server.pid)) !== undefined) return
    log.error('the embedded PostgreSQL has died; it is started again')
    await locked(async () => {
      server = (await findRunningServer(cluster)) ?? (await startServer(cluster, first.port))
    })
    log.info('the embedded PostgreSQL runs again')
  }
  const timer = setInterval(() => {
    look ??= revive()
      .catch((error: unknown) =>
        log.error({ error: describeError(error) }, 'the embedded PostgreSQL could not be started again'),
      )
      .finally(() => (look = undefined))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await look
  }
}
