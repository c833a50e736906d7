import type { Language } from '#shared/i18n/messages.ts'
import type { Actor, Person } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { lockPerson } from '#server/people/lock-person.ts'
import { refuseDemoBuyer } from '#server/people/demo-buyer.ts'
import { Refusal } from '#server/refusal.ts'
import { sha256 } from '#server/config/secret.ts'
import { issueLink } from './issue-link.ts'
import { countCode, countDeletion } from './limit-emails.ts'
import { issueCode } from './codes.ts'

interface OwnRequest {
  readonly actor: Actor
  /** Where the email goes; must be the caller's own address. */
  readonly email: string
  readonly network: string
  readonly language: Language
}

/**
 * Mails the code with which a person changes their password in this browser.
 * @throws Refusal not_logged_in, forbidden (another person's address), demo_account, too_many_requests
 */
export async function requestChangeCode(
  app: Core,
  { browserToken, ...request }: OwnRequest & { readonly browserToken: string },
): Promise<void> {
  const { email, personId } = ownOf(app, request)
  await countCode(app, { kind: 'change', email })
  const { language, network } = request
  await issueCode(app, {
    email,
    purpose: 'change',
    browserHash: sha256(browserToken),
    network,
    captchaPayload: null,
    language,
    askedBy: personId,
  })
}

/**
 * Mails the link with which a person deletes their account; earlier links become invalid.
 * @returns whether the account still exists; another device may just have deleted it
 * @throws Refusal not_logged_in, forbidden (another person's address), demo_account, too_many_requests
 */
export async function requestDeletion(app: Core, request: OwnRequest): Promise<boolean> {
  const { personId, email } = ownOf(app, request)
  await countDeletion(app, email)
  const isSent = await transact(app.db, async (tx) => {
    if ((await lockPerson(tx, personId)) === undefined) return false
    await issueLink(tx, app, { personId, email, purpose: 'delete', language: request.language })
    return true
  })
  if (isSent) app.security.record('link_sent', { personId, email, network: request.network }, 'delete')
  return isSent
}

function ownOf(app: Pick<Core, 'demo'>, { actor, email }: OwnRequest): Person {
  if (actor.kind !== 'person') throw new Refusal('not_logged_in')
  if (actor.email !== email) throw new Refusal('forbidden')
  refuseDemoBuyer(app, email)
  return actor
}
