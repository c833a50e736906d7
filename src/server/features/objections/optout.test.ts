import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withholdSuppressed } from '#server/features/import/apply.ts'
import { createStaging } from '#server/features/import/staging.ts'
import { auditOf } from '#test/support/operator.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { refreshSearch } from '#test/support/catalogue-world.ts'
import { allMailsTo, isReceipt, mailsTo, waitForMails } from '#test/support/sign-up.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { addressHash } from '#server/features/catalogue/contacts.sql.ts'

const world = useTestApp({
  env: { RATE_LIMITS: 'off', LIMITS: 'verification_day=1000/60', PUBLIC_URL: 'http://localhost:3000' },
})

const ask = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  world.client().call('POST /optout', { body: { address }, headers })

const confirm = (token: string, hidesChannels = false) =>
  world.client().call('PUT /optout', { body: { token, hidesChannels } })

/** What confirms an objection, newest first. */
const receipts = async (address: string) => (await allMailsTo(world, address)).filter(isReceipt)

async function linkFor(address: string): Promise<string> {
  const before = (await mailsTo(world, address)).length
  expect((await ask(address)).status).toBe(200)
  const [newest] = await waitForMails(world, address, before + 1)
  const token = /^http:\/\/localhost:3000\/optout\?token=([\w-]{43})$/m.exec(newest?.text ?? '')?.[1]
  if (token === undefined) throw new Error('The email brings no link')
  return token
}

async function isSuppressed(address: string): Promise<boolean> {
  const row = await world.app.db
    .selectFrom('suppression')
    .select('created_at')
    .where('address_hash', '=', addressHash(world.app.secret, address))
    .executeTakeFirst()
  return row !== undefined
}

describe('an objection', () => {
  it('withholds the address at once, from new and from earlier buyers, and from later imports', async () => {
    const channel = await makeChannel(world.app)
    await refreshSearch(world.app.db, [channel.id])
    const [address = ''] = channel.addresses
    const buyer = await logIn(world, await makePerson(world.app, { uses: 2 }))
    const bought = await buyer.call('POST /getemail', { body: { channelId: channel.channelId } })
    expect(bought.body.data).toMatchObject({ email: address, uses: 1 })

    const answer = await confirm(await linkFor(` ${address.toUpperCase()} `))
    expect(answer.body).toEqual({ success: true, data: null, error: null })

    const records = await buyer.call('GET /purchases')
    expect(records.body.data).toMatchObject([{ email: null, withheld: 'objection' }])
    const again = await buyer.call('POST /getemail', { body: { channelId: channel.channelId } })
    expect([again.status, again.body.error?.code]).toEqual([404, 'no_contact'])
    const other = await logIn(world, await makePerson(world.app, { uses: 1 }))
    const refused = await other.call('POST /getemail', { body: { channelId: channel.channelId } })
    expect(refused.body).toEqual({
      success: false,
      data: null,
      meta: { noContactReason: 'objection' },
      error: {
        code: 'no_contact',
        message: 'The creator does not want offers here. No use was spent.',
      },
    })
    expect((await other.call('GET /cookie')).body.data.userInformation.uses).toBe(1)
    expect(await isSuppressed(address)).toBe(true)
    const { has_contact } = await world.app.db
      .selectFrom('search_entry')
      .select('has_contact')
      .where('channel_id', '=', channel.id)
      .executeTakeFirstOrThrow()
    expect(has_contact).toBe(false)
    await expectSoundLedger(world.app)
  })

  it('is said wherever a buyer sees the channel, also long after the contact is deleted', async () => {
    const channel = await makeChannel(world.app, { name: 'Quiet Quarry' })
    await refreshSearch(world.app.db, [channel.id])
    const client = world.client()
    const reasons = async () => {
      const search = await client.call('POST /search', { body: { mainInputValue: 'quiet quarry' } })
      const page = await client.call('GET /channels/{channelId}', {
        params: { channelId: channel.channelId },
      })
      const list = await client.call('POST /seeds', { body: { lines: ['Quiet Quarry'] } })
      return [search.body.data[0], page.body.data.channel, list.body.data[0]?.channels[0]].map(
        (shown) => shown?.noContactReason,
      )
    }
    expect(await reasons()).toEqual([null, null, null])
    await confirm(await linkFor(channel.addresses[0]!))
    expect(await reasons()).toEqual(['objection', 'objection', 'objection'])
    const file = await client.call('POST /seeds/exports', {
      body: { format: 'csv', rows: [{ line: 'Quiet Quarry', channelId: channel.channelId }] },
      headers: { 'accept-language': 'ru' },
    })
    expect(file.text).toContain('Автор не\u00a0хочет получать здесь предложения')
    await sql`
      with gone as (delete from contact where channel_id = ${channel.id} returning id)
      insert into retired_contact select id, ${channel.id}, 'objection', now() from gone`.execute(
      world.app.db,
    )
    expect(await reasons()).toEqual(['objection', 'objection', 'objection'])
  })

  it('is confirmed by one email, however often it is repeated', async () => {
    const address = 'repeats@creator.example'
    const [first, second, third] = [await linkFor(address), await linkFor(address), await linkFor(address)]
    await Promise.all([confirm(first), confirm(first), confirm(second)])
    await expect.poll(() => receipts(address)).toHaveLength(1)
    await confirm(third)
    const [receipt, ...others] = await receipts(address)
    expect([receipt?.subject, others]).toEqual(['Your address is removed from Channelbook', []])
    expect(receipt?.text).toContain('we no longer show this address to anyone')
    expect(receipt?.text).not.toMatch(/token=|page of the channel/)
  })

  it('takes the pages of its channels away on request, once and for everybody, also later', async () => {
    const [channel, other] = [
      await makeChannel(world.app, { name: 'Gone Gallery' }),
      await makeChannel(world.app),
    ]
    const [address = ''] = channel.addresses
    await refreshSearch(world.app.db, [channel.id, other.id])
    const find = () => world.client().call('POST /search', { body: { mainInputValue: 'gone gallery' } })
    await confirm(await linkFor(address))
    expect((await find()).body.data).toHaveLength(1)
    const links = [await linkFor(address), await linkFor(address)]
    await Promise.all(links.map((link) => confirm(link, true)))
    expect((await find()).body.data).toEqual([])
    const page = await world
      .client()
      .call('GET /channels/{channelId}', { params: { channelId: channel.channelId } })
    expect(page.status).toBe(404)
    const { rows } = await sql<{ status: string }>`
      select status from channel where id in (${channel.id}, ${other.id}) order by id`.execute(world.app.db)
    expect(rows).toEqual([{ status: 'hidden' }, { status: 'active' }])
    const entries = (await auditOf(world.app)).filter(({ verb }) => verb === 'channels hide')
    expect(entries).toMatchObject([{ actor: 'owner of the address', after: { status: 'hidden' } }])
    await expect.poll(() => receipts(address)).toHaveLength(2)
    const told = (await receipts(address)).map(({ text }) => text.includes('Channel: Gone Gallery'))
    expect(told).toEqual([true, false])
  })

  it('leaves the channel’s other addresses on sale', async () => {
    const channel = await makeChannel(world.app, { contacts: 2 })
    const [first = '', second = ''] = channel.addresses
    await confirm(await linkFor(first))
    const buyer = await logIn(world, await makePerson(world.app, { uses: 1 }))
    const bought = await buyer.call('POST /getemail', { body: { channelId: channel.channelId } })
    expect(bought.body.data.email).toBe(second)
  })

  it('neither hides a channel with another address, nor speaks for its creator', async () => {
    const channel = await makeChannel(world.app, { contacts: 2 })
    const [first = '', second = ''] = channel.addresses
    await confirm(await linkFor(first), true)
    await world.app.db
      .updateTable('contact')
      .set({ withheld: ['stale'] })
      .where('address', '=', second)
      .execute()
    await sql`update channel set has_contact = false where id = ${channel.id}`.execute(world.app.db)
    const page = await world
      .client()
      .call('GET /channels/{channelId}', { params: { channelId: channel.channelId } })
    expect(page.body.data.channel).toMatchObject({ hasContact: false, noContactReason: null })
  })

  it('gets the same answer for known and unknown addresses, and both get an email', async () => {
    const { addresses } = await makeChannel(world.app)
    const known = await ask(addresses[0] ?? '')
    const unknown = await ask('nobody.knows@creator.example')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(await waitForMails(world, 'nobody.knows@creator.example', 1)).toHaveLength(1)
    expect(await waitForMails(world, addresses[0] ?? '', 1)).toHaveLength(1)
  })

  it('to an address that is not listed yet applies to later imports', async () => {
    const address = 'not.listed.yet@creator.example'
    expect((await confirm(await linkFor(address))).status).toBe(200)
    expect(await isSuppressed(address)).toBe(true)
  })

  it('is mailed in the person’s language, and its link is stored only as a hash', async () => {
    await ask('russian@creator.example', { 'accept-language': 'ru' })
    const [message] = await waitForMails(world, 'russian@creator.example', 1)
    expect(message?.subject).toBe('Удаление вашего адреса из Channelbook')
    const token = /token=([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? ''
    const stored = await world.app.db.selectFrom('optout_link').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })
})

describe('its link', () => {
  it('works once, for 7 days, and never when forged', async () => {
    const twice = await linkFor('twice@creator.example')
    expect((await confirm(twice)).status).toBe(200)
    const again = await confirm(twice)
    expect([again.status, again.body.error?.code]).toEqual([400, 'wrong_token'])
    expect((await confirm('made-up')).body.error?.code).toBe('wrong_token')
    const late = await linkFor('late@creator.example')
    world.clock.advance({ days: 7 })
    expect((await confirm(late)).body.error?.code).toBe('wrong_token')
    expect(await isSuppressed('late@creator.example')).toBe(false)
  })
})

it('an objection during an import withholds the address at once, and is completed after it', async () => {
  const { addresses } = await makeChannel(world.app)
  const [address = ''] = addresses
  const token = await linkFor(address)
  const importing = await world.app.databases.pool.connect()
  await importing.query('begin')
  await createStaging(importing)
  await withholdSuppressed(importing, world.app.secret)
  expect((await confirm(token)).status).toBe(200)
  const contact = await world.app.db
    .selectFrom('address')
    .select('suppressed_at')
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
  expect(contact.suppressed_at).not.toBeNull()
  // The import adds the address to another channel before it ends.
  const other = await makeChannel(world.app, { contacts: 0 })
  await importing.query(
    `insert into contact (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at)
     values ($1, $2, 'website', '', now(), now())`,
    [other.id, address],
  )
  await importing.query('commit')
  importing.release()
  await expect.poll(() => isSuppressed(address), { timeout: 20_000 }).toBe(true)
  const sold = await world.app.db
    .selectFrom('known_contact')
    .select('channel_id')
    .where('address', '=', address)
    .where('suppressed_at', 'is', null)
    .execute()
  expect(sold).toEqual([])
})

describe('its limits', () => {
  it('are one email a minute per address and 20 an hour per network', async () => {
    await using strict = await createTestApp()
    const send = (address: string) => strict.client().call('POST /optout', { body: { address } })
    expect((await send('one@creator.example')).status).toBe(200)
    const second = await send('one@creator.example')
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60'])
    const statuses: number[] = []
    for (let number = 0; number < 20; number += 1) {
      statuses.push((await send(`n${number}@creator.example`)).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(18)
  })
})
