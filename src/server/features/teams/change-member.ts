import type { BodyOf, DataOf } from '#shared/api/contract.ts'
import type { Role } from '#shared/rules/teams.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { findOwnerLanguage } from '#server/features/accounts/accounts.sql.ts'
import { queueEmail } from '#server/jobs/send-mail.ts'
import { Refusal } from '#server/refusal.ts'
import { teamTransaction } from './team-transaction.ts'
import { removedEmail } from './teams.mails.ts'
import { deleteMember, listMembers, setMember } from './teams.sql.ts'

interface Named {
  readonly teamId: number
  readonly memberId: number
  /** Who does it. */
  readonly personId: number
  readonly network: string
}

/**
 * Changes what a member may do and spend, from that member's next call on.
 * @throws Refusal not_found; team_needs_owner: the owner can have no other role; forbidden: only the owner changes the owner
 */
export async function changeMember(
  app: Core,
  {
    teamId,
    memberId,
    personId,
    network,
    ...change
  }: Named & BodyOf<'PUT /teams/{teamId}/members/{memberId}'>,
): Promise<DataOf<'PUT /teams/{teamId}/members/{memberId}'>> {
  const isSelf = memberId === personId
  const changed = await teamTransaction(app, { teamId, personId, scope: 'team' }, async (tx) => {
    const now = app.clock.now()
    const member = await requireMember(tx, { teamId, memberId, now })
    if (member.role === 'owner' && !isSelf) throw new Refusal('forbidden')
    if (member.role === 'owner' && change.role !== undefined) throw new Refusal('team_needs_owner')
    const role: Role = change.role ?? member.role
    const budget = change.budget === undefined ? member.budget : change.budget
    await setMember(tx, { teamId, memberId, role, budget })
    return { ...member, role, budget, isSelf }
  })
  app.security.record('team', { personId: memberId, network }, 'changed')
  return changed
}

/**
 * Removes a member, or lets them leave, and ends their access: a reveal in progress is waited for, a later one refused. All that
 * they did stays with the team. Whoever was removed is told.
 * @throws Refusal not_found; team_needs_owner: the owner hands the team over first
 */
export async function removeMember(app: Core, { teamId, memberId, personId, network }: Named): Promise<void> {
  const isSelf = memberId === personId
  await teamTransaction(app, { teamId, personId, scope: isSelf ? null : 'team' }, async (tx, { name }) => {
    const member = await requireMember(tx, { teamId, memberId, now: app.clock.now() })
    if (member.role === 'owner') throw new Refusal('team_needs_owner')
    await deleteMember(tx, teamId, memberId)
    if (isSelf) return
    const { language = 'en' } = (await findOwnerLanguage(tx, member.email)) ?? {}
    await queueEmail(tx, app, member.email, removedEmail(language, { team: name, why: 'removed' }))
  })
  app.security.record('team', { personId: memberId, network }, isSelf ? 'left' : 'removed')
}

/** @throws Refusal not_found */
export async function requireMember(tx: Tx, asked: { teamId: number; memberId: number; now: Date }) {
  const [member] = await listMembers(tx, asked)
  if (member === undefined) throw new Refusal('not_found')
  return member
}
