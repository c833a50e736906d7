import type { Language } from '#shared/i18n/messages.ts'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/transact.ts'
import { countLink } from './limit-letters.ts'

/**
 * Takes down that somebody wants the link for a new password; a job looks whether the address has an account. So known
 * and unknown addresses take the same steps here, and neither answer nor time tells them apart.
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
  await transact(app.db, (tx) => app.jobs.enqueue(tx, 'resetLink', { email, language }))
  app.security.record('reset_asked', { email, network })
}
