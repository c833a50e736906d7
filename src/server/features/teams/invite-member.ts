import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { INVITATION_DAYS, MEMBERS_MAX, TEAMS_MAX } from '#shared/rules/teams.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { Person } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { sha256 } from '#server/config/secret.ts'
import { findOwnerLanguage } from '#server/features/accounts/accounts.sql.ts'
import { asSelf, holderTransaction, lockHolder } from '#server/holders/holder-transaction.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { linkToPage } from '#server/render-email.ts'
import { teamTransaction } from './team-transaction.ts'
import { invitationEmail } from './teams.mails.ts'
import {
  countPlaces,
  countTeams,
  deleteInvitation,
  findInvitation,
  insertInvitation,
  insertMember,
  listInvitations,
  listMembers,
  takeInvitation,
} from './teams.sql.ts'

interface Invite extends BodyOf<'POST /teams/{teamId}/invitations'> {
  readonly teamId: number
  readonly actor: Person
  /** Of the email, unless the address has an account. */
  readonly language: Language
  readonly network: string
}

/**
 * Mails somebody an invitation to a team. An earlier one to the same address ends.
 * @throws Refusal forbidden, already_member, too_many_members, too_many_requests
 */
export async function inviteMember(
  app: Core,
  { teamId, actor, email, role, budget, language, network }: Invite,
): Promise<DataOf<'POST /teams/{teamId}/invitations'>> {
  await app.limits.consume('invitation_address', email)
  const { personId } = actor
  const token = app.random.token()
  const made = await teamTransaction(app, { teamId, personId, scope: 'team' }, async (tx, { name }) => {
    const now = app.clock.now()
    const members = await listMembers(tx, { teamId, now })
    if (members.some((member) => member.email === email)) throw new Refusal('already_member')
    if ((await countPlaces(tx, { teamId, email, now })) >= MEMBERS_MAX) throw new Refusal('too_many_members')
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
    const tokenHash = sha256(token)
    await insertInvitation(tx, { teamId, email, role, budget, tokenHash, personId, now, expiresAt })
    const read = (await findOwnerLanguage(tx, email))?.language ?? language
    const link = `${linkToPage(app.config, 'invitation', read)}?token=${token}`
    await queueEmail(tx, app, email, invitationEmail(read, { team: name, by: actor.username, role, link }))
    return (await listInvitations(tx, { teamId, now })).find((invitation) => invitation.email === email)!
  })
  app.security.record('team', { personId, email, network }, 'invited')
  return made
}

/** @throws Refusal forbidden, not_found */
export async function withdrawInvitation(
  app: Core,
  given: { readonly teamId: number; readonly personId: number; readonly invitationId: number },
): Promise<void> {
  await teamTransaction(app, { ...given, scope: 'team' }, async (tx) => {
    if (!(await deleteInvitation(tx, given.teamId, given.invitationId))) throw new Refusal('not_found')
  })
}

/**
 * Makes the person a member of the team that a mailed invitation names, with the account of the address that it was sent to: no
 * forwarded link lets a stranger in. Locks the person's own holder first, then the team's.
 * @throws Refusal wrong_token, other_address, too_many_teams, too_many_members
 */
export async function acceptInvitation(
  app: Core,
  { token, actor, network }: { readonly token: string; readonly actor: Person; readonly network: string },
): Promise<DataOf<'PUT /invitations'>> {
  const { personId, email } = actor
  const tokenHash = sha256(token)
  const joined = await holderTransaction(app, asSelf(personId), async (tx) => {
    const now = app.clock.now()
    const invitation = await findInvitation(tx, tokenHash, now)
    if (invitation === undefined) throw new Refusal('wrong_token')
    if (invitation.email !== email) throw new Refusal('other_address')
    const { teamId, name, role, budget } = invitation
    if (!(await lockHolder(tx, teamId)) || !(await takeInvitation(tx, tokenHash)))
      throw new Refusal('wrong_token')
    const [member] = await listMembers(tx, { teamId, memberId: personId, now })
    // Whoever belongs to it by now keeps the role.
    if (member !== undefined) return { teamId, name, role: member.role }
    if ((await countTeams(tx, personId)) >= TEAMS_MAX) throw new Refusal('too_many_teams')
    if ((await countPlaces(tx, { teamId, email, now })) >= MEMBERS_MAX) throw new Refusal('too_many_members')
    await insertMember(tx, { teamId, personId, role, budget, now })
    return { teamId, name, role }
  })
  app.security.record('team', { personId, network }, 'joined')
  return joined
}
