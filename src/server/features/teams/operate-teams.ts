import type { Core } from '#server/core.ts'
import { noteChange } from '#server/audit/note-change.ts'
import type { VerbsOf } from '#server/feature.ts'
import { findPerson } from '#server/features/accounts/accounts.sql.ts'
import { usesLeft } from '#server/features/uses/balance.sql.ts'
import { grantUses } from '#server/features/uses/grant-uses.ts'
import { withHolderLocked } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { handOver } from './change-owner.ts'
import { listMembers, readTeamName } from './teams.sql.ts'

/** @throws Refusal no_such_team */
async function requireName({ db }: Core, teamId: number): Promise<string> {
  const name = await readTeamName(db, teamId)
  if (name === undefined) throw new Refusal('no_such_team')
  return name
}

async function readUses({ db, clock }: Core, teamId: number): Promise<number> {
  const left = usesLeft(teamId, clock.now())
  return (await db.selectNoFrom(left.as('uses')).executeTakeFirstOrThrow()).uses
}

/** The verbs about a team, which the operator names by its number. */
export const teamsCommands: VerbsOf<'teams'> = {
  async 'teams grant'(core, by, { team: id, uses: amount, key = core.random.token() }) {
    const name = await requireName(core, id)
    const isChanged = await grantUses(core, by, { kind: 'team', holderId: id, amount, key })
    return { id, name, uses: await readUses(core, id), isChanged }
  },

  async 'teams show'(core, _by, { team: id }) {
    const { db, clock } = core
    const now = clock.now()
    const name = await requireName(core, id)
    const uses = await readUses(core, id)
    const members = (await listMembers(db, { teamId: id, now })).map(
      ({ memberId, email, role, spent, budget }) => ({ id: memberId, email, role, spent, budget }),
    )
    return { id, name, uses, members }
  },

  async 'teams hand-over'(core, by, { team: teamId, who }) {
    const person = await findPerson(core.db, who, core.clock.now())
    if (person === null) throw new Refusal('no_such_person')
    const heirId = person.id
    const isChanged = await withHolderLocked(core, teamId, async (tx) => {
      const members = await listMembers(tx, { teamId, now: core.clock.now() })
      const name = await readTeamName(tx, teamId)
      const owner = members.find(({ role }) => role === 'owner')
      if (name === undefined || owner === undefined) throw new Refusal('no_such_team')
      if (!members.some(({ memberId }) => memberId === heirId)) throw new Refusal('not_in_team')
      if (owner.memberId === heirId) return false
      await handOver(tx, core, { teamId, name, ownerId: owner.memberId, heirId })
      const [before, after] = [{ owner: owner.memberId }, { owner: heirId }]
      await noteChange(tx, core, by, { verb: 'teams hand-over', kind: 'team', id: teamId, before, after })
      return true
    })
    return { id: teamId, owner: heirId, isChanged }
  },
}
