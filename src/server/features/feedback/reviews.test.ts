import { describe, expect, it } from 'vitest'
import { closeAccount, logIn, makePerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { hideReview, listReviews, addSponsor, listSponsors, removeSponsor } from './feedback.sql.ts'

const world = useTestApp()

const review = (client: TestClient, reviewText: unknown, websiteMark: unknown) =>
  client.call('POST /review', { body: { reviewText, websiteMark } })

const all = () => listReviews(world.app.db, { withHidden: true, limit: 100 })

describe('a review', () => {
  it('is stored with its author, and a new one replaces it', async () => {
    const client = await logIn(world, await makePerson(world.app, { username: 'Author_1' }))
    expect((await review(client, '  Quick and exact. ', 4)).status).toBe(200)
    const [first] = (await all()).filter(({ username }) => username === 'Author_1')
    expect(first).toMatchObject({ text: 'Quick and exact.', mark: 4, isHidden: false })
    await hideReview(world.app.db, first!.id, world.clock.now())
    await review(client, 'Better still.', 5)
    const kept = (await all()).filter(({ username }) => username === 'Author_1')
    expect(kept).toMatchObject([{ id: first!.id, text: 'Better still.', mark: 5, isHidden: false }])
  })

  it('stays a single one under simultaneous calls', async () => {
    const client = await logIn(world, await makePerson(world.app, { username: 'Author_2' }))
    const answers = await Promise.all([1, 2, 3].map((mark) => review(client, `Mark ${mark}`, mark)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await all()).filter(({ username }) => username === 'Author_2')).toHaveLength(1)
  })

  it('is accepted at most three times in half an hour', async () => {
    const client = await logIn(world, await makePerson(world.app))
    for (const mark of [1, 2, 3]) expect((await review(client, 'Again', mark)).status).toBe(200)
    expect((await review(client, 'Again', 4)).status).toBe(429)
    world.clock.advance({ minutes: 30 })
    expect((await review(client, 'Again', 4)).status).toBe(200)
  })

  it('has a text of 1 to 2,000 characters and a whole rating from 1 to 5', async () => {
    const client = await logIn(world, await makePerson(world.app))
    const refused = [
      ['', 5, { reviewText: 'required' }],
      ['   ', 5, { reviewText: 'required' }],
      ['x'.repeat(2_001), 5, { reviewText: 'too_long' }],
      ['Good', 0, { websiteMark: 'invalid' }],
      ['Good', 6, { websiteMark: 'invalid' }],
      ['Good', 4.5, { websiteMark: 'invalid' }],
      ['Good', '5', { websiteMark: 'invalid' }],
    ] as const
    for (const [text, mark, fields] of refused)
      expect((await review(client, text, mark)).body.error).toMatchObject({ code: 'invalid_input', fields })
    expect((await review(client, 'я'.repeat(2_000), 1)).status).toBe(200)
    expect(
      (await world.client().call('POST /review', { body: { reviewText: 'x', websiteMark: 1 } })).status,
    ).toBe(401)
  })

  it('stays without a name when its author’s account is deleted', async () => {
    const person = await makePerson(world.app)
    const client = await logIn(world, person)
    await review(client, 'I am leaving.', 3)
    await closeAccount(world.app, person.id)
    const [left] = (await all()).filter(({ text }) => text === 'I am leaving.')
    expect(left).toMatchObject({ username: null, mark: 3 })
  })

  it('is in its author’s data export, beside the vote', async () => {
    const client = await logIn(world, await makePerson(world.app, { isSponsor: true }))
    await review(client, 'For my file.', 4)
    await client.call('POST /vote', { body: { featureName: 'Recommendation System' } })
    const { text } = await client.send('GET', '/api/account/export')
    expect(JSON.parse(text)).toMatchObject({
      feedback: { vote: { feature: 'Recommendation System' }, review: { text: 'For my file.', mark: 4 } },
    })
  })

  it('hidden by the operator is listed only on request', async () => {
    const client = await logIn(world, await makePerson(world.app))
    await review(client, 'Rude words', 1)
    const { id } = (await all()).find(({ text }) => text === 'Rude words')!
    expect(await hideReview(world.app.db, id, world.clock.now())).toBe(true)
    const shown = await listReviews(world.app.db, { withHidden: false, limit: 100 })
    expect(shown.map((found) => found.id)).not.toContain(id)
    expect(await hideReview(world.app.db, id, null)).toBe(true)
    expect(await hideReview(world.app.db, 999_999, null)).toBe(false)
  })
})

describe('sponsors', () => {
  it('are listed in the order of their contributions, which stay secret', async () => {
    const { db } = world.app
    const agreedAt = world.clock.now()
    const add = (name: string, contribution: number, url: string | null = null) =>
      addSponsor(db, { name, url, contribution, agreedAt })
    expect((await world.client().call('GET /sponsors')).body.data).toEqual([])
    await add('Small Fish', 100)
    await add('Big Whale', 9_000, 'https://whale.example/')
    expect(await add('big whale', 1)).toBe(false)
    expect((await world.client().call('GET /sponsors')).body.data).toEqual([
      { name: 'Big Whale', url: 'https://whale.example/' },
      { name: 'Small Fish', url: null },
    ])
    expect(await removeSponsor(db, 'BIG WHALE')).toBe(true)
    expect(await removeSponsor(db, 'Big Whale')).toBe(false)
    expect((await listSponsors(db)).map(({ name }) => name)).toEqual(['Small Fish'])
  })
})
