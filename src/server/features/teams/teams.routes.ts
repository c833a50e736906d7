import type { teamsEndpoints } from '#shared/api/teams.ts'
import { TEAMS_MAX, scopesOf } from '#shared/rules/teams.ts'
import type { Person } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import type { Routes } from '#server/feature.ts'
import { insertTeamHolder } from '#server/features/accounts/accounts.sql.ts'
import { sha256 } from '#server/config/secret.ts'
import { asSelf, holderTransaction } from '#server/holders/holder-transaction.ts'
import { Refusal } from '#server/refusal.ts'
import { changeMember, removeMember } from './change-member.ts'
import { askToChangeOwner, changeOwner, readTeamChange } from './change-owner.ts'
import { acceptInvitation, inviteMember, withdrawInvitation } from './invite-member.ts'
import { teamTransaction } from './team-transaction.ts'
import {
  countTeams,
  findInvitation,
  insertTeam,
  listInvitations,
  listMembers,
  listTeams,
  readTeamName,
  renameTeam,
} from './teams.sql.ts'

export const teamsRoutes: Pick<Routes, keyof typeof teamsEndpoints> = {
  'GET /teams': async ({ app, actor: { personId } }) => ({
    data: await listTeams(app.db, personId, app.clock.now()),
  }),

  'POST /teams': async ({ app, actor, body: { name }, request: { network } }) => {
    const teamId = await makeTeam(app, actor, name)
    app.security.record('team', { personId: actor.personId, network }, 'made')
    return { data: { teamId, name, role: 'owner' } }
  },

  'GET /teams/{teamId}': async ({ app, actor, params: { teamId } }) => {
    const asked = { teamId, now: app.clock.now() }
    const name = await readTeamName(app.db, teamId)
    const listed = await listMembers(app.db, asked)
    const self = listed.find(({ memberId }) => memberId === actor.personId)
    if (name === undefined || self === undefined) throw new Refusal('forbidden')
    const { role } = self
    const mayManage = scopesOf(role).includes('team')
    const members = listed.map((member) => ({
      ...member,
      email: mayManage ? member.email : null,
      isSelf: member === self,
    }))
    const invitations = mayManage ? await listInvitations(app.db, asked) : null
    return { data: { teamId, name, role, members, invitations } }
  },

  'PUT /teams/{teamId}': async ({ app, actor, params: { teamId }, body: { name } }) => {
    const acting = { teamId, personId: actor.personId, scope: 'team' } as const
    const role = await teamTransaction(app, acting, async (tx, team) => {
      await renameTeam(tx, teamId, name)
      return team.role
    })
    return { data: { teamId, name, role } }
  },

  'DELETE /teams/{teamId}': async ({ app, actor, params: { teamId }, request: { language, network } }) => {
    await askToChangeOwner(app, { teamId, actor, heirId: null, language, network })
    return { data: null }
  },

  'PUT /teams/{teamId}/owner': async ({ app, actor, params: { teamId }, body, request }) => {
    const { language, network } = request
    await askToChangeOwner(app, { teamId, actor, heirId: body.memberId, language, network })
    return { data: null }
  },

  'POST /team-changes': async ({ app, body: { token } }) => ({ data: await readTeamChange(app, token) }),

  'PUT /team-changes': async ({ app, body: { token }, request: { network } }) => ({
    data: await changeOwner(app, { token, network }),
  }),

  'POST /teams/{teamId}/invitations': async ({ app, actor, params, body, request }) => {
    const { language, network } = request
    return { data: await inviteMember(app, { ...params, ...body, actor, language, network }) }
  },

  'DELETE /teams/{teamId}/invitations/{invitationId}': async ({ app, actor: { personId }, params }) => {
    await withdrawInvitation(app, { ...params, personId })
    return { data: null }
  },

  'POST /invitations': async ({ app: { db, clock }, body: { token } }) => {
    const found = await findInvitation(db, sha256(token), clock.now())
    if (found === undefined) throw new Refusal('wrong_token')
    const { name, invitedBy, email, role, expiresAt } = found
    return { data: { name, invitedBy, email, role, expiresAt } }
  },

  'PUT /invitations': async ({ app, actor, body: { token }, request: { network } }) => ({
    data: await acceptInvitation(app, { token, actor, network }),
  }),

  'PUT /teams/{teamId}/members/{memberId}': async ({ app, actor, params, body, request: { network } }) => ({
    data: await changeMember(app, { ...params, ...body, personId: actor.personId, network }),
  }),

  'DELETE /teams/{teamId}/members/{memberId}': async ({ app, actor, params, request: { network } }) => {
    await removeMember(app, { ...params, personId: actor.personId, network })
    return { data: null }
  },
}

/** Makes a team of which the person is the owner. @throws Refusal too_many_teams */
async function makeTeam(app: Core, { personId }: Person, name: string): Promise<number> {
  return holderTransaction(app, asSelf(personId), async (tx) => {
    if ((await countTeams(tx, personId)) >= TEAMS_MAX) throw new Refusal('too_many_teams')
    const teamId = await insertTeamHolder(tx)
    await insertTeam(tx, { teamId, name, personId, now: app.clock.now() })
    return teamId
  })
}
