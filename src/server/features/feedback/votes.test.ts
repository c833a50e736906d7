import { describe, expect, it } from 'vitest'
import { FEATURES } from '#shared/rules/feedback.ts'
import { logIn, makePerson } from '#test/support/factories.ts'
import { sendTogether } from '#test/support/send-together.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { setSponsor } from '#server/features/accounts/accounts.sql.ts'

const [DEAD, RECOMMENDATION] = FEATURES

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

const sponsor = async () => logIn(world, await makePerson(world.app, { isSponsor: true }))

const vote = (client: TestClient, featureName: string) =>
  client.call('POST /vote', { body: { featureName, user_id: client.userId! } })

async function votesFor(feature: string): Promise<number> {
  const { body } = await world.client().call('GET /vote')
  return body.data.results.find(({ featureName }) => featureName === feature)?.votes ?? -1
}

describe('a vote', () => {
  it('by a sponsor counts once, and everybody sees the result', async () => {
    const client = await sponsor()
    const before = await votesFor(DEAD)
    expect((await client.call('GET /vote')).body.data.ownVote).toBeNull()
    expect((await vote(client, DEAD)).body).toEqual({ success: true, data: null, message: true, error: null })
    expect(await votesFor(DEAD)).toBe(before + 1)
    expect((await client.call('GET /vote')).body.data.ownVote).toBe(DEAD)
    expect((await world.client().call('GET /vote')).body.data.ownVote).toBeNull()
  })

  it('cannot be repeated, changed or moved to the other feature', async () => {
    const client = await sponsor()
    await vote(client, DEAD)
    const counted = [await votesFor(DEAD), await votesFor(RECOMMENDATION)]
    for (const feature of FEATURES) {
      const again = await vote(client, feature)
      expect([again.status, again.body.error?.code]).toEqual([409, 'already_voted'])
      expect(again.body).toMatchObject({ message: false })
      expect(again.body.error?.message).toBe("Unfortunately, we can't get your vote")
    }
    expect([await votesFor(DEAD), await votesFor(RECOMMENDATION)]).toEqual(counted)
  })

  it('counts once among 100 by one person at the same moment', async () => {
    const client = await sponsor()
    const before = (await votesFor(DEAD)) + (await votesFor(RECOMMENDATION))
    const answers = await sendTogether(
      world.baseUrl,
      Array.from({ length: 100 }, (_, number) => ({
        method: 'POST',
        path: '/api/vote',
        headers: { ...client.headers(), 'content-type': 'application/json' },
        body: { featureName: FEATURES[number % 2], user_id: client.userId },
      })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
    expect((await votesFor(DEAD)) + (await votesFor(RECOMMENDATION))).toBe(before + 1)
  })

  it('is for sponsors only, for themselves, and for listed features', async () => {
    const person = await logIn(world, await makePerson(world.app))
    expect((await vote(person, DEAD)).body.error?.code).toBe('forbidden')
    expect((await vote(person, 'Nonsense')).body.error?.code).toBe('invalid_input')
    expect((await world.client().call('POST /vote', { body: { featureName: DEAD } })).status).toBe(401)
    const client = await sponsor()
    const another = await client.call('POST /vote', {
      body: { featureName: DEAD, user_id: client.userId! + 1 },
    })
    expect(another.body.error?.code).toBe('forbidden')
    for (const spelled of ['dead channels filtration', 'Export of purchased data', '']) {
      expect((await vote(client, spelled)).body.error?.code).toBe('invalid_input')
    }
    expect((await client.call('GET /vote')).body.data.ownVote).toBeNull()
  })

  it('is possible as long as the operator lists the person as a sponsor', async () => {
    const person = await makePerson(world.app)
    const client = await logIn(world, person)
    const isEnabled = async () => (await client.call('GET /cookie')).body.data.userInformation.isVoteEnabled
    expect(await isEnabled()).toBe(false)
    await setSponsor(world.app.db, person.id, true)
    expect(await isEnabled()).toBe(true)
    await setSponsor(world.app.db, person.id, false)
    expect(await isEnabled()).toBe(false)
    expect((await vote(client, DEAD)).body.error?.code).toBe('forbidden')
  })
})
