import type { DataOf } from '#shared/api/contract.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { LINK_SECONDS } from '#shared/rules/accounts.ts'
import type { Person } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { sha256 } from '#server/config/secret.ts'
import type { Tx } from '#server/db/connect.ts'
import { findOwnerLanguage } from '#server/features/accounts/accounts.sql.ts'
import { closeHolder } from '#server/features/profile/delete-account.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { linkToPage } from '#server/render-email.ts'
import { requireMember } from './change-member.ts'
import { teamTransaction } from './team-transaction.ts'
import { confirmEmail, handedOverEmail, removedEmail } from './teams.mails.ts'
import { findTeamLink, insertTeamLink, listMembers, setOwner } from './teams.sql.ts'

interface Asked {
  readonly teamId: number
  readonly actor: Person
  /** Who becomes the owner; null: the team is deleted. */
  readonly heirId: number | null
  readonly language: Language
  readonly network: string
}

/**
 * Mails the owner the link that hands the team over, or deletes it. An earlier link of the team ends.
 * @throws Refusal forbidden; not_found: no other member has that number; too_many_requests
 */
export async function askToChangeOwner(
  app: Core,
  { teamId, actor, heirId, language, network }: Asked,
): Promise<void> {
  const { personId, email } = actor
  await app.limits.consume('verification', `team ${email}`)
  await app.limits.consume('link_emails', `team ${email}`)
  const token = app.random.token()
  await teamTransaction(app, { teamId, personId, scope: 'ownership' }, async (tx, { name }) => {
    const now = app.clock.now()
    if (heirId === personId) throw new Refusal('not_found')
    const heir = heirId === null ? null : await requireMember(tx, { teamId, memberId: heirId, now })
    const expiresAt = new Date(now.getTime() + LINK_SECONDS * 1_000)
    await insertTeamLink(tx, { teamId, ownerId: personId, heirId, tokenHash: sha256(token), expiresAt })
    const link = `${linkToPage(app.config, 'teamchange', language)}?token=${token}`
    await queueEmail(tx, app, email, confirmEmail(language, { team: name, heir: heir?.name ?? null, link }))
  })
  app.security.record('link_sent', { personId, email, network }, 'team')
}

type Change = DataOf<'PUT /team-changes'>

/** What a mailed link would change. @throws Refusal wrong_token */
export async function readTeamChange({ db, clock }: Core, token: string): Promise<Change> {
  return asChange(await requireLink(db, sha256(token), clock.now()))
}

/**
 * Does what a mailed link says, while its reader owns the team: hands it over, or deletes it with everything that it owns but
 * what accounting keeps. The members are told.
 * @throws Refusal wrong_token
 */
export async function changeOwner(
  app: Core & Pick<App, 'personalData'>,
  { token, network }: { readonly token: string; readonly network: string },
): Promise<Change> {
  const tokenHash = sha256(token)
  const { teamId, ownerId } = await requireLink(app.db, tokenHash, app.clock.now())
  const change = await withHolderLocked(app, teamId, async (tx) => {
    const link = await requireLink(tx, tokenHash, app.clock.now())
    if (link.heirId === null) await deleteTeam(tx, app, link)
    else await handOver(tx, app, { ...link, heirId: link.heirId })
    return asChange(link)
  })
  app.security.record(
    'team',
    { personId: ownerId, network },
    change.action === 'delete' ? 'deleted' : 'handed_over',
  )
  return change
}

type Link = NonNullable<Awaited<ReturnType<typeof findTeamLink>>>

async function requireLink(
  db: Parameters<typeof findTeamLink>[0],
  tokenHash: Buffer,
  now: Date,
): Promise<Link> {
  const link = await findTeamLink(db, tokenHash, now)
  if (link === undefined) throw new Refusal('wrong_token')
  return link
}

function asChange({ name, heirName }: Link): Change {
  return heirName === null ? { action: 'delete', name } : { action: 'hand_over', name, to: heirName }
}

/** Makes another member the owner, and tells them; also on an operator's behalf. The caller has locked the team's holder. */
export async function handOver(
  tx: Tx,
  app: Core,
  { teamId, name, ownerId, heirId }: { teamId: number; name: string; ownerId: number; heirId: number },
): Promise<void> {
  const heir = await requireMember(tx, { teamId, memberId: heirId, now: app.clock.now() })
  await setOwner(tx, { teamId, ownerId, heirId })
  await tellMember(tx, app, heir.email, (language) =>
    handedOverEmail(language, { team: name, link: linkToPage(app.config, 'teams', language) }),
  )
}

async function deleteTeam(
  tx: Tx,
  app: Core & Pick<App, 'personalData'>,
  { teamId, name, ownerId }: Link,
): Promise<void> {
  for (const { memberId, email } of await listMembers(tx, { teamId, now: app.clock.now() })) {
    if (memberId === ownerId) continue
    await tellMember(tx, app, email, (language) => removedEmail(language, { team: name, why: 'deleted' }))
  }
  await closeHolder(tx, app, teamId)
}

async function tellMember(
  tx: Tx,
  app: Core,
  email: string,
  write: (language: Language) => Parameters<typeof queueEmail>[3],
): Promise<void> {
  const { language = 'en' } = (await findOwnerLanguage(tx, email)) ?? {}
  await queueEmail(tx, app, email, write(language))
}
