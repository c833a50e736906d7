import { type Scope, SCOPES } from '../api/endpoint.ts'
import { cleanText } from './clean-text.ts'

/** What a member of a team may do; each may do what the next one may. A team has exactly one owner. */
export const ROLES = ['owner', 'manager', 'buyer', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** The roles that somebody can be given; a team gets another owner only by a mailed link. */
export const GIVEN_ROLES = ['manager', 'buyer', 'viewer'] as const satisfies readonly Role[]

/** For whom a person acts: with a role in a team, for their own purse, or for a team that they do not belong to. */
export const STANDINGS = [...ROLES, 'own', 'none'] as const
export type Standing = (typeof STANDINGS)[number]

const VIEWER: readonly Scope[] = ['search', 'purchases:read', 'statistics']
const BUYER: readonly Scope[] = [...VIEWER, 'purchases:write', 'reveal']
const MANAGER: readonly Scope[] = [...BUYER, 'team', 'payments']

const SCOPES_OF: Readonly<Record<Standing, readonly Scope[]>> = {
  viewer: VIEWER,
  buyer: BUYER,
  manager: MANAGER,
  owner: [...MANAGER, 'ownership'],
  own: SCOPES.filter((scope) => scope !== 'team' && scope !== 'ownership'),
  none: [],
}

/** The scopes of the calls that somebody may make. `account` concerns the person, whatever the team. */
export function scopesOf(standing: Standing): readonly Scope[] {
  return SCOPES_OF[standing]
}

/** How many teams a person may belong to. */
export const TEAMS_MAX = 20

/** How many members a team may have, open invitations included. */
export const MEMBERS_MAX = 50

/** Longest name of a team, in characters. */
export const TEAM_NAME_MAX = 80

/** The most uses that a member's monthly budget may allow. */
export const BUDGET_MAX = 1_000_000

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7

type TeamNameProblem = 'required' | 'too_long' | 'name_link'

// A mail program would make a link of it, and an invitation would advertise it to strangers.
const LINK = /:\/\/|www\.|@|[\p{L}\p{N}]\.\p{L}{2,}(?![\p{L}\p{N}])/iu

/** A team's name as it is stored: one line, without invisible characters. */
export function cleanTeamName(name: string): string {
  return cleanText(name)
}

/** The first rule that a cleaned name breaks, or null. */
export function teamNameProblem(name: string): TeamNameProblem | null {
  if (name === '') return 'required'
  if ([...name].length > TEAM_NAME_MAX) return 'too_long'
  return LINK.test(name) ? 'name_link' : null
}
