// The table of rights in the documentation, from the contract; test/rights.test.ts makes every call as everybody in it.
import { hasRole, OPERATOR_ROLES } from '#shared/api/command.ts'
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

/** Who calls the console: anybody else, an operator who has not given a second factor, one of each role. */
export const OPERATORS = ['other', 'unproved', ...OPERATOR_ROLES] as const
type OperatorCaller = (typeof OPERATORS)[number]

/** Whether somebody may make a call of the console. */
export function operatorRightTo(key: EndpointKey, caller: OperatorCaller): 'yes' | 403 | 404 {
  const { atLeast, withoutProof }: Endpoint = contract[key]
  if (caller === 'other') return 404
  if (caller === 'unproved') return withoutProof === true ? 'yes' : 403
  return atLeast === undefined || hasRole(caller, atLeast) ? 'yes' : 403
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
  const all = Object.keys(contract) as EndpointKey[]
  const lines = Map.groupBy(
    all.filter((key) => contract[key].who !== 'operator'),
    (key) => {
      const { who, scope }: Endpoint = contract[key]
      const needs = who === 'sponsor' || who === 'creator' || who === 'provider' ? who : (scope ?? '')
      return `| ${[needs, ...CALLERS.map((caller) => rightTo(key, caller))].join(' | ')}`
    },
  )
  const rows = [...lines].map(
    ([rights, keys]) => `${rights} | ${keys.map((key) => `\`${key}\``).join(', ')} |`,
  )
  return `${ABOUT}\n${HEAD}\n${rows.toSorted().join('\n')}\n\n## Operators\n\n${operatorTable(all)}\n`
}

function operatorTable(keys: readonly EndpointKey[]): string {
  const lines = Map.groupBy(
    keys.filter((key) => contract[key].who === 'operator'),
    (key) => `| ${OPERATORS.map((caller) => operatorRightTo(key, caller)).join(' | ')}`,
  )
  return [
    '| Anybody else | Without second factor | Viewer | Support | Operator | Owner | Calls |',
    `|${OPERATORS.map(() => '---|').join('')}---|`,
    ...[...lines]
      .map(([rights, calls]) => `${rights} | ${calls.map((key) => `\`${key}\``).join(', ')} |`)
      .toSorted(),
  ].join('\n')
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
link mailed to an address, the payment provider. The table of operators has the roles of those who run the installation; to anybody else their
calls do not exist. \`npm run settings\` generates this page from the contract, and a test makes each call.
`
