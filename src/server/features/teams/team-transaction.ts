import type { Scope } from '#shared/api/endpoint.ts'
import type { Role } from '#shared/rules/teams.ts'
import type { Core } from '#server/core.ts'
import type { Tx } from '#server/db/connect.ts'
import { holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { readTeamName } from './teams.sql.ts'

interface Acting {
  readonly teamId: number
  readonly personId: number
  /** What the person must be allowed to do; null: any member may. */
  readonly scope: Scope | null
}

/** A team that is locked, and somebody who acts in it. */
interface LockedTeam {
  readonly name: string
  readonly role: Role
}

/**
 * Runs work in a transaction in which nobody else changes a team, nor spends its uses.
 * @throws Refusal forbidden; otherwise whatever `work` throws, after a rollback
 */
export async function teamTransaction<T>(
  core: Core,
  { teamId, personId, scope }: Acting,
  work: (tx: Tx, team: LockedTeam) => Promise<T>,
): Promise<T> {
  return holderTransaction(core, { holderId: teamId, actorId: personId, scope }, async (tx, role) => {
    const name = await readTeamName(tx, teamId)
    if (name === undefined || role === 'own' || role === 'none') throw new Refusal('forbidden')
    return work(tx, { name, role })
  })
}
