import type { Scope } from '#shared/api/endpoint.ts'
import { type Role, scopesOf } from '#shared/rules/teams.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { readMember } from '#server/holders/members.sql.ts'
import { Refusal } from '#server/refusal.ts'
import { readTeamName } from './teams.sql.ts'

interface Acting {
  readonly teamId: number
  readonly personId: number
}

/** A team that is locked, and somebody who acts in it. */
export interface LockedTeam {
  readonly name: string
  readonly role: Role
}

/**
 * Runs work in a transaction in which nobody else changes a team, nor spends its uses. Whoever was removed or given another role
 * since the call began is refused.
 * @param scope what the person must be allowed to do; null: any member
 * @throws Refusal forbidden; otherwise whatever `work` throws, after a rollback
 */
export async function teamTransaction<T>(
  core: Core,
  { teamId, personId, scope }: Acting & { readonly scope: Scope | null },
  work: (tx: Tx, team: LockedTeam) => Promise<T>,
): Promise<T> {
  return withHolderLocked(core, teamId, async (tx, isOpen) => {
    const name = isOpen ? await readTeamName(tx, teamId) : undefined
    const member = await readMember(tx, { teamId, personId, now: core.clock.now() })
    if (name === undefined || member === null) throw new Refusal('forbidden')
    if (scope !== null && !scopesOf(member.role).includes(scope)) throw new Refusal('forbidden')
    return work(tx, { name, role: member.role })
  })
}
