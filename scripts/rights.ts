// The table of rights in the documentation, from the contract; test/rights.test.ts makes every call as everybody in it.
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { actsForTeam, isPerson, whoCanCall } from '#shared/api/policy.ts'
import { ROLES, scopesOf, type Standing } from '#shared/rules/teams.ts'

/** Who calls: somebody without a session, with the own purse, with a role in the team that the call is for, or with none. */
export const CALLERS = ['visitor', 'own', ...ROLES, 'none'] as const satisfies readonly (
  | 'visitor'
  | Standing
)[]
export type Caller = (typeof CALLERS)[number]

/** `self`: only about oneself. A number is the status of the refusal. */
export type Right = 'yes' | 'self' | 401 | 403

/** Whether somebody may make a call. */
export function rightTo(key: EndpointKey, caller: Caller): Right {
  const endpoint: Endpoint = contract[key]
  const { scope, orSelf } = endpoint
  if (caller === 'visitor') return whoCanCall(endpoint).every(isPerson) ? 401 : 'yes'
  // In the own purse there is no team that the path could name.
  const standing = caller === 'own' && key.includes('{teamId}') ? 'none' : caller
  if (scope === undefined || !actsForTeam(endpoint) || scopesOf(standing).includes(scope)) return 'yes'
  return orSelf !== undefined && standing !== 'none' ? 'self' : 403
}

const HEADS: Readonly<Record<Caller, string>> = {
  visitor: 'Visitor, blocked',
  own: 'Own purse',
  owner: 'Owner',
  manager: 'Manager',
  buyer: 'Buyer',
  viewer: 'Viewer',
  none: 'Not in the team',
}

/** The page, in which calls with the same rights share a line. */
export function rightsPage(): string {
  const lines = Map.groupBy(Object.keys(contract) as EndpointKey[], (key) => {
    const { who, scope }: Endpoint = contract[key]
    const needs = who === 'sponsor' || who === 'creator' || who === 'provider' ? who : (scope ?? '')
    return `| ${[needs, ...CALLERS.map((caller) => rightTo(key, caller))].join(' | ')}`
  })
  const rows = [...lines].map(
    ([rights, keys]) => `${rights} | ${keys.map((key) => `\`${key}\``).join(', ')} |`,
  )
  return `${ABOUT}\n${HEAD}\n${rows.toSorted().join('\n')}\n`
}

const HEAD = [
  `| Needs | ${CALLERS.map((caller) => HEADS[caller]).join(' | ')} | Calls |`,
  `|---|${CALLERS.map(() => '---|').join('')}---|`,
].join('\n')

const ABOUT = `# Who may call what

A call with \`x-team: 17\` acts for team 17: its balance, purchases and payments, within the caller's role. Calls of the scope
\`account\` concern the person, whatever the header says; calls that name a team in their path are about that one.

\`401\` and \`403\` are refusals; \`self\` is allowed about oneself. A blocked person has no session. Somebody who was removed from a
team is not in it from that moment. \`sponsor\`, \`creator\` and \`provider\` say that the call asks for that, too: a person marked by the operator, a
link mailed to an address, the payment provider. \`npm run settings\` generates this page from the contract, and a test makes each call.
`
