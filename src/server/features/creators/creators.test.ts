import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { transact } from '#server/db/connect.ts'
import { retireContacts } from '#server/features/catalogue/retire-contacts.ts'
import { mergeChannels } from '#server/features/catalogue/merge-channels.ts'
import { importChannels } from '#server/features/import/import-channels.ts'
import { suppressAddress, suppressForOwner } from '#server/features/objections/suppress-address.ts'
import { newestPurchases } from '#server/features/reveals/reveals.sql.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import type { BodyGiven } from '#shared/api/contract.ts'
import { refreshSearch } from '#test/support/catalogue-world.ts'
import { asBuyer, giveAddress, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { allMailsTo, isReceipt, mailsTo, waitForMails } from '#test/support/sign-up.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { endPauses } from './change-terms.ts'
import { purgeCreatorLinks } from './creators.sql.ts'
import { deleteUnusedPreferences } from './preferences.sql.ts'

const world = useTestApp({
  env: {
    RATE_LIMITS: 'off',
    LIMITS: 'verification_day=1000/60',
    PUBLIC_URL: 'http://localhost:3000',
    CREATOR_NOTICE: 'off',
  },
})
afterAll(() => expectSoundLedger(world.app))

const tokenIn = (text = '') => /\/creator\?token=([\w-]{43})$/m.exec(text)?.[1] ?? 'no link'

/** Asks for the link of an address and takes it from the email. */
async function linkFor(address: string): Promise<string> {
  const before = await emailsTo(address)
  expect((await world.client().call('POST /creator/link', { body: { address } })).status).toBe(200)
  return tokenIn((await waitForMails(world, address, before + 1))[0]?.text)
}

async function emailsTo(address: string): Promise<number> {
  return (await mailsTo(world, address)).length
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
  return revealContact(world.app, { ...asBuyer(id), channelId: channel.channelId }).then(
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
    select confirmed_at, withheld, bounced_at, is_undeliverable, paused_at is not null as is_paused, source_kind, refuses
    from known_contact where address = ${address}`.execute(world.app.db)
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
  it('shows what is kept and what everybody sees of the channel; opening it changes nothing', async () => {
    const { channel, address, token } = await listed()
    await sells(channel)
    const search = await world.client().call('POST /search', { body: { mainInputValue: channel.channelId } })
    const { status, body, text } = await read(token)
    expect([status, body.data]).toEqual([
      200,
      {
        purpose: 'own',
        email: address,
        preferredEmail: null,
        channels: [
          {
            channel_name: channel.name,
            url: expect.stringContaining('videos.example'),
            sourceKind: 'website',
            sourceHost: 'videos.example',
            firstSeenAt: '2026-03-10T09:00:00.000Z',
            lastSeenAt: '2026-03-10T09:00:00.000Z',
            confirmedAt: null,
            shown: search.body.data[0],
          },
        ],
        sold: '1-9',
        refuses: [],
        notSold: null,
        isPaused: false,
        pausedUntil: null,
      },
    ])
    expect((await read(token)).text).toBe(text)
  })

  it('comes to known and unknown addresses, with the same answer', async () => {
    const { addresses } = await makeChannel(world.app)
    const ask = (address: string) => world.client().call('POST /creator/link', { body: { address } })
    const [known, unknown] = [await ask(addresses[0]!), await ask('not.there@creator.example')]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    const [message] = await waitForMails(world, 'not.there@creator.example', 1)
    const token = tokenIn(message?.text)
    expect((await read(token)).body.data.channels).toEqual([])
    await say(token, { refuses: ['politics'], pause: 'open', isRight: true })
    const kept = await world.app.db
      .selectFrom('address')
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

  it('makes what came back sellable again when the email with the link arrived later, and only then', async () => {
    const { channel, address, token } = await listed()
    const bounce = () =>
      sql`with old as (update contact set withheld = '{stale}' where address = ${address})
        update address set is_undeliverable = true, bounced_at = ${world.clock.now()}
        where address = ${address}`.execute(world.app.db)
    world.clock.advance({ hours: 1 })
    await bounce()
    const { body } = await say(token, { isRight: true })
    expect(body.data.notSold).toBe('bounced')
    expect(await contactOf(address)).toMatchObject({ is_undeliverable: true, bounced_at: expect.any(Date) })
    expect(await sells(channel)).toBe('no_contact')
    world.clock.advance({ hours: 1 })
    const later = await linkFor(address)
    expect((await say(later, { isRight: true })).body.data.notSold).toBe(null)
    expect(await contactOf(address)).toMatchObject({
      withheld: [],
      is_undeliverable: false,
      bounced_at: null,
    })
    expect(await sells(channel)).toBe(address)
    expect(await found(channel)).toEqual({ channel: true, search: true })
    await sql`update contact set withheld = '{stale}' where address = ${address}`.execute(world.app.db)
    expect((await read(later)).body.data.notSold).toBe('stale')
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
    const client = await world.app.databases.pool.connect()
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
    await revealContact(world.app, { ...asBuyer(early.id), channelId: channel.channelId })
    const { body } = await say(token, { pause: '1' })
    expect(body.data).toMatchObject({ isPaused: true, pausedUntil: endOfMonths(1) })
    await say(token, { pause: '1' })
    expect(await contactOf(address)).toMatchObject({ is_paused: true })
    expect(await sells(channel)).toBe('no_contact')
    expect(await found(channel)).toEqual({ channel: false, search: false })
    const { body: page } = await world
      .client()
      .call('GET /channels/{channelId}', { params: { channelId: channel.channelId } })
    expect(page.data.channel.noContactReason).toBe('pause')
    expect(await newestPurchases(world.app.db, early.id, { limit: 1 })).toMatchObject([{ email: address }])
    await endPauses(world.app)
    expect(await sells(channel)).toBe('no_contact')
    world.clock.advance({ days: 31 })
    await endPauses(world.app)
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
    await endPauses(world.app)
    expect(await contactOf(address)).toMatchObject({ is_paused: true, withheld: ['source'] })
    expect((await say(token, { pause: 'off' })).body.data.isPaused).toBe(false)
    expect(await contactOf(address)).toMatchObject({ is_paused: false, withheld: ['source'] })
    expect(await sells(channel)).toBe('no_contact')
  })

  it('holds for channels to which an import adds the address later', async () => {
    const { address, token } = await listed()
    await say(token, { pause: '3' })
    const other = await makeChannel(world.app, { contacts: 0 })
    await importRow(other, address)
    expect(await sells(other)).toBe('no_contact')
    expect(await found(other)).toEqual({ channel: false, search: false })
    await say(token, { pause: 'off' })
    expect(await sells(other)).toBe(address)
    expect(await found(other)).toEqual({ channel: true, search: true })
  })
})

/** Until a statement waits for a lock. */
async function waiting(statement: string): Promise<void> {
  const waiters = () =>
    world.app.databases.pool
      .query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [`%${statement}%`],
      )
      .then(({ rowCount }) => rowCount)
  await expect.poll(waiters, { interval: 5 }).toBe(1)
}

describe('pauses that a job ends', () => {
  const pausedAt = (address: string) =>
    world.app.db.selectFrom('address').select('paused_at').where('address', '=', address).execute()

  it('end at the next run when an import holds the channel: this one goes on with the others', async () => {
    const [held, free] = [await listed(), await listed()]
    for (const { token } of [held, free]) await say(token, { pause: '1' })
    world.clock.advance({ days: 40 })
    await transact(world.app.db, async (tx) => {
      await sql`select from channel where id = ${held.channel.id} for update`.execute(tx)
      await endPauses(world.app)
    })
    expect(await contactOf(free.address)).toMatchObject({ is_paused: false })
    expect(await contactOf(held.address)).toMatchObject({ is_paused: true })
    await endPauses(world.app)
    expect(await contactOf(held.address)).toMatchObject({ is_paused: false })
  })

  it('are remembered while no channel has the address; subjects are not', async () => {
    const [paused, other] = [await listed(), await listed()]
    await say(paused.token, { pause: '3' })
    await say(other.token, { refuses: ['loans'] })
    for (const { channel } of [paused, other])
      await sql`update contact set last_seen_at = '2020-01-01' where channel_id = ${channel.id}`.execute(
        world.app.db,
      )
    await retireContacts(world.app)
    expect(await pausedAt(paused.address)).toHaveLength(1)
    expect(await pausedAt(other.address)).toEqual([])
    await importRow(paused.channel, paused.address)
    expect(await contactOf(paused.address)).toMatchObject({ is_paused: true })
    await world.app.db.deleteFrom('contact').where('address', '=', paused.address).execute()
    world.clock.advance({ days: 100 })
    await endPauses(world.app)
    expect(await pausedAt(paused.address)).toEqual([])
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

  it('cannot be confirmed once the owner of the old one has objected: nobody could take it back', async () => {
    const { channel, token } = await listed()
    const link = await given(token, `only.${channel.id}@creator.example`)
    await object(token)
    expect((await settle(link)).body.error?.code).toBe('wrong_token')
    expect(await sells(channel)).toBe('no_contact')
  })

  it('is checked at once, and keeps the source of a contact that is known already', async () => {
    const { channel, token } = await listed(2)
    const known = channel.addresses[1]!
    const later = new Date(world.clock.now().getTime() + 30 * 86_400_000)
    await world.app.db
      .updateTable('address')
      .set({ check_after: later, verification: 'valid', verified_at: world.clock.now() })
      .where('address', '=', known)
      .execute()
    await settle(await given(token, known))
    const { rows } = await sql`
      select source_kind, verification, check_after <= ${world.clock.now()} as is_due
      from contact join address using (address) where address = ${known}`.execute(world.app.db)
    expect(rows).toEqual([{ source_kind: 'website', verification: 'unverified', is_due: true }])
    expect(await sells(channel)).toBe(known)
  })

  it('that had failed is sold again by every channel that has it', async () => {
    const { channel, token } = await listed()
    const other = await makeChannel(world.app)
    await refreshSearch(world.app.db, [other.id])
    const address = other.addresses[0]!
    await sql`update address set is_undeliverable = true, bounced_at = now() where address = ${address}`.execute(
      world.app.db,
    )
    expect(await sells(other)).toBe('no_contact')
    await settle(await given(token, address))
    expect([await sells(channel), await sells(other)]).toEqual([address, address])
    expect(await found(other)).toEqual({ channel: true, search: true })
  })

  it('gets no email when its owner objected, and is not added when they object meanwhile', async () => {
    const { channel, address, token } = await listed()
    const objected = `no.${channel.id}@creator.example`
    await object(await linkFor(objected))
    const before = await emailsTo(objected)
    expect((await prefer(token, objected)).status).toBe(200)
    const later = `later.${channel.id}@creator.example`
    const link = await given(token, later)
    expect(await emailsTo(objected)).toBe(before)
    await object(await linkFor(later))
    expect((await settle(link)).body.error?.code).toBe('wrong_token')
    expect(await sells(channel)).toBe(address)
  })
})

describe('the owner of an address to which another one is preferred', () => {
  const given = async (token: string, address: string) => {
    const before = await emailsTo(address)
    await prefer(token, address)
    return tokenIn((await waitForMails(world, address, before + 1))[0]?.text)
  }
  const takeBack = (token: string) => say(token, { takesBack: true })
  const preferences = async (address: string) => {
    const { rows } = await sql`
      select from creator_preference where ${address} in (address, instead_of)`.execute(world.app.db)
    return rows.length
  }

  /** An address with another one that a link of it, perhaps forwarded, has put before it. */
  async function replaced() {
    const owned = await listed()
    const other = `other.${owned.channel.id}@creator.example`
    const link = await given(owned.token, other)
    const before = await emailsTo(owned.address)
    await Promise.all([settle(link), settle(link)])
    const [message] = await waitForMails(world, owned.address, before + 1)
    return { ...owned, other, link, messages: before + 1, message, ownLink: tokenIn(message?.text) }
  }

  it('takes it back without a trace, a pause that it got included', async () => {
    const { channel, token } = await listed()
    await say(token, { pause: 'open' })
    const other = `paused.${channel.id}@creator.example`
    await settle(await given(token, other))
    await takeBack(token)
    const kept = world.app.db.selectFrom('address').select('address').where('address', '=', other)
    expect(await kept.execute()).toEqual([])
  })

  it('is told once, in the channel’s language, and never by whom', async () => {
    const { address, other, link, message, messages, ownLink } = await replaced()
    await settle(link)
    expect(await emailsTo(address)).toBe(messages)
    expect(message?.subject).toBe('Offers for your channel now go to another address')
    expect(message?.text).toContain('Other address: o…@creator.example')
    expect(message?.text).not.toContain(other)
    expect((await read(ownLink)).body.data).toMatchObject({
      purpose: 'own',
      preferredEmail: 'o…@creator.example',
    })

    const channel = await makeChannel(world.app)
    await world.app.db.updateTable('channel').set({ language: 'ru' }).where('id', '=', channel.id).execute()
    const russian = channel.addresses[0]!
    await settle(await given(await linkFor(russian), `ru.${channel.id}@creator.example`))
    const [told] = await waitForMails(world, russian, 2)
    expect(told?.subject).toBe('Предложения для вашего канала теперь идут на\u00a0другой адрес')
    world.clock.advance({ days: 89 })
    expect((await read(ownLink)).status).toBe(200)
    world.clock.advance({ days: 1 })
    expect((await read(ownLink)).status).toBe(400)
  })

  it('takes it back: the other one is gone, all earlier links are ended, and the same link can be used on', async () => {
    const { channel, address, other, link, token, ownLink } = await replaced()
    expect(await sells(channel)).toBe(other)
    await given(token, `next.${channel.id}@creator.example`)
    const { body } = await takeBack(ownLink)
    expect(body.data).toMatchObject({ preferredEmail: null, channels: [{ confirmedAt: expect.any(String) }] })
    expect((await takeBack(ownLink)).body.data).toEqual(body.data)
    expect(await sells(channel)).toBe(address)
    expect(await contactOf(other)).toBeUndefined()
    expect(await found(channel)).toEqual({ channel: true, search: true })
    const links = await world.app.db
      .selectFrom('creator_link')
      .select('address')
      .where((eb) => eb.or([eb('address', 'in', [address, other]), eb('instead_of', '=', address)]))
      .execute()
    // The one that was used, and that of the receipt.
    expect(links).toEqual([{ address }, { address }])
    for (const dead of [token, link]) expect((await read(dead)).body.error?.code).toBe('wrong_token')
    expect((await settle(link)).body.error?.code).toBe('wrong_token')
    expect(await preferences(address)).toBe(0)
  })

  it('takes back what was preferred to the other one, too, and by any link of the address', async () => {
    const { channel, address, other, link } = await replaced()
    const third = `third.${channel.id}@creator.example`
    world.clock.advance({ seconds: 1 })
    await settle(await given(link, third))
    expect(await sells(channel)).toBe(third)
    await takeBack(await linkFor(address))
    expect(await sells(channel)).toBe(address)
    for (const gone of [other, third]) expect(await contactOf(gone)).toBeUndefined()
  })

  it('leaves what was found elsewhere, behind the own address', async () => {
    const { channel, address, token } = await listed(2)
    const known = channel.addresses[1]!
    await settle(await given(token, known))
    expect(await sells(channel)).toBe(known)
    world.clock.advance({ seconds: 1 })
    await takeBack(await linkFor(address))
    expect(await sells(channel)).toBe(address)
    expect(await contactOf(known)).toMatchObject({ source_kind: 'website' })
  })

  it('leaves to the owner of the preferred address what that one can take back in channels of its own', async () => {
    const [first, second] = [await listed(), await listed()]
    await settle(await given(first.token, second.address))
    world.clock.advance({ seconds: 1 })
    const last = `last.${second.channel.id}@creator.example`
    await settle(await given(second.token, last))
    expect([await sells(first.channel), await sells(second.channel)]).toEqual([last, last])
    await takeBack(first.token)
    expect([await sells(first.channel), await sells(second.channel)]).toEqual([first.address, last])
    expect((await read(second.token)).body.data.preferredEmail).toBe('l…@creator.example')
    await takeBack(second.token)
    expect(await sells(second.channel)).toBe(second.address)
    expect(await contactOf(last)).toBeUndefined()
    expect(await preferences(second.address)).toBe(0)
  })

  it('changes nothing of what the preferred address has of its own, with or without a pause, and ends none of its links', async () => {
    const [attacker, listedOne] = [await listed(), await listed()]
    await say(attacker.token, { pause: 'open', refuses: ['loans'] })
    const message = await given(attacker.token, listedOne.address)
    const settled = await settle(message)
    expect(settled.body.data).toMatchObject({ purpose: 'own', isPaused: false, refuses: [] })
    expect([await sells(listedOne.channel), await sells(attacker.channel)]).toEqual([
      listedOne.address,
      listedOne.address,
    ])
    const asked = await given(listedOne.token, `asked.${listedOne.channel.id}@creator.example`)
    world.clock.advance({ seconds: 1 })
    await takeBack(attacker.token)
    expect(await sells(attacker.channel)).toBe('no_contact')
    expect(await sells(listedOne.channel)).toBe(listedOne.address)
    for (const alive of [listedOne.token, asked]) expect((await read(alive)).status).toBe(200)
    expect((await read(message)).body.error?.code).toBe('wrong_token')
  })

  it('gives its pause and subjects to an address that is new', async () => {
    const { channel, token } = await listed()
    await say(token, { pause: '3', refuses: ['loans'] })
    const fresh = `fresh.${channel.id}@creator.example`
    const { body } = await settle(await given(token, fresh))
    expect(body.data).toMatchObject({ isPaused: true, refuses: ['loans'] })
    expect(await sells(channel)).toBe('no_contact')
    await takeBack(token)
    expect(await contactOf(fresh)).toBeUndefined()
  })

  it('confirms nothing when there is nothing to take back', async () => {
    const { address, token } = await listed()
    const before = (await read(token)).body.data
    expect((await takeBack(token)).body.data).toEqual(before)
    expect(await contactOf(address)).toMatchObject({ confirmed_at: null })
  })

  it('takes back what is confirmed at the same moment, and the link of the email about that is alive', async () => {
    const { channel, address, token, messages, ownLink } = await replaced()
    const next = `next.${channel.id}@creator.example`
    const pending = await given(token, next)
    const both = await transact(world.app.db, async (tx) => {
      await sql`select from channel where id = ${channel.id} for update`.execute(tx)
      const confirming = settle(pending)
      await waiting('from channel where id in')
      const takingBack = takeBack(ownLink)
      await waiting('select token_hash from creator_link')
      return { answers: Promise.all([confirming, takingBack]) }
    })
    expect((await both.answers).map(({ status }) => status)).toEqual([200, 200])
    const [message] = await waitForMails(world, address, messages + 1)
    expect((await read(tokenIn(message?.text))).status).toBe(200)
    expect(await sells(channel)).toBe(address)
    expect(await contactOf(next)).toBeUndefined()
    expect(await preferences(address)).toBe(0)
  })

  it('waits for channels before it locks addresses, as everybody does', async () => {
    const { channel, address, token } = await listed()
    await say(token, { refuses: ['loans'] })
    const other = `wish.${channel.id}@creator.example`
    await settle(await given(token, other))
    const { answer } = await transact(world.app.db, async (tx) => {
      await sql`select from channel where id = ${channel.id} for update`.execute(tx)
      const taking = takeBack(token)
      await waiting('from channel where id in')
      await sql`select from address where address = ${other} for update nowait`.execute(tx)
      return { answer: taking }
    })
    expect((await answer).status).toBe(200)
    expect(await sells(channel)).toBe(address)
  })

  it('has nothing to take back when no channel has the own address any more', async () => {
    const [own, other] = [await listed(), await listed()]
    const link = await given(own.token, other.address)
    await world.app.db.deleteFrom('contact').where('address', '=', own.address).execute()
    expect((await settle(link)).status).toBe(200)
    expect(await preferences(own.address)).toBe(0)
    expect(await emailsTo(own.address)).toBe(1)
  })

  it('gives no wish that the preferred address has: its link takes nothing back', async () => {
    const { channel, other, link } = await replaced()
    await takeBack(link)
    expect(await sells(channel)).toBe(other)
  })

  it('wins however many links and confirmations are used at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { channel, address, token, other } = await replaced()
      const pending = await given(token, `race.${channel.id}@creator.example`)
      const own = await linkFor(address)
      const answers = await Promise.all([
        ...[token, own, own].map(takeBack),
        settle(pending),
        say(token, { pause: 'off' }),
      ])
      for (const { status } of answers) expect([200, 400]).toContain(status)
      const last = await linkFor(address)
      await takeBack(last)
      expect(await sells(channel)).toBe(address)
      expect(await contactOf(other)).toBeUndefined()
      expect(await preferences(address)).toBe(0)
    }
  })

  it('keeps nothing of it after an objection of either', async () => {
    for (const who of ['address', 'other'] as const) {
      const { [who]: objecting } = await replaced()
      expect(await preferences(objecting)).toBe(1)
      await object(await linkFor(objecting))
      expect(await preferences(objecting)).toBe(0)
    }
  })

  it('is forgotten when the contacts of either are gone', async () => {
    for (const who of ['address', 'other'] as const) {
      const { [who]: gone } = await replaced()
      await world.app.db.deleteFrom('contact').where('address', '=', gone).execute()
      await deleteUnusedPreferences(world.app.db)
      expect(await preferences(gone)).toBe(0)
    }
  })
})

it('a confirmation and an objection of either owner at the same moment leave nothing of the preference', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { channel, address, token } = await listed()
    const other = `both.${channel.id}@creator.example`
    await prefer(token, other)
    const link = tokenIn((await waitForMails(world, other, 1))[0]?.text)
    const objecting = round % 2 === 0 ? address : other
    const objections = [
      () => suppressForOwner(world.app, OPERATOR, { address: objecting, isDryRun: false }),
      () => suppressAddress(world.app, objecting),
    ]
    const [answer] = await Promise.all([settle(link), objections[Math.floor(round / 2) % 2]!()])
    expect([200, 400]).toContain(answer.status)
    for (const table of ['creator_link', 'creator_preference'] as const) {
      const rows = await world.app.db
        .selectFrom(table)
        .select('address')
        .where((eb) => eb.or([eb('address', '=', objecting), eb('instead_of', '=', objecting)]))
        .execute()
      expect(rows).toEqual([])
    }
  }
})

describe('what is done by a link', () => {
  const receipts = async (address: string) =>
    (await allMailsTo(world, address)).filter(isReceipt).map(({ subject, text }) => ({ subject, text }))
  const sayIn = (language: string, token: string, wish: Omit<BodyGiven<'PUT /creator'>, 'token'>) =>
    world
      .client()
      .call('PUT /creator', { body: { token, ...wish }, headers: { 'accept-language': language } })

  it('is confirmed by one email with a link, in the language of the page', async () => {
    const { address, token } = await listed()
    await say(token, { pause: '3' })
    await expect.poll(() => receipts(address)).toHaveLength(1)
    const [paused] = await receipts(address)
    const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(endOfMonths(3)))
    expect(paused?.subject).toBe(`Paused until ${until}`)
    const [, link = ''] = /creator\?token=([\w-]{43})#pause$/m.exec(paused?.text ?? '') ?? []
    world.clock.advance({ days: 80 })
    await sayIn('ru', link, { pause: 'off' })
    await expect.poll(() => receipts(address)).toHaveLength(2)
    const [resumed] = await receipts(address)
    expect(resumed?.subject).toBe('Пауза снята')
    expect(resumed?.text).toMatch(/^http:\/\/localhost:3000\/ru\/creator\?token=[\w-]{43}$/m)
    await sayIn('ru', link, { refuses: ['loans', 'gambling'], isRight: true })
    await expect.poll(() => receipts(address)).toHaveLength(3)
    const [both] = await receipts(address)
    expect(both?.subject).toBe('Ваши изменения в\u00a0Channelbook')
    expect(both?.text).toContain('азартные игры и\u00a0ставки, займы')
    expect(both?.text).toContain('этот адрес верный')
  })

  it('lets the link of a long pause live until its end', async () => {
    const { address, token } = await listed()
    await say(token, { pause: '6' })
    await expect.poll(() => receipts(address)).toHaveLength(1)
    const link = /token=([\w-]{43})/.exec((await receipts(address))[0]?.text ?? '')?.[1] ?? ''
    world.clock.advance({ days: 180 })
    expect((await say(link, { pause: 'off' })).body.data.isPaused).toBe(false)
  })

  it('sends nothing when it changes nothing, also of many at once', async () => {
    const { address, token } = await listed()
    const wishes: readonly Omit<BodyGiven<'PUT /creator'>, 'token'>[] = [
      { pause: '1' },
      { refuses: ['loans'] },
      { isRight: true },
      { pause: 'open' },
      { pause: 'off' },
    ]
    for (const [at, wish] of wishes.entries()) {
      await Promise.all(Array.from({ length: 5 }, () => say(token, wish)))
      world.clock.advance({ minutes: 5 })
      await say(token, wish)
      await expect.poll(() => receipts(address)).toHaveLength(at + 1)
    }
    const { address: quiet, token: quietly } = await listed()
    await say(quietly, { refuses: [], pause: 'off', takesBack: true })
    expect([await contactOf(quiet), await queued(quiet)]).toMatchObject([
      { refuses: [], is_paused: false },
      0,
    ])
    expect([(await receipts(address)).length, await queued(address)]).toEqual([wishes.length, 0])
  })

  it('tells who gave another address, and who confirmed it, alike for one that was removed before', async () => {
    const { channel, address, token } = await listed()
    const [other, removed] = [`given.${channel.id}@creator.example`, `removed.${channel.id}@creator.example`]
    await suppressAddress(world.app, removed)
    await prefer(token, removed)
    await prefer(token, other)
    await expect.poll(() => receipts(address)).toHaveLength(2)
    const texts = (await receipts(address)).map(({ text }) =>
      text.replace(/token=.*/, '').replace(/[gr]…/, '…'),
    )
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).toContain('…@creator.example')
    const link = tokenIn((await waitForMails(world, other, 1))[0]?.text)
    await Promise.all([settle(link), settle(link)])
    await expect.poll(() => receipts(other)).toHaveLength(1)
    expect((await receipts(other))[0]?.subject).toBe('Offers now come to this address')
    expect([await receipts(removed), await queued(other)]).toEqual([[], 0])
  })

  /** Emails to an address that are not sent yet. */
  async function queued(address: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pgboss.job
      where name = 'mail' and data ->> 'to' = ${address} and state < 'completed'`.execute(world.app.db)
    return rows[0]!.count
  }
})

describe('an objection', () => {
  it('is made by the same link, and forgets wishes and links; an import does not bring the address back', async () => {
    const { channel, address, token } = await listed()
    await say(token, { refuses: ['adult'], pause: '6' })
    expect((await object(token)).status).toBe(200)
    expect((await object(token)).body.error?.code).toBe('wrong_token')
    const links = await world.app.db.selectFrom('creator_link').select('address').execute()
    expect(links.map((row) => row.address)).not.toContain(address)
    expect(await contactOf(address)).toMatchObject({ refuses: [], is_paused: false })
    await importRow(channel, address)
    expect(await sells(channel)).toBe('no_contact')
    expect((await read(await linkFor(address))).body.data).toMatchObject({ channels: [], refuses: [] })
  })

  it('and wishes at the same moment leave nothing of the wishes', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { address, token } = await listed()
      await read(token)
      await Promise.all([
        say(token, { refuses: ['adult'], pause: 'open' }),
        object(token),
        say(token, { isRight: true, pause: '3' }),
      ])
      const links = world.app.db.selectFrom('creator_link').select('address').where('address', '=', address)
      expect(await links.execute()).toEqual([])
      expect(await contactOf(address)).toMatchObject({ refuses: [], is_paused: false })
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
  expect(await contactOf(address)).toMatchObject({ is_paused: false })
})

describe('its limits', () => {
  it('are a number of receipts a day, which keeps nobody from taking something back', async () => {
    await using strict = await createTestApp({
      env: { LIMITS: 'receipt_day=1/86400', PUBLIC_URL: 'http://localhost:3000' },
    })
    const call = (body: BodyGiven<'PUT /creator'>) => strict.client().call('PUT /creator', { body })
    const [address = ''] = (await makeChannel(strict.app)).addresses
    await strict.client().call('POST /creator/link', { body: { address } })
    const token = tokenIn((await waitForMails(strict, address, 1))[0]?.text)
    for (const pause of ['1', 'off'] as const) expect((await call({ token, pause })).status).toBe(200)
    const refused = await call({ token, pause: '3', refuses: ['loans'] })
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'too_many_requests'])
    const unchanged = await call({ token, pause: 'off' })
    expect(unchanged.body.data).toMatchObject({ isPaused: false, refuses: [] })
    const other = 'another@creator.example'
    await strict.client().call('POST /creator/address', { body: { token, address: other } })
    const theirs = tokenIn((await waitForMails(strict, other, 1))[0]?.text)
    await strict.client().call('PUT /creator/address', { body: { token: theirs } })
    expect((await call({ token, takesBack: true })).body.data.preferredEmail).toBe(null)
  })

  it('are one email a minute per address and 20 an hour per network', async () => {
    await using strict = await createTestApp()
    const send = (address: string) => strict.client().call('POST /creator/link', { body: { address } })
    expect((await send('one@creator.example')).status).toBe(200)
    expect((await send('one@creator.example')).status).toBe(429)
    const statuses: number[] = []
    for (let number = 0; number < 20; number += 1)
      statuses.push((await send(`n${number}@creator.example`)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(18)
  })

  it('are the asker’s own: wishes in the name of another address leave it its link', async () => {
    await using strict = await createTestApp({ env: { LIMITS: 'objection_network=1000/60,all=10000/60' } })
    const ask = (address: string) => strict.client().call('POST /creator/link', { body: { address } })
    const asker = 'asker@creator.example'
    await ask(asker)
    const token = tokenIn((await waitForMails(strict, asker, 1))[0]?.text)
    const victim = 'victim@creator.example'
    const statuses = async (wishes: number) => {
      const answers: number[] = []
      for (let number = 0; number < wishes; number += 1) {
        const body = { token, address: victim }
        answers.push((await strict.client().call('POST /creator/address', { body })).status)
        strict.clock.advance({ minutes: 2 })
      }
      return new Set(answers)
    }
    // Without a channel of the asker's no email is sent, so nothing is spent.
    expect(await statuses(12)).toEqual(new Set([200]))
    await giveAddress(strict.app.db, await makeChannel(strict.app), asker)
    expect(await statuses(12)).toEqual(new Set([200, 429]))
    expect((await ask(victim)).status).toBe(200)
    expect(await waitForMails(strict, victim, 11)).toHaveLength(11)
  })
})

/** One month after the test's now, as the page shows it. */
function endOfMonths(months: number): string {
  const end = world.clock.now()
  end.setUTCMonth(end.getUTCMonth() + months)
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
