import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { countLink } from './limit-letters.ts'
import { resetLinkJob } from './send-reset-link.ts'

/**
 * Queues the request for a password link; a job looks whether the address has an account. Known and unknown addresses take
 * the same steps here, so neither the answer nor its time tells them apart.
 * @throws Refusal too_many_requests
 */
export async function requestReset(
  app: Pick<App, 'db' | 'jobs' | 'limits' | 'security'>,
  {
    email,
    network,
    language,
  }: { readonly email: string; readonly network: string; readonly language: Language },
): Promise<void> {
  await app.limits.consume('link_network', network)
  await countLink(app, { kind: 'reset', email })
  await transact(app.db, (tx) => app.jobs.enqueue(tx, resetLinkJob, { email, language }))
  app.security.record('reset_asked', { email, network })
}
