import { expect, it } from 'vitest'
import type { EndpointKey } from '#shared/api/contract.ts'
import { blockPerson } from '#server/features/accounts/block-person.ts'
import { CALLERS, type Caller, operatorRightTo, OPERATORS, rightTo } from '../scripts/rights.ts'
import { endpointKeys, endpointOf, goodParts } from '#test/support/contract-requests.ts'
import { logIn, logInOperator, makePerson, makeTeam, type TestPerson } from '#test/support/factories.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

const person = () => makePerson(world.app, { isSponsor: true })

/** A team with one member of each role, and somebody who is the owner of another. */
async function makeAgency(): Promise<{ teamId: number; people: Readonly<Record<Caller, TestPerson>> }> {
  const [own, owner, manager, buyer, viewer, none] = await Promise.all(Array.from({ length: 6 }, person))
  const people = {
    visitor: own!,
    own: own!,
    owner: owner!,
    manager: manager!,
    buyer: buyer!,
    viewer: viewer!,
    none: none!,
  }
  const members = (['manager', 'buyer', 'viewer'] as const).map((role) => [people[role], role] as const)
  await makeTeam(world.app, { owner: people.none })
  return { people, teamId: await makeTeam(world.app, { owner: people.owner, members }) }
}

/** Makes a call that only a missing right could refuse. @returns the status and code of a refusal of rights, or 'yes' */
async function tryCall(
  key: EndpointKey,
  {
    client,
    about,
    teamId,
  }: { readonly client: TestClient; readonly about: TestPerson; readonly teamId: number },
) {
  const { params, query, body } = goodParts(key, { userId: about.id, teamId })
  const own =
    body !== undefined && 'email' in body && !key.includes('invitations') ? { email: about.email } : {}
  const answer = await client.call(key, {
    params: 'memberId' in params ? { ...params, memberId: 2_147_483_647 } : params,
    query,
    ...(body !== undefined && { body: { ...body, ...own } }),
  })
  const { error } = answer.body ?? {}
  const isDenied = ['not_logged_in', 'session_expired', 'forbidden', 'proof_required'].includes(
    error?.code ?? '',
  )
  return isDenied ? answer.status : 'yes'
}

it.each(endpointKeys)('%s is open to those, and only those, whom the table of rights names', async (key) => {
  // The provider is known by its network; operators have a table of their own.
  const { who } = endpointOf(key)
  if (who === 'provider' || who === 'operator') return
  const { teamId, people } = await makeAgency()
  const seen: Record<string, unknown> = {}
  for (const caller of CALLERS) {
    const client = caller === 'visitor' ? world.client() : await logIn(world, people[caller])
    if (caller !== 'own') client.teamId = teamId
    seen[caller] = await tryCall(key, { client, about: people[caller], teamId })
  }
  // Nobody else's number is the own one.
  const expected = CALLERS.map((caller) => [caller, rightTo(key, caller)] as const)
  expect(seen).toEqual(
    Object.fromEntries(expected.map(([caller, right]) => [caller, right === 'self' ? 403 : right])),
  )
})

const forOperators = endpointKeys.filter((key) => endpointOf(key).who === 'operator')

it.each(forOperators)('%s is open to the operators whom the table of rights names', async (key) => {
  const somebody = await makePerson(world.app)
  const seen: Record<string, unknown> = {}
  for (const caller of OPERATORS) {
    if (caller === 'other') {
      const { query, body } = goodParts(key)
      const given = { query, ...(body !== undefined && { body }) }
      const answers = [
        await world.client().call(key, given),
        await (await logIn(world, somebody)).call(key, given),
      ]
      seen[caller] = answers.every(({ body: { error } }) => error?.code === 'not_found') ? 404 : answers
      continue
    }
    const role = caller === 'unproved' ? 'owner' : caller
    const client = await logInOperator(world, role, { isProved: caller !== 'unproved' })
    seen[caller] = await tryCall(key, { client, about: somebody, teamId: 1 })
  }
  expect(seen).toEqual(Object.fromEntries(OPERATORS.map((caller) => [caller, operatorRightTo(key, caller)])))
})

it('whoever was removed from a team is not in it, and whoever is blocked is nobody', async () => {
  const { teamId, people } = await makeAgency()
  const [removed, blocked] = [await logIn(world, people.manager), await logIn(world, people.buyer)]
  await world.app.db.deleteFrom('member').where('person_id', '=', people.manager.id).execute()
  await blockPerson(world.app, OPERATOR, { personId: people.buyer.id, category: 'rules' })
  for (const client of [removed, blocked]) client.teamId = teamId
  for (const key of endpointKeys.filter((one) => endpointOf(one).who === 'user')) {
    const isOut = rightTo(key, 'none') === 403
    expect(await tryCall(key, { client: removed, about: people.manager, teamId }), key).toBe(
      isOut ? 403 : 'yes',
    )
    expect(await tryCall(key, { client: blocked, about: people.buyer, teamId }), key).toBe(
      key === 'GET /cookie' ? 401 : 403,
    )
  }
})
