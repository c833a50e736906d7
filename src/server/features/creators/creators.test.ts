import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { mergeChannels } from '#server/features/catalogue/merge-channels.ts'
import { importChannels } from '#server/features/import/import-channels.ts'
import { newestPurchases } from '#server/features/reveals/reveals.sql.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import type { BodyGiven } from '#shared/api/contract.ts'
import { refreshSearch } from '#test/support/catalogue-world.ts'
import { makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { waitForMails } from '#test/support/sign-up.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { settlePauses } from './change-terms.ts'
import { purgeCreatorLinks, REFUSES } from './creators.sql.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp({
    env: {
      RATE_LIMITS: 'off',
      LIMITS: 'verification_day=1000/60',
      PUBLIC_URL: 'http://localhost:3000',
      CREATOR_NOTICE: 'off',
    },
  })
})
afterEach(() => expectSoundLedger(world.app))
afterAll(() => world[Symbol.asyncDispose]())

const tokenIn = (text = '') => /\/creator\?token=([\w-]{43})$/m.exec(text)?.[1] ?? 'no link'

/** Asks for the link of an address and takes it from the letter. */
async function linkFor(address: string): Promise<string> {
  const before = await lettersTo(address)
  expect((await world.client().call('POST /creator/link', { body: { address } })).status).toBe(200)
  return tokenIn((await waitForMails(world, address, before + 1))[0]?.text)
}

async function lettersTo(address: string): Promise<number> {
  return (await waitForMails(world, address, 0)).length
}

const read = (token: string) => world.client().call('POST /creator', { body: { token } })
const say = (token: string, wish: Omit<BodyGiven<'PUT /creator'>, 'token'>) =>
  world.client().call('PUT /creator', { body: { token, ...wish } })
const object = (token: string) => world.client().call('PUT /optout', { body: { token } })
const prefer = (token: string, address: string) =>
  world.client().call('POST /creator/address', { body: { token, address } })
const settle = (token: string) => world.client().call('PUT /creator/address', { body: { token } })

/** What a new buyer gets of a channel: the address, or the refusal. */
async function sells(channel: TestChannel): Promise<string> {
  const { id } = await makePerson(world.app, { uses: 1 })
  return revealContact(world.app, { personId: id, channelId: channel.channelId }).then(
    ({ email }) => email,
    (error: Error) => error.message,
  )
}

async function found(channel: TestChannel) {
  const { rows } = await sql<{ channel: boolean; search: boolean }>`
    select channel.has_contact as channel, search_entry.has_contact as search
    from channel join search_entry on channel_id = id where id = ${channel.id}`.execute(world.app.db)
  return rows[0]
}

async function contactOf(address: string) {
  const { rows } = await sql<{ confirmed_at: Date | null; withheld: string[]; refuses: string[] }>`
    select confirmed_at, withheld, bounced_at, source_kind, ${REFUSES} as refuses
    from contact where address = ${address}`.execute(world.app.db)
  return rows[0]
}

/** A searchable channel, and a link of its owner. */
async function listed(contacts = 1) {
  const channel = await makeChannel(world.app, { contacts })
  await refreshSearch(world.app.db, [channel.id])
  const address = channel.addresses[0]!
  return { channel, address, token: await linkFor(address) }
}

describe('the link of an address', () => {
  it('shows what is kept, without the address; opening it changes nothing', async () => {
    const { channel, address, token } = await listed()
    await sells(channel)
    const { status, body, text } = await read(token)
    expect([status, body.data]).toEqual([
      200,
      {
        purpose: 'own',
        maskedEmail: `${address[0]}…@creator.example`,
        channels: [
          {
            channel_name: channel.name,
            url: expect.stringContaining('videos.example'),
            sourceKind: 'website',
            sourceHost: 'videos.example',
            firstSeenAt: '2026-03-10T09:00:00.000Z',
            lastSeenAt: '2026-03-10T09:00:00.000Z',
            confirmedAt: null,
          },
        ],
        sold: '1-9',
        refuses: [],
        isPaused: false,
        pausedUntil: null,
      },
    ])
    expect(text).not.toContain(address)
    expect((await read(token)).text).toBe(text)
  })

  it('comes to known and unknown addresses, with the same answer', async () => {
    const { addresses } = await makeChannel(world.app)
    const ask = (address: string) => world.client().call('POST /creator/link', { body: { address } })
    const [known, unknown] = [await ask(addresses[0]!), await ask('not.there@creator.example')]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    const [letter] = await waitForMails(world, 'not.there@creator.example', 1)
    const token = tokenIn(letter?.text)
    expect((await read(token)).body.data.channels).toEqual([])
    await say(token, { refuses: ['politics'], pause: 'open', isRight: true })
    const kept = await world.app.db
      .selectFrom('creator_terms')
      .selectAll()
      .where('address', '=', 'not.there@creator.example')
      .execute()
    expect(kept).toEqual([])
  })

  it('is one clear refusal when it is forged or expired, whatever is asked', async () => {
    const { address, token } = await listed()
    const all = (link: string) =>
      Promise.all([
        read(link),
        say(link, { isRight: true }),
        prefer(link, 'x@creator.example'),
        settle(link),
        object(link),
      ])
    for (const answer of await all('made-up'))
      expect([answer.status, answer.body.error?.code]).toEqual([400, 'wrong_token'])
    const rows = await world.app.db.selectFrom('creator_link').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    world.clock.advance({ days: 7 })
    for (const answer of await all(token)) expect(answer.body.error?.code).toBe('wrong_token')
    expect(await contactOf(address)).toMatchObject({ confirmed_at: null })
    await purgeCreatorLinks(world.app.db, world.clock.now())
    expect(await world.app.db.selectFrom('creator_link').selectAll().execute()).toEqual([])
  })
})

describe('a confirmation', () => {
  it('is dated, may be repeated from several tabs, and an import does not undo it', async () => {
    const { channel, address, token } = await listed()
    await Promise.all(Array.from({ length: 10 }, () => say(token, { isRight: true })))
    const at = world.clock.now()
    expect(await contactOf(address)).toMatchObject({ confirmed_at: at, withheld: [] })
    expect((await read(token)).body.data.channels[0]?.confirmedAt).toBe(at.toISOString())
    world.clock.advance({ days: 3 })
    await importRow(channel, address)
    expect(await contactOf(address)).toMatchObject({ confirmed_at: at })
  })

  it('makes what came back sellable again when the letter with the link arrived later, and only then', async () => {
    const { channel, address, token } = await listed()
    const bounce = () =>
      sql`update contact set withheld = '{bounced,stale}', bounced_at = ${world.clock.now()}
        where address = ${address}`.execute(world.app.db)
    world.clock.advance({ hours: 1 })
    await bounce()
    await say(token, { isRight: true })
    expect(await contactOf(address)).toMatchObject({ withheld: ['bounced'], bounced_at: expect.any(Date) })
    expect(await sells(channel)).toBe('no_contact')
    world.clock.advance({ hours: 1 })
    await say(await linkFor(address), { isRight: true })
    expect(await contactOf(address)).toMatchObject({ withheld: [], bounced_at: null })
    expect(await sells(channel)).toBe(address)
    expect(await found(channel)).toEqual({ channel: true, search: true })
  })
})

describe('subjects that are not wanted', () => {
  it('replace each other, and hold for every channel with the address, also after a merge', async () => {
    const { channel, address, token } = await listed()
    const other = await makeChannel(world.app, { contacts: 0 })
    await importRow(other, address)
    await say(token, { refuses: ['tobacco', 'alcohol', 'alcohol'] })
    const { body } = await say(token, { refuses: ['politics', 'gambling'] })
    expect(body.data.refuses).toEqual(['gambling', 'politics'])
    const client = await world.app.pool.connect()
    await mergeChannels(client, { goneId: other.id, keptId: channel.id })
    client.release()
    expect(await contactOf(address)).toMatchObject({ refuses: ['gambling', 'politics'] })
    const refused = await world.client().call('PUT /creator', {
      body: { token, refuses: ['anything' as 'politics'] },
    })
    expect(refused.body.error?.code).toBe('invalid_input')
  })
})

describe('a pause', () => {
  it('withholds the contact from new buyers, in the search too, and ends by itself', async () => {
    const { channel, token, address } = await listed()
    const early = await makePerson(world.app, { uses: 1 })
    await revealContact(world.app, { personId: early.id, channelId: channel.channelId })
    const { body } = await say(token, { pause: '1' })
    expect(body.data).toMatchObject({ isPaused: true, pausedUntil: endOfMonth() })
    await say(token, { pause: '1' })
    expect(await contactOf(address)).toMatchObject({ withheld: ['paused'] })
    expect(await sells(channel)).toBe('no_contact')
    expect(await found(channel)).toEqual({ channel: false, search: false })
    expect(await newestPurchases(world.app.db, early.id, { limit: 1 })).toMatchObject([{ email: address }])
    await settlePauses(world.app)
    expect(await sells(channel)).toBe('no_contact')
    world.clock.advance({ days: 31 })
    await settlePauses(world.app)
    expect(await sells(channel)).toBe(address)
    expect(await found(channel)).toEqual({ channel: true, search: true })
  })

  it('without an end lasts until its owner ends it, and keeps what another one withholds', async () => {
    const { channel, address, token } = await listed()
    await say(token, { pause: 'open' })
    await sql`update contact set withheld = withheld || '{source}' where address = ${address}`.execute(
      world.app.db,
    )
    world.clock.advance({ days: 5 })
    await settlePauses(world.app)
    expect(await contactOf(address)).toMatchObject({ withheld: ['paused', 'source'] })
    expect((await say(token, { pause: 'off' })).body.data.isPaused).toBe(false)
    expect(await contactOf(address)).toMatchObject({ withheld: ['source'] })
    expect(await sells(channel)).toBe('no_contact')
  })

  it('holds for channels to which an import adds the address later', async () => {
    const { address, token } = await listed()
    await say(token, { pause: '3' })
    const other = await makeChannel(world.app, { contacts: 0 })
    await importRow(other, address)
    expect(await sells(other)).toBe('no_contact')
    expect(await found(other)).toEqual({ channel: false, search: false })
    // As a running import leaves it that has not seen the pause.
    await sql`update contact set withheld = '{}' where channel_id = ${other.id}`.execute(world.app.db)
    await settlePauses(world.app)
    expect(await sells(other)).toBe('no_contact')
  })
})

describe('a preferred address', () => {
  const given = async (token: string, address: string) => {
    expect((await prefer(token, address)).status).toBe(200)
    return tokenIn((await waitForMails(world, address, 1))[0]?.text)
  }

  it('becomes the best contact once its own link confirms it; the old one stays behind it', async () => {
    const { channel, address, token } = await listed()
    await say(token, { refuses: ['loans'] })
    const better = `better.${channel.id}@creator.example`
    const link = await given(token, better)
    expect(await sells(channel)).toBe(address)
    expect((await read(link)).body.data).toMatchObject({
      purpose: 'prefer',
      channels: [{ channel_name: channel.name }],
    })
    expect((await say(link, { isRight: true })).body.error?.code).toBe('wrong_token')
    const answers = await Promise.all([settle(link), settle(link), settle(link)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.body.data).toMatchObject({ purpose: 'own', refuses: ['loans'] })
    expect(await sells(channel)).toBe(better)
    expect(await contactOf(better)).toMatchObject({
      confirmed_at: world.clock.now(),
      source_kind: 'creator',
      refuses: ['loans'],
    })
    await importRow(channel, address)
    expect(await sells(channel)).toBe(better)
    await object(link)
    expect(await sells(channel)).toBe(address)
  })

  it('is confirmed also after its owner has removed the old one', async () => {
    const { channel, token } = await listed()
    const better = `only.${channel.id}@creator.example`
    const link = await given(token, better)
    await object(token)
    expect(await sells(channel)).toBe('no_contact')
    await settle(link)
    expect(await sells(channel)).toBe(better)
    expect(await found(channel)).toEqual({ channel: true, search: true })
  })

  it('that had failed is sold again by every channel that has it', async () => {
    const { channel, token } = await listed()
    const other = await makeChannel(world.app)
    await refreshSearch(world.app.db, [other.id])
    const address = other.addresses[0]!
    await sql`update contact set withheld = '{bounced}', bounced_at = now() where address = ${address}`.execute(
      world.app.db,
    )
    expect(await sells(other)).toBe('no_contact')
    await settle(await given(token, address))
    expect([await sells(channel), await sells(other)]).toEqual([address, address])
    expect(await found(other)).toEqual({ channel: true, search: true })
  })

  it('gets no letter when its owner objected, and is not added when they object meanwhile', async () => {
    const { channel, address, token } = await listed()
    const objected = `no.${channel.id}@creator.example`
    await object(await linkFor(objected))
    const before = await lettersTo(objected)
    expect((await prefer(token, objected)).status).toBe(200)
    const later = `later.${channel.id}@creator.example`
    const link = await given(token, later)
    expect(await lettersTo(objected)).toBe(before)
    await object(await linkFor(later))
    expect((await settle(link)).body.error?.code).toBe('wrong_token')
    expect(await sells(channel)).toBe(address)
  })
})

describe('an objection', () => {
  it('is made by the same link, and forgets wishes and links; an import does not bring the address back', async () => {
    const { channel, address, token } = await listed()
    await say(token, { refuses: ['adult'], pause: '6' })
    expect((await object(token)).status).toBe(200)
    expect((await object(token)).body.error?.code).toBe('wrong_token')
    for (const table of ['creator_terms', 'creator_link'] as const) {
      const rows = await world.app.db.selectFrom(table).select('address').execute()
      expect(rows.map((row) => row.address)).not.toContain(address)
    }
    await importRow(channel, address)
    expect(await sells(channel)).toBe('no_contact')
    expect((await read(await linkFor(address))).body.data).toMatchObject({ channels: [], refuses: [] })
  })

  it('and wishes at the same moment leave nothing of the wishes', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { address, token } = await listed()
      await Promise.all([
        say(token, { refuses: ['adult'], pause: 'open' }),
        object(token),
        say(token, { isRight: true, pause: '3' }),
      ])
      const rows = await world.app.db
        .selectFrom('creator_terms')
        .select('address')
        .where('address', '=', address)
        .execute()
      expect(rows).toEqual([])
    }
  })
})

it('what cannot wait for an import is refused as unavailable, and changes nothing', async () => {
  const { address, channel, token } = await listed()
  const importing = await transact(world.app.db, async (tx) => {
    await sql`select from channel where id = ${channel.id} for update`.execute(tx)
    return say(token, { pause: '1' })
  })
  expect([importing.status, importing.body.error?.code]).toEqual([503, 'unavailable'])
  expect(await contactOf(address)).toMatchObject({ withheld: [] })
})

describe('its limits', () => {
  it('are one letter a minute per address and 20 an hour per network', async () => {
    await using strict = await createTestApp()
    const send = (address: string) => strict.client().call('POST /creator/link', { body: { address } })
    expect((await send('one@creator.example')).status).toBe(200)
    expect((await send('one@creator.example')).status).toBe(429)
    const statuses: number[] = []
    for (let number = 0; number < 20; number += 1)
      statuses.push((await send(`n${number}@creator.example`)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(18)
  })
})

/** One month after the test's now, as the page shows it. */
function endOfMonth(): string {
  const end = world.clock.now()
  end.setUTCMonth(end.getUTCMonth() + 1)
  return end.toISOString()
}

/** Imports a row that shows an address of a channel, today. */
async function importRow({ channelId, name }: TestChannel, address: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'channelbook-creators-'))
  const path = join(folder, 'list.csv')
  const today = world.clock.now().toISOString().slice(0, 10)
  await writeFile(
    path,
    `id,name,email,contact_source,contact_seen_at\n${channelId},${name},${address},website,${today}\n`,
  )
  try {
    await importChannels(world.app, path, {
      quarantine: join(folder, 'quarantine'),
      asOf: world.clock.now().getTime(),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
