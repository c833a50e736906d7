import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { readHead } from '#server/features/channels/channel-head.sql.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { namesFound } from '#test/support/catalogue-world.ts'
import { addContacts, asBuyer, logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { addTitledChannels, settleTopics } from '#test/support/topics-world.ts'
import { editChannel } from './edit-channel.ts'
import { hideChannel } from './hide-channel.ts'
import { mergeKnownChannels } from './merge-known-channels.ts'
import { youtube } from '#server/platforms/youtube.ts'
import { storeFacts } from './platform-facts.sql.ts'

let world: TestApp
beforeEach(async () => {
  world = await createTestApp({ env: { RATE_LIMITS: 'off' } })
  return async () => {
    await expectSoundLedger(world.app)
    await world[Symbol.asyncDispose]()
  }
})

const ID = 'UChiddenlighthousexxxxxx'
const SIBLING = 'UCsiblinglighthousexxxxx'
const TITLES = ['Lighthouse keepers of the north', 'Fresnel lenses restored', 'Foghorn concert at dusk']

/** What the platform tells of the first one. */
const TOLD = {
  channelId: ID,
  name: 'Told',
  thumbnail: null,
  subscribers: 5,
  views: 6,
  uploads: 7,
  country: null,
  uploadsList: null,
}

/** Two channels that are alike, each with a contact. @returns their numbers */
async function addLighthouses(): Promise<[number, number]> {
  const { app } = world
  const facts = { subscribers: 1_000, hasContact: true, contentTypes: ['Education'], language: 'en' } as const
  const [id = 0, sibling = 0] = await addTitledChannels(app, [
    { ...facts, name: 'Hidden Lighthouse', platformId: ID, handle: 'hidden.lighthouse', titles: TITLES },
    { ...facts, name: 'Sibling Lighthouse', platformId: SIBLING, titles: TITLES },
  ])
  await settleTopics(app)
  for (const channel of [id, sibling])
    await addContacts(app, {
      channel_id: channel,
      address: `keeper${channel}@lighthouse${channel}.example`,
      source_url: 'https://lighthouse.example/about',
    })
  return [id, sibling]
}

const hide = (channel: string, isHidden = true) => hideChannel(world.app, OPERATOR, { channel, isHidden })

/** All tables that a verb might change, as text. */
async function everything(): Promise<string> {
  const tables = [
    'channel',
    'contact',
    'reveal',
    'purchase',
    'channel_day',
    'search_entry',
    'search_order',
    'search_word',
    'audit_entry',
    'suppression',
    'uses_lot',
    'uses_entry',
    'dismissed_channel',
    'channel_recent',
  ]
  const rows = await Promise.all(
    tables.map((table) => sql`select * from ${sql.table(table)} order by 1, 2`.execute(world.app.db)),
  )
  return JSON.stringify(rows.map((found) => found.rows))
}

/** What everybody is shown of a catalogue, each as the text of the answer. */
async function readAll(client: TestClient): Promise<Record<string, string>> {
  const channel = { params: { channelId: ID } }
  const answers = {
    byName: client.call('POST /search', { body: { mainInputValue: 'hidden lighthouse' } }),
    byWord: client.call('POST /search', { body: { mainInputValue: 'lighthouse' } }),
    byTypo: client.call('POST /search', { body: { mainInputValue: 'hiden lighthouse' } }),
    byId: client.call('POST /search', { body: { mainInputValue: ID } }),
    byHandle: client.call('POST /search', { body: { mainInputValue: '@hidden.lighthouse' } }),
    filter: client.call('POST /filter', { body: { content_type: ['Education'] } }),
    topics: client.call('POST /topics', { body: { text: 'fresnel lenses' } }),
    page: client.call('GET /channels/{channelId}', channel),
    similarOfOther: client.call('GET /channels/{channelId}/similar', { params: { channelId: SIBLING } }),
    similar: client.call('GET /channels/{channelId}/similar', channel),
    recommendations: client.call('GET /recommendations'),
    seeds: client.call('POST /seeds', {
      body: { lines: [ID, '@hidden.lighthouse', 'Hidden Lighthouse'] },
    }),
    seedsFile: client.call('POST /seeds/exports', {
      body: { format: 'csv', rows: [{ line: 'a line', channelId: ID }] },
    }),
    dismissed: client.call('GET /recommendations/dismissed'),
  }
  const read = await Promise.all(
    Object.entries(answers).map(async ([name, answer]) => [name, (await answer).text] as const),
  )
  const head = JSON.stringify(await readHead(world.app, ID))
  return { ...Object.fromEntries(read), head }
}

const shows = (texts: Record<string, string>) =>
  Object.entries(texts).flatMap(([name, text]) => (/Hidden Lighthouse/.test(text) ? [name] : []))

describe('a hidden channel', () => {
  it('is in no answer for those who have not bought it, and in all of them once it is shown again', async () => {
    await addLighthouses()
    const client = await logIn(world, await makePerson(world.app, { uses: 2 }))
    await client.call('POST /getemail', { body: { channelId: SIBLING } })
    const shown = shows(await readAll(client))
    expect(shown.length).toBeGreaterThan(9)
    await client.call('PUT /recommendations/dismissed/{channelId}', { params: { channelId: ID } })
    expect(shows(await readAll(client))).toContain('dismissed')

    expect(await hide(ID)).toMatchObject({ status: 'hidden', isChanged: true })
    await expectSoundLedger(world.app)
    const hidden = await readAll(client)
    // A list of lines repeats what was typed.
    expect(shows(hidden)).toEqual(['seeds'])
    const lines = JSON.parse(hidden['seeds']!).data as { channels: { channel_name: string }[] }[]
    expect(lines.flatMap(({ channels }) => channels.map((found) => found.channel_name))).not.toContain(
      'Hidden Lighthouse',
    )
    for (const call of [
      client.call('GET /channels/{channelId}', { params: { channelId: ID } }),
      client.call('GET /channels/{channelId}/videos', { params: { channelId: ID } }),
      client.call('GET /channels/{channelId}/similar', { params: { channelId: ID } }),
      client.call('POST /channels/{channelId}/alive', { params: { channelId: ID } }),
      client.call('PUT /recommendations/dismissed/{channelId}', { params: { channelId: ID } }),
      client.call('POST /getemail', { body: { channelId: ID } }),
    ])
      expect((await call).body.error?.code).toBe('not_found')
    expect(await usesOf(world.app, client.userId!)).toBe(1)

    expect(await hide(ID, false)).toMatchObject({ status: 'active', isChanged: true })
    await client.call('DELETE /recommendations/dismissed/{channelId}', { params: { channelId: ID } })
    expect(shows(await readAll(client)).toSorted()).toEqual(shown.toSorted())
  })

  it('stays with those who have bought it', async () => {
    const [id] = await addLighthouses()
    const owner = await logIn(world, await makePerson(world.app, { uses: 1 }))
    await owner.call('POST /getemail', { body: { channelId: ID } })
    await hide(String(id))
    expect((await owner.call('POST /getemail', { body: { channelId: ID } })).body.data?.name).toBe(
      'Hidden Lighthouse',
    )
    expect((await owner.call('GET /purchases')).text).toContain('Hidden Lighthouse')
    expect((await owner.call('GET /exports', { query: { format: 'csv' } })).text).toContain(
      'Hidden Lighthouse',
    )
    expect(await usesOf(world.app, owner.userId!)).toBe(0)
  })

  it('is not sold without a contact either, as if it did not exist', async () => {
    const channel = await makeChannel(world.app, { contacts: 0 })
    const person = await makePerson(world.app, { uses: 1 })
    const reveal = () => revealContact(world.app, { ...asBuyer(person.id), channelId: channel.channelId })
    await expect(reveal()).rejects.toMatchObject({ code: 'no_contact' })
    await hide(channel.channelId)
    await expect(reveal()).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is neither shown nor gone by the refresh', async () => {
    const [id] = await addLighthouses()
    await hide(ID)
    const { app, clock } = world
    const store = (isFound: boolean) =>
      transact(app.db, (tx) =>
        storeFacts(tx, {
          platform: youtube,
          asked: [{ id, platformId: ID }],
          found: isFound ? [TOLD] : [],
          lastUploads: new Map(),
          now: clock.now(),
          afterDays: 20,
        }),
      )
    await store(true)
    await expectSoundLedger(app)
    await store(false)
    clock.advance({ days: 2 })
    await store(false)
    const status = async () =>
      (await app.db.selectFrom('channel').select('status').where('id', '=', id).executeTakeFirstOrThrow())
        .status
    expect(await status()).toBe('hidden')
    // The platform has not had it for two days.
    expect(await hide(ID, false)).toMatchObject({ status: 'gone' })
    await store(true)
    expect(await namesFound(world.client(), 'told')).toEqual(['Told'])
  })

  it('is hidden once, however often and at once', async () => {
    await addLighthouses()
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => hide(ID)))
    expect(outcomes.filter(({ isChanged }) => isChanged)).toHaveLength(1)
    const entries = await auditOf(world.app)
    expect(entries).toMatchObject([
      { verb: 'channels hide', kind: 'channel', before: { status: 'active' }, after: { status: 'hidden' } },
    ])
    await expect(hide('UCnobodynobodynobodynobo')).rejects.toMatchObject({ code: 'no_such_channel' })
  })

  it('is not named by an id that is another’s number', async () => {
    const [id] = await addLighthouses()
    await makeChannel(world.app, { platformId: String(id) })
    await expect(hide(String(id))).rejects.toMatchObject({ code: 'several_channels' })
    expect(await hide(ID)).toMatchObject({ isChanged: true })
  })
})

describe('an edited channel', () => {
  const edit = (facts: Omit<Parameters<typeof editChannel>[2], 'channel'>, channel = ID) =>
    editChannel(world.app, OPERATOR, { channel, ...facts })

  it('is found by its new facts, and the audit keeps no names', async () => {
    const [id] = await addLighthouses()
    const facts = {
      name: 'Corrected Beacon',
      handle: 'corrected.beacon',
      types: ['Travel', 'Vlogs'],
      audiences: ['Adults'],
      country: 'FI',
      language: 'fi',
    } satisfies Parameters<typeof edit>[0]
    expect(await edit(facts)).toMatchObject({ id, name: 'Corrected Beacon', isChanged: true })
    await expectSoundLedger(world.app)
    const client = world.client()
    expect(await namesFound(client, 'corrected beacon')).toEqual(['Corrected Beacon'])
    expect(await namesFound(client, 'hidden')).toEqual([])
    const found = await client.call('POST /filter', { body: { content_type: ['Travel'], country: 'FI' } })
    expect(found.body.data.map((channel) => channel.channel_name)).toEqual(['Corrected Beacon'])
    expect(await edit(facts)).toMatchObject({ isChanged: false })
    const entries = await auditOf(world.app)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      before: { content_types: ['Education'], country: null },
      after: { content_types: ['Vlogs', 'Travel'], audiences: ['Adults'], country: 'FI', language: 'fi' },
    })
    expect(JSON.stringify(entries)).not.toMatch(/Corrected|corrected\.beacon|Hidden/)
  })

  it('keeps its name in the refresh, and takes the numbers', async () => {
    const [id] = await addLighthouses()
    await edit({ name: 'Corrected Beacon' })
    const { app, clock } = world
    await transact(app.db, (tx) =>
      storeFacts(tx, {
        platform: youtube,
        asked: [{ id, platformId: ID }],
        found: [TOLD],
        lastUploads: new Map(),
        now: clock.now(),
        afterDays: 20,
      }),
    )
    const row = await app.db.selectFrom('channel').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: 'Corrected Beacon', search_words: 'corrected beacon', subscribers: 5 })
  })

  it('cannot take the handle of another one, nor change at all while an import is being written', async () => {
    await addLighthouses()
    await expect(edit({ handle: 'hidden.lighthouse' }, SIBLING)).rejects.toMatchObject({
      code: 'handle_taken',
    })
    expect(await auditOf(world.app)).toEqual([])
    await using importing = await world.app.databases.pool.connect().then((client) => ({
      client,
      async [Symbol.asyncDispose]() {
        await client.query('rollback')
        client.release()
      },
    }))
    await importing.client.query(`begin; select pg_advisory_xact_lock(hashtext('channelbook import'))`)
    const refusal = { code: 'import_running', retryAfter: 30 }
    await expect(edit({ country: 'DE' })).rejects.toMatchObject(refusal)
    await expect(hide(ID)).rejects.toMatchObject(refusal)
  })
})

describe('two channels that the operator merges', () => {
  const merge = (from: string, into: string, isDryRun = false) =>
    mergeKnownChannels(world.app, OPERATOR, { from, into, isDryRun })

  async function addTwins() {
    const { app } = world
    const [kept] = await addLighthouses()
    const [gone] = await addTitledChannels(app, [
      {
        name: 'Hidden Lighthouse again',
        handle: 'twin.lighthouse',
        titles: TITLES,
        hasContact: true,
      },
    ])
    await app.db
      .updateTable('channel')
      .set({ platform_id: null, fetched_at: new Date(0) })
      .where('id', '=', gone!)
      .execute()
    for (const address of ['twin@lighthouse.example', `keeper${kept}@lighthouse${kept}.example`])
      await addContacts(app, { channel_id: gone!, address, source_url: 'https://lighthouse.example/about' })
    const buyer = await makePerson(app, { uses: 2 })
    const both = await makePerson(app, { uses: 2 })
    for (const { id: holderId } of [buyer, both])
      await revealContact(app, { ...asBuyer(holderId), channelId: String(gone) })
    await revealContact(app, { ...asBuyer(both.id), channelId: ID })
    return { kept, gone: gone!, buyer }
  }

  it('are first counted, without a change, and then become one', async () => {
    const { kept, gone, buyer } = await addTwins()
    const before = await everything()
    const moved = { contacts: 2, contactsOfBoth: 1, purchases: 2, purchasesOfBoth: 1, days: 0 }
    const preview = await merge(String(gone), ID, true)
    expect(preview).toMatchObject({
      fromId: gone,
      intoId: kept,
      moved,
      sides: {
        from: { id: gone, contacts: 2, purchases: 2 },
        into: { id: kept, contacts: 2, purchases: 1 },
        merged: { id: kept, name: 'Hidden Lighthouse', contacts: 3, purchases: 2 },
      },
    })
    expect(await everything()).toBe(before)

    expect(await merge(String(gone), ID)).toEqual(preview)
    await expectSoundLedger(world.app)
    expect(await namesFound(world.client(), 'hidden lighthouse')).toEqual(['Hidden Lighthouse'])
    const client = await logIn(world, buyer)
    expect((await client.call('GET /purchases')).body.data.map(({ channelId }) => channelId)).toEqual([ID])
    expect(await merge(String(gone), ID)).toEqual({
      fromId: gone,
      intoId: kept,
      moved: null,
      sides: null,
    })
    expect(await auditOf(world.app)).toMatchObject([
      { verb: 'channels merge', subject: String(gone), after: { into: kept, ...moved } },
    ])
  })

  it('become one once, when two operators merge them at once', async () => {
    const { kept, gone } = await addTwins()
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => merge(String(gone), String(kept))))
    expect(outcomes.filter(({ moved }) => moved !== null)).toHaveLength(1)
    expect(await auditOf(world.app)).toHaveLength(1)
  })

  it('stay hidden if one was, and keep what was edited of either', async () => {
    const { kept, gone } = await addTwins()
    await editChannel(world.app, OPERATOR, {
      channel: String(gone),
      country: 'FI',
      name: 'Of the twin',
    })
    await editChannel(world.app, OPERATOR, { channel: ID, name: 'Of the kept one' })
    await hide(String(gone))
    await merge(String(gone), ID)
    const row = await world.app.db
      .selectFrom('channel')
      .selectAll()
      .where('id', '=', kept)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'hidden', name: 'Of the kept one', country: 'FI', edited_facts: 33 })
  })

  it('are refused when they are two, or not there', async () => {
    const [id] = await addLighthouses()
    await expect(merge(ID, SIBLING)).rejects.toMatchObject({ code: 'other_platform_id' })
    await expect(merge(ID, String(id))).rejects.toMatchObject({ code: 'same_channel' })
    const unknown = { code: 'no_such_channel', extras: { named: '99999' } }
    await expect(merge('99999', ID)).rejects.toMatchObject(unknown)
    await expect(merge(ID, '99999')).rejects.toMatchObject(unknown)
  })
})
