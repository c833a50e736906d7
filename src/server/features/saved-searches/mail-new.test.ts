import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { blockPerson } from '#server/features/accounts/block-person.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import type { BodyGiven } from '#shared/api/contract.ts'
import type { Frequency } from '#shared/rules/saved-searches.ts'
import { addChannels, refreshSearch } from '#test/support/catalogue-world.ts'
import {
  forTeam,
  logIn,
  makeChannel,
  makePerson,
  makeTeam,
  type TestPerson,
} from '#test/support/factories.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { queuedMailsTo } from '#test/support/sign-up.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { countNew } from './count-new.ts'
import { mailNew } from './mail-new.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
let made = 0

interface Reader extends TestPerson {
  readonly client: TestClient
  /** A word that only channels of this reader's searches have. */
  readonly word: string
  readonly save: (body?: Partial<BodyGiven<'POST /searches'>>) => Promise<number>
  readonly frequencies: () => Promise<Frequency[]>
  readonly mails: () => ReturnType<typeof queuedMailsTo>
}

async function reader(): Promise<Reader> {
  const who = await makePerson(world.app, { email: `${crypto.randomUUID()}@buyer.example` })
  const client = await logIn(world, who)
  made += 1
  const word = `word${String.fromCharCode(97 + made)}`
  return {
    ...who,
    client,
    word,
    async save(body = {}) {
      const given = { name: `About ${word}`, frequency: 'day', text: word, ...body } as const
      return (await client.call('POST /searches', { body: given })).body.data.searchId
    },
    frequencies: async () =>
      (await client.call('GET /searches')).body.data.map((search) => search.frequency).toSorted(),
    mails: () => queuedMailsTo(world, who.email),
  }
}

const nextMorning = () => {
  world.clock.advance({ days: 1 })
  return mailNew(world.app)
}
const add = (...names: readonly string[]) =>
  addChannels(
    world.app,
    names.map((name) => ({ name })),
  )

it('tells in one email what is new in all searches of a person, without contacts', async () => {
  const anna = await reader()
  const first = await anna.save()
  await anna.save({ name: 'Nothing comes', text: 'qqqq' })
  const third = await anna.save({ name: 'With <b>', text: `${anna.word} second` })
  await anna.save({ name: 'Never', frequency: 'never' })
  const names = ['one', 'two', 'three', 'second & last'].map((name) => `${anna.word} ${name}`)
  const channels = []
  for (const name of names) channels.push(await makeChannel(world.app, { name }))
  await refreshSearch(
    world.app.db,
    channels.map(({ id }) => id),
  )
  await nextMorning()
  const [mail, ...others] = await anna.mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('5 new channels in your saved searches')
  const { publicUrl } = world.app.config
  const last = channels.at(-1)!
  const page = `${publicUrl}/channel/${last.channelId}/${anna.word}-second-last`
  expect(mail?.text).toContain(
    `With <b>\n\n${last.name}:\n${page}\n\nShow it in the search:\n${publicUrl}/search?new=${third}\n`,
  )
  // The newest three of four.
  expect(mail?.text).toContain(`About ${anna.word}\n\n${last.name}:\n`)
  expect(mail?.text).toContain(`Show all 4 in the search:\n${publicUrl}/search?new=${first}\n`)
  expect(mail?.text).not.toContain(`${anna.word} one:`)
  expect(mail?.text).not.toMatch(/Nothing comes|Never/)
  expect(mail?.html).toContain('With &#60;b&#62;')
  for (const { addresses } of channels)
    for (const address of addresses) expect(mail?.html).not.toContain(address)
})

it('mails nobody twice a day, however many servers run it, and nothing that was mailed before', async () => {
  const anna = await reader()
  await anna.save()
  await add(`${anna.word} a`)
  world.clock.advance({ days: 1 })
  await Promise.all(Array.from({ length: 8 }, () => mailNew(world.app)))
  expect(await anna.mails()).toHaveLength(1)
  await add(`${anna.word} b`)
  await mailNew(world.app)
  expect(await anna.mails()).toHaveLength(1)
  await nextMorning()
  const mails = await anna.mails()
  expect(mails).toHaveLength(2)
  expect(mails[0]?.subject).toBe('1 new channel in your saved searches')
  await nextMorning()
  expect(await anna.mails()).toHaveLength(2)
})

it('goes on without a digest that fails, which the next run mails', async () => {
  const [anna, ivan] = [await reader(), await reader()]
  for (const { save } of [anna, ivan]) await save()
  await add(`${anna.word} ${ivan.word}`)
  world.clock.advance({ days: 1 })
  let queued = 0
  const failing = {
    ...world.app,
    jobs: {
      ...world.app.jobs,
      enqueue: (async (tx, job, payload) => {
        queued += 1
        if (queued === 1) throw new Error('full')
        return world.app.jobs.enqueue(tx, job, payload)
      }) as typeof world.app.jobs.enqueue,
    },
  }
  await mailNew(failing)
  const sent = async () => [(await anna.mails()).length, (await ivan.mails()).length]
  expect([
    [0, 1],
    [1, 0],
  ]).toContainEqual(await sent())
  await mailNew(world.app)
  expect(await sent()).toEqual([1, 1])
})

it('goes on without a search that fails, and tells what is new in it once it works again', async () => {
  const anna = await reader()
  const [broken, sound] = [await anna.save({ name: 'Broken' }), await anna.save({ name: 'Sound' })]
  const store = (text: unknown) =>
    sql`update saved_search set query = query || ${JSON.stringify({ text })}::jsonb
      where holder_id = ${anna.id} and id = ${broken}`.execute(world.app.db)
  // Fails while it is counted, and while it is mailed.
  await store(5)
  await add(`${anna.word} a`)
  await nextMorning()
  await store(anna.word)
  await countNew(world.app)
  await store(5)
  await add(`${anna.word} b`)
  await nextMorning()
  const mails = (await anna.mails()).map(({ text }) => text)
  expect(mails.map((text) => [text.includes(`new=${sound}\n`), text.includes('Broken')])).toEqual([
    [true, false],
    [true, false],
  ])
  await store(anna.word)
  await nextMorning()
  expect((await anna.mails())[0]?.text).toContain('Broken')
})

it('leaves out what was opened, and mails weekly what was chosen so', async () => {
  const anna = await reader()
  const searchId = await anna.save({ frequency: 'week' })
  await add(`${anna.word} seen`)
  for (let day = 0; day < 6; day += 1) await nextMorning()
  expect(await anna.mails()).toHaveLength(0)
  await anna.client.call('POST /searches/{searchId}/new', { params: { searchId }, body: {} })
  await nextMorning()
  expect(await anna.mails()).toHaveLength(0)
  await add(`${anna.word} later`)
  await nextMorning()
  const [mail] = await anna.mails()
  expect(mail?.text).toContain(`${anna.word} later:`)
  expect(mail?.text).not.toContain(`${anna.word} seen`)
})

it('goes neither to blocked people nor to deleted accounts', async () => {
  const [blocked, gone] = [await reader(), await reader()]
  for (const { save } of [blocked, gone]) await save()
  await add(`${blocked.word} ${gone.word}`)
  await blockPerson(world.app, OPERATOR, { personId: blocked.id, category: 'rules' })
  await closeAccount(world.app, OPERATOR, gone.id)
  await nextMorning()
  const subjects = [...(await blocked.mails()), ...(await gone.mails())].map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('saved searches'))).toEqual([])
})

it('goes to whoever saved a team’s search, as long as they belong to it', async () => {
  const [owner, anna, ivan] = [await reader(), await reader(), await reader()]
  const teamId = await makeTeam(world.app, {
    owner,
    members: [
      [anna, 'buyer'],
      [ivan, 'buyer'],
    ],
  })
  for (const { client, save } of [anna, ivan]) {
    forTeam(client, teamId)
    await save()
  }
  await add(`${anna.word} ${ivan.word}`)
  await owner.client.call('DELETE /teams/{teamId}/members/{memberId}', {
    params: { teamId, memberId: ivan.id },
  })
  await nextMorning()
  const digestsTo = async ({ mails }: Reader) =>
    (await mails()).filter(({ subject }) => subject.includes('saved searches'))
  expect(await digestsTo(ivan)).toEqual([])
  expect(await digestsTo(owner)).toEqual([])
  const [mail] = await digestsTo(anna)
  expect(mail?.text).toMatch(new RegExp(`/search\\?new=\\d+&team=${teamId}\n`))
  // What its reader stopped, no colleague starts again.
  const [team] = (await anna.client.call('GET /searches')).body.data.filter(({ isOwn }) => isOwn)
  const params = { searchId: team!.searchId }
  const change = (client: TestClient, body: BodyGiven<'PUT /searches/{searchId}'>) =>
    client.call('PUT /searches/{searchId}', { params, body })
  expect((await change(anna.client, { frequency: 'never' })).status).toBe(200)
  forTeam(owner.client, teamId)
  expect((await change(owner.client, { name: 'Stolen', frequency: 'day' })).body.error?.code).toBe(
    'forbidden',
  )
  expect((await change(owner.client, { name: 'Renamed', frequency: 'never' })).status).toBe(200)
  expect((await anna.client.call('GET /searches')).body.data).toContainEqual(
    expect.objectContaining({ name: 'Renamed', frequency: 'never', isOwn: true }),
  )
  // All of them see it, saved by one of them.
  const { body } = await forTeam(owner.client, teamId).call('GET /searches')
  expect(body.data.map(({ isOwn, newCount }) => [isOwn, newCount])).toEqual([
    [false, 1],
    [false, 1],
  ])
})

it('is stopped by one press, in the mail program without a session or on the page', async () => {
  for (const way of ['mail program', 'page']) {
    const [anna, ivan] = [await reader(), await reader()]
    for (const { save } of [anna, ivan]) await save()
    await anna.save({ frequency: 'week' })
    await add(`${anna.word} ${ivan.word}`)
    await nextMorning()
    const [mail] = await anna.mails()
    const link = /https?:\S+\/stopdigest\?token=\S+/.exec(mail!.text)![0]
    const stop = new URL(link)
    if (way === 'page') {
      const token = stop.searchParams.get('token')!
      const wrong = await world.client().call('POST /searches/stop', { body: { token: `x${token}` } })
      expect(wrong.body.error?.code).toBe('wrong_token')
      expect(await anna.frequencies()).toEqual(['day', 'week'])
      expect((await world.client().call('POST /searches/stop', { body: { token } })).status).toBe(200)
    } else {
      // As Gmail and others send it; again does no harm.
      for (const body of [new URLSearchParams('List-Unsubscribe=One-Click'), new FormData()]) {
        const answer = await fetch(world.baseUrl + stop.pathname + stop.search, { method: 'POST', body })
        expect(answer.status).toBe(200)
      }
      // A mail provider presses for many readers from one network: only wrong links count.
      await using limited = await createTestApp({ databaseUrl: world.databaseUrl, clock: world.clock })
      const press = async (search: string) =>
        (await fetch(limited.baseUrl + stop.pathname + search, { method: 'POST' })).status
      const pressed = await Promise.all(Array.from({ length: 30 }, () => press(stop.search)))
      expect(new Set(pressed)).toEqual(new Set([200]))
      const wrong = await Promise.all(Array.from({ length: 30 }, () => press('?token=wrong')))
      expect(wrong.toSorted((one, other) => one - other)).toEqual([
        ...Array<number>(20).fill(400),
        ...Array<number>(10).fill(429),
      ])
      expect(await press(stop.search)).toBe(200)
    }
    expect(await anna.frequencies()).toEqual(['never', 'never'])
    expect(await ivan.frequencies()).toEqual(['day'])
    await add(`${anna.word} more`)
    await nextMorning()
    expect(await anna.mails()).toHaveLength(1)
  }
})
