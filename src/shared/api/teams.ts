import { z } from 'zod'
import { BUDGET_MAX, cleanTeamName, GIVEN_ROLES, ROLES, STANDINGS, teamNameProblem } from '../rules/teams.ts'
import { commands, line, upTo, who } from './command.ts'
import { endpoints } from './endpoint.ts'
import { email, instant, linkToken, pathId } from './fields.ts'

const teamName = z
  .string()
  .max(1_000, 'too_long')
  .overwrite(cleanTeamName)
  .check(({ value, issues }) => {
    const problem = teamNameProblem(value)
    if (problem !== null) issues.push({ code: 'custom', input: value, message: problem })
  })

/** Uses that a member may spend for the team in a calendar month, by Moscow's time; null: no limit but the team's balance. */
const budget = z.number().int().min(0).max(BUDGET_MAX).nullable()

/** A team as one of its members sees it in a list. */
export const teamSummary = z.object({
  teamId: z.number().int(),
  name: z.string(),
  /** The caller's. */
  role: z.enum(ROLES),
})

export const teamMember = z.object({
  /** The person's number. */
  memberId: z.number().int(),
  name: z.string(),
  /** Null for callers who may not change members. */
  email: z.string().nullable(),
  role: z.enum(ROLES),
  budget,
  /** Uses that they spent for the team this month. */
  spent: z.number().int(),
  joinedAt: instant,
  /** Whether it is the caller. */
  isSelf: z.boolean(),
})

export const teamInvitation = z.object({
  invitationId: z.number().int(),
  email: z.string(),
  role: z.enum(GIVEN_ROLES),
  budget,
  invitedAt: instant,
  expiresAt: instant,
})

/** Whose balance and purchases an answer has: of a team when the call names one in `x-team`, else the person's own. */
export const holderFacts = z.object({
  kind: z.enum(['person', 'team']),
  /** Null for the own purse. */
  teamId: z.number().int().nullable(),
  /** The team's name; of the own purse, the username. */
  name: z.string(),
  /** With `scopesOf`, what the person may do there; `own` in the own purse. */
  role: z.enum(STANDINGS).exclude(['none']),
  budget,
  /** What is left of the budget this month. */
  budgetLeft: z.number().int().nullable(),
})

const team = z.object({ teamId: pathId })
const member = z.object({ teamId: pathId, memberId: pathId })
const invitation = z.object({ teamId: pathId, invitationId: pathId })
const link = z.object({ token: linkToken })

/** What a mailed link changes about a team; `to` is the name of whoever becomes its owner. */
const teamChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('hand_over'), name: z.string(), to: z.string() }),
  z.object({ action: z.literal('delete'), name: z.string() }),
])

export const teamsEndpoints = endpoints({
  'GET /teams': {
    who: 'user',
    scope: 'account',
    limits: [],
    summary:
      'The teams that the person belongs to, in the order of their names, with what each can spend now',
    data: z.array(teamSummary.extend({ uses: z.number().int() })),
    errors: [],
  },
  'POST /teams': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: ['team'],
    summary: 'Make a team, whose owner the person is',
    body: z.object({ name: teamName }),
    data: teamSummary,
    errors: ['too_many_teams'],
  },
  'GET /teams/{teamId}': {
    who: 'user',
    scope: 'purchases:read',
    limits: [],
    summary: 'A team and its members; for those who may change them, also the open invitations',
    params: team,
    data: teamSummary.extend({
      members: z.array(teamMember),
      /** Newest first; null for callers who may not invite. */
      invitations: z.array(teamInvitation).nullable(),
    }),
    errors: [],
  },
  'PUT /teams/{teamId}': {
    who: 'user',
    scope: 'team',
    limits: [],
    summary: 'Rename a team',
    params: team,
    body: z.object({ name: teamName }),
    data: teamSummary,
    errors: [],
  },
  'DELETE /teams/{teamId}': {
    who: 'user',
    scope: 'ownership',
    changesAccount: true,
    limits: [],
    furtherLimits: ['verification', 'link_emails'],
    summary: 'Mail the owner the link that deletes the team, with everything that it owns',
    params: team,
    data: z.null(),
    errors: [],
  },
  'PUT /teams/{teamId}/owner': {
    who: 'user',
    scope: 'ownership',
    changesAccount: true,
    limits: [],
    furtherLimits: ['verification', 'link_emails'],
    summary: 'Mail the owner the link that hands the team over to another member',
    params: team,
    body: z.object({ memberId: z.number().int().positive().max(2_147_483_647) }),
    data: z.null(),
    /** No other member has this number. */
    errors: ['not_found'],
  },
  'POST /team-changes': {
    who: 'anyone',
    changesNothing: true,
    limits: ['mailed_link'],
    summary: 'What a mailed link would change about a team',
    body: link,
    data: teamChange,
    errors: ['wrong_token'],
  },
  'PUT /team-changes': {
    who: 'anyone',
    limits: ['mailed_link'],
    summary: 'Hand a team over or delete it with a mailed link',
    body: link,
    data: teamChange,
    errors: ['wrong_token'],
  },
  'POST /teams/{teamId}/invitations': {
    who: 'user',
    scope: 'team',
    changesAccount: true,
    limits: ['invitation', 'invitation_day'],
    furtherLimits: ['invitation_address'],
    summary:
      'Invite somebody by an email, whose link works once within 7 days; a new one replaces the one before',
    params: team,
    body: z.object({ email, role: z.enum(GIVEN_ROLES), budget: budget.default(null) }),
    data: teamInvitation,
    errors: ['already_member', 'too_many_members'],
  },
  'DELETE /teams/{teamId}/invitations/{invitationId}': {
    who: 'user',
    scope: 'team',
    limits: [],
    summary: 'Withdraw an invitation',
    params: invitation,
    data: z.null(),
    errors: ['not_found'],
  },
  'POST /invitations': {
    who: 'anyone',
    changesNothing: true,
    limits: ['mailed_link'],
    summary: 'What the link of an invitation invites to, and which address it was sent to',
    body: link,
    data: z.object({
      name: z.string(),
      /** The username of whoever invited; null when that account is gone. */
      invitedBy: z.string().nullable(),
      email: z.string(),
      role: z.enum(GIVEN_ROLES),
      expiresAt: instant,
    }),
    errors: ['wrong_token'],
  },
  'PUT /invitations': {
    who: 'user',
    scope: 'account',
    changesAccount: true,
    limits: ['mailed_link'],
    summary: 'Accept an invitation, with the account of the address that it was sent to',
    body: link,
    data: teamSummary,
    errors: ['wrong_token', 'other_address', 'too_many_teams', 'too_many_members'],
  },
  'PUT /teams/{teamId}/members/{memberId}': {
    who: 'user',
    scope: 'team',
    limits: [],
    summary: "Change a member's role or budget; the owner's only the owner, and only the budget",
    params: member,
    body: z.object({ role: z.enum(GIVEN_ROLES).optional(), budget: budget.optional() }),
    data: teamMember,
    errors: ['not_found', 'team_needs_owner', 'forbidden'],
  },
  'DELETE /teams/{teamId}/members/{memberId}': {
    who: 'user',
    scope: 'team',
    orSelf: 'memberId',
    limits: [],
    summary: 'Remove a member or, by the own number, leave; what they did stays with the team',
    params: member,
    data: z.null(),
    errors: ['not_found', 'team_needs_owner'],
  },
})

/** A team's number, as `users find` shows it. */
const number = upTo(2_147_483_647)

export const teamsCommands = commands({
  'teams show': {
    atLeast: 'viewer',
    changesNothing: true,
    input: z.object({ team: number }),
    args: ['team'],
    output: z.object({
      id: z.int(),
      name: z.string(),
      uses: z.int(),
      members: z.array(
        z.object({
          id: z.int(),
          email: z.string(),
          role: z.enum(ROLES),
          spent: z.int(),
          budget: z.int().nullable(),
        }),
      ),
    }),
    refusals: ['no_such_team'],
  },
  'teams grant': {
    atLeast: 'operator',
    input: z.object({ team: number, uses: upTo(1_000_000), key: line.optional() }),
    args: ['team'],
    reason: true,
    output: z.object({
      id: z.int(),
      name: z.string(),
      uses: z.int(),
      /** False when the key has given these uses before. */
      isChanged: z.boolean(),
    }),
    refusals: ['no_such_team', 'grant_key_used'],
  },
  'teams hand-over': {
    atLeast: 'operator',
    input: z.object({ team: number, who }),
    args: ['team', 'who'],
    reason: true,
    output: z.object({
      id: z.int(),
      owner: z.int(),
      /** False when they own it already. */
      isChanged: z.boolean(),
    }),
    refusals: ['no_such_team', 'no_such_person', 'not_in_team'],
  },
})
