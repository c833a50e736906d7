import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { BodyOf } from '#shared/api/contract.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import { listSources } from '#server/features/catalogue/sources.ts'
import { transact } from '#server/db/connect.ts'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { bounceOf } from '#test/support/bounces.ts'
import {
  giveAddress,
  logIn,
  makeChannel,
  makePerson,
  makeTeam,
  type TestChannel,
} from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { mailsTo } from '#test/support/sign-up.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { purgeEvidence } from './reports.sql.ts'

type Report = BodyOf<'POST /purchases/{transactionId}/report'>

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

interface Buyer {
  readonly id: number
  readonly email: string
  readonly client: TestClient
  readonly transactionId: number
  readonly report: (body: Report) => Promise<object & { readonly state?: string; readonly reason?: string }>
}

/** A person with some uses who has just bought a channel. */
async function buy(
  channel: TestChannel,
  { uses = 1, email }: { uses?: number; email?: string } = {},
): Promise<Buyer> {
  const person = await makePerson(world.app, { uses, ...(email !== undefined && { email }) })
  return { ...(await buyAs(await logIn(world, person), channel)), id: person.id, email: person.email }
}

async function buyAs(client: TestClient, channel: TestChannel): Promise<Omit<Buyer, 'id' | 'email'>> {
  const bought = await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  expect(bought.status).toBe(200)
  const { body } = await client.call('GET /purchases', { query: { channelId: channel.channelId } })
  const transactionId = body.data[0]!.transaction_id
  return {
    client,
    transactionId,
    async report(given) {
      const answer = await client.call('POST /purchases/{transactionId}/report', {
        params: { transactionId },
        body: given,
      })
      const { data, error } = answer.body
      return { status: answer.status, ...data, code: error?.code }
    },
  }
}

const bounced = (address: string, fixture?: string) =>
  ({ kind: 'bounced', evidence: bounceOf(address, fixture) }) as const

async function contactOf(address: string) {
  return world.app.db
    .selectFrom('known_contact as contact')
    .innerJoin('channel', 'channel.id', 'contact.channel_id')
    .select(['contact.id as contactId', 'bounced_at', 'is_undeliverable', 'channel.has_contact'])
    .where('address', '=', address)
    .executeTakeFirstOrThrow()
}

describe('a mailbox that does not exist', () => {
  test('gives the use back at once, also one of an allowance, and only once', async () => {
    const channel = await makeChannel(world.app)
    const [address = ''] = channel.addresses
    const buyer = await buy(channel)
    const report = bounced(address)
    expect(await buyer.report(report)).toMatchObject({
      status: 200,
      state: 'credited',
      reason: 'gone',
      uses: 1,
    })
    expect(await buyer.report(report)).toMatchObject({ status: 409, code: 'already_reported' })
    expect(await buyer.report(bounced(address))).toMatchObject({ status: 409, code: 'already_reported' })
    expect(await usesOf(world.app, buyer.id)).toBe(1)
    const history = await buyer.client.call('GET /uses/history')
    expect(history.body.data[0]).toMatchObject({ reason: 'given', lot: 'warranty', amount: 1 })
    expect(await contactOf(address)).toMatchObject({
      bounced_at: world.clock.now(),
      is_undeliverable: false,
      has_contact: true,
    })
  })

  test('is replaced by another contact of the channel, and that one is under warranty too', async () => {
    const channel = await makeChannel(world.app, { contacts: 2 })
    const [first = '', second = ''] = channel.addresses
    const buyer = await buy(channel)
    expect(await buyer.report(bounced(first))).toMatchObject({ state: 'replaced', reason: 'gone', uses: 0 })
    const { body } = await buyer.client.call('GET /purchases')
    expect(body.data).toMatchObject([{ email: second }])
    expect(await buyer.report(bounced(first))).toMatchObject({ status: 409 })
    expect(await buyer.report(bounced(second))).toMatchObject({ state: 'credited', uses: 1 })
  })

  test('is marked and sold last, and stays on sale whoever and however many say so', async () => {
    const channel = await makeChannel(world.app, { contacts: 2 })
    const [first = '', second = ''] = channel.addresses
    for (let count = 0; count < 4; count += 1) {
      const buyer = await buy(channel)
      await buyer.report(bounced(first))
      expect(await contactOf(first)).toMatchObject({ is_undeliverable: false, has_contact: true })
    }
    const late = await logIn(world, await makePerson(world.app, { uses: 1 }))
    const bought = await late.call('POST /getemail', { body: { channelId: channel.channelId } })
    expect(bought.body.data).toMatchObject({ email: second })
  })
})

describe('the owner of a reported address', () => {
  const questions = async (address: string) =>
    (await mailsTo(world, address)).filter(({ subject }) => subject === mails.en.creators.question.subject)

  test('is asked once, and the press clears what buyers said', async () => {
    const channel = await makeChannel(world.app)
    const [address = ''] = channel.addresses
    for (let count = 0; count < 2; count += 1) await (await buy(channel)).report(bounced(address))
    await expect.poll(async () => (await questions(address)).length, { timeout: 20_000 }).toBe(1)
    world.clock.advance({ seconds: 1 })
    await (await buy(channel)).report(bounced(address))
    const [email] = await questions(address)
    const [, token = ''] = /token=([\w-]+)/.exec(email?.text ?? '') ?? []
    expect(email?.text).toContain(channel.name)
    const pressed = await world.client().call('PUT /creator', { body: { token, isRight: true } })
    expect(pressed.status).toBe(200)
    expect(await contactOf(address)).toMatchObject({ bounced_at: null, is_undeliverable: false })
  })

  test('is not there when an email of ours is refused with 5.1.1: the address goes off sale, and buyers still see it', async () => {
    const channel = await makeChannel(world.app)
    const address = `gone-${channel.id}+refused@north-workshop.example`
    await giveAddress(world.app.db, channel, address)
    const buyer = await buy(channel)
    await expect.poll(async () => (await contactOf(address)).is_undeliverable, { timeout: 20_000 }).toBe(true)
    expect(await contactOf(address)).toMatchObject({ has_contact: false })
    const again = await buyer.client.call('POST /getemail', { body: { channelId: channel.channelId } })
    expect(again.body.data).toMatchObject({ email: address })
  })
})

describe('an answer of the mail server after a report without one', () => {
  test.each(['wrong_person', 'not_business', 'no_mailbox'] as const)('%s: decides it', async (kind) => {
    const channel = await makeChannel(world.app)
    const [address = ''] = channel.addresses
    const buyer = await buy(channel)
    const told = async () => (await buyer.client.call('GET /purchases')).body.data[0]?.report
    const numbers = async () =>
      (
        await world.app.db
          .selectFrom('bad_contact_report')
          .select('id')
          .where('holder_id', '=', buyer.id)
          .execute()
      ).map(({ id }) => id)
    expect(await buyer.report({ kind })).toMatchObject({ state: 'review', uses: 0 })
    const before = await numbers()
    expect(await told()).toMatchObject({ state: 'review', mayProve: true })
    expect(await buyer.report({ kind: 'wrong_person' })).toMatchObject({ status: 409 })
    expect(await buyer.report(bounced(address, 'delayed-source'))).toMatchObject({ reason: 'temporary' })
    expect(await told()).toMatchObject({ state: 'review', mayProve: true })
    expect(await buyer.report(bounced(address))).toMatchObject({ state: 'credited', reason: 'gone', uses: 1 })
    expect(await told()).toMatchObject({ state: 'credited', mayProve: false })
    expect(await numbers()).toEqual(before)
    expect(await contactOf(address)).toMatchObject({ bounced_at: expect.any(Date) })
    expect(await buyer.report(bounced(address))).toMatchObject({ status: 409 })
  })

  test('waits when it is unclear, and then nothing more is taken', async () => {
    const channel = await makeChannel(world.app)
    const [address = ''] = channel.addresses
    const buyer = await buy(channel)
    expect(await buyer.report({ kind: 'no_mailbox' })).toMatchObject({ state: 'review' })
    expect(await buyer.report(bounced(address, 'yandex-ru'))).toMatchObject({
      state: 'review',
      reason: 'unclear',
      uses: 0,
    })
    expect((await buyer.client.call('GET /purchases')).body.data[0]?.report).toMatchObject({
      mayProve: false,
    })
    expect(await buyer.report(bounced(address))).toMatchObject({ status: 409 })
  })
})

test('of a source, a purchase of which two contacts fail is one purchase that failed', async () => {
  const channel = await makeChannel(world.app, { contacts: 2 })
  const source = 'two-of-one.example'
  await sql`update contact set source_url = ${`https://${source}/`} where channel_id = ${channel.id}`.execute(
    world.app.db,
  )
  const buyer = await buy(channel)
  const states: unknown[] = []
  for (const address of channel.addresses) states.push((await buyer.report(bounced(address))).state)
  expect(states).toEqual(['replaced', 'credited'])
  const found = await listSources(world.app.db, 1_000)
  expect(found.find((each) => each.source === source)).toMatchObject({ contacts: 2, reveals: 1, bounced: 1 })
})

test('while an import writes the channel, a report is refused as unavailable, and can be made later', async () => {
  const channel = await makeChannel(world.app)
  const [address = ''] = channel.addresses
  const buyer = await buy(channel)
  const importing = await world.app.databases.pool.connect()
  await importing.query('begin')
  await importing.query('select from channel where id = $1 for update', [channel.id])
  expect(await buyer.report(bounced(address))).toMatchObject({ status: 503, code: 'unavailable' })
  await importing.query('rollback')
  importing.release()
  expect(await buyer.report(bounced(address))).toMatchObject({ state: 'credited' })
})

describe('what proves nothing', () => {
  test('temporary and policy codes are explained, and do not stand in the way of a later answer', async () => {
    const channel = await makeChannel(world.app)
    const [address = ''] = channel.addresses
    const buyer = await buy(channel)
    expect(await buyer.report(bounced(address, 'delayed-source'))).toMatchObject({
      state: 'refused',
      reason: 'temporary',
    })
    expect(await buyer.report(bounced(address, 'full'))).toMatchObject({ reason: 'temporary' })
    expect(await buyer.report(bounced(address, 'blocked'))).toMatchObject({
      state: 'refused',
      reason: 'policy',
    })
    expect(await contactOf(address)).toMatchObject({ bounced_at: null })
    expect(await buyer.report(bounced(address))).toMatchObject({ state: 'credited' })
  })

  test('an answer without a plain meaning waits for us', async () => {
    for (const fixture of ['yandex-ru', 'delivered']) {
      const channel = await makeChannel(world.app)
      const [address = ''] = channel.addresses
      const buyer = await buy(channel)
      const report = bounced(address, fixture)
      expect(await buyer.report(report), fixture).toMatchObject({
        state: 'review',
        reason: 'unclear',
        uses: 0,
      })
      expect(await buyer.report(report), fixture).toMatchObject({ status: 409 })
    }
  })

  test('answers about other addresses, none at all, or from before the purchase are no evidence', async () => {
    const channel = await makeChannel(world.app)
    const [address = ''] = channel.addresses
    const buyer = await buy(channel)
    const wrong = { status: 400, code: 'wrong_evidence' }
    expect(await buyer.report(bounced('somebody@else.example'))).toMatchObject(wrong)
    expect(await buyer.report({ kind: 'bounced', evidence: 'It came back.' })).toMatchObject(wrong)
    const early = bounceOf(address).replaceAll('24 Nov 2026', '24 Nov 2025')
    expect(await buyer.report({ kind: 'bounced', evidence: early })).toMatchObject(wrong)
    expect(await buyer.report({ kind: 'bounced' })).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(await buyer.report({ kind: 'bounced', evidence: 'x'.repeat(60_001) })).toMatchObject({
      status: 400,
    })
    expect(await usesOf(world.app, buyer.id)).toBe(0)
  })
})

test('the same plain sentence, which a server says to everybody, counts for everybody who got it', async () => {
  const channel = await makeChannel(world.app)
  const [address = ''] = channel.addresses
  const report = bounced(address, 'exim')
  const [first, second] = [await buy(channel), await buy(channel)]
  for (const buyer of [first, second])
    expect(await buyer.report(report)).toMatchObject({ state: 'credited', uses: 1 })
  const other = await makeChannel(world.app)
  const elsewhere = await buy(other)
  expect(await elsewhere.report(report)).toMatchObject({ code: 'wrong_evidence' })
})

describe('the limits of the warranty', () => {
  test('end 30 days after the purchase', async () => {
    const channel = await makeChannel(world.app)
    const [address = ''] = channel.addresses
    const [early, late] = [await buy(channel), await buy(channel)]
    world.clock.advance({ days: 15 })
    for (const { client } of [early, late]) await client.call('GET /cookie')
    world.clock.advance({ days: 15 })
    expect(await early.report(bounced(address))).toMatchObject({ state: 'credited' })
    world.clock.advance({ seconds: 1 })
    expect(await late.report(bounced(address))).toMatchObject({ state: 'refused', reason: 'late' })
  })

  test.each([
    [4, 3],
    [20, 4],
  ])('of %i purchases, %i come back without anybody looking', async (count, expected) => {
    const client = await logIn(world, await makePerson(world.app, { uses: count }))
    const answers = []
    const bought = []
    for (let at = 0; at < count; at += 1) {
      const channel = await makeChannel(world.app)
      bought.push({ ...(await buyAs(client, channel)), address: channel.addresses[0]! })
    }
    for (const { report, address } of bought) answers.push(await report(bounced(address)))
    expect(answers.filter(({ state }) => state === 'credited')).toHaveLength(expected)
    expect(
      answers.slice(expected).every(({ state, reason }) => state === 'review' && reason === 'many'),
    ).toBe(true)
  })

  test('what somebody reports for teams counts together with what they report for themselves', async () => {
    const person = await makePerson(world.app, { uses: 2 })
    const states = []
    for (const isForTeam of [false, true, true, false, true]) {
      const client = await logIn(world, person)
      if (isForTeam) client.teamId = await makeTeam(world.app, { owner: person, uses: 1 })
      const channel = await makeChannel(world.app)
      const { report } = await buyAs(client, channel)
      states.push((await report(bounced(channel.addresses[0]!))).state)
    }
    expect(states).toEqual(['credited', 'credited', 'credited', 'review', 'review'])
  })

  test('of uses that were a gift, one comes back by itself, also of one that came back before', async () => {
    const person = await makePerson(world.app)
    const now = world.clock.now()
    await transact(world.app.db, (tx) =>
      giveUses(tx, { holderId: person.id, kind: 'welcome', amount: 2, now }),
    )
    const client = await logIn(world, person)
    const reasons = []
    for (let at = 0; at < 3; at += 1) {
      const channel = await makeChannel(world.app)
      const { report } = await buyAs(client, channel)
      reasons.push((await report(bounced(channel.addresses[0]!))).reason)
    }
    expect(reasons).toEqual(['gone', 'many', 'many'])
    const channel = await makeChannel(world.app)
    await transact(world.app.db, (tx) =>
      giveUses(tx, {
        holderId: person.id,
        kind: 'grant',
        grantKey: 'key',
        note: 'not a gift',
        amount: 1,
        now,
      }),
    )
    const { report } = await buyAs(client, channel)
    expect(await report(bounced(channel.addresses[0]!))).toMatchObject({ reason: 'gone' })
  })

  test('are 20 reports a day', async () => {
    await using strict = await createTestApp()
    const person = await makePerson(strict.app)
    const client = await logIn(strict, person)
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1) {
      const params = { transactionId: 1 }
      statuses.push(
        (
          await client.call('POST /purchases/{transactionId}/report', {
            params,
            body: { kind: 'no_mailbox' },
          })
        ).status,
      )
    }
    expect(statuses).toEqual([...Array<number>(20).fill(404), 429])
  })

  test('other people’s purchases are not found, withheld ones have nothing to report', async () => {
    const channel = await makeChannel(world.app)
    const buyer = await buy(channel)
    const stranger = await logIn(world, await makePerson(world.app))
    const params = { transactionId: buyer.transactionId }
    const body = bounced(channel.addresses[0]!)
    expect((await stranger.call('POST /purchases/{transactionId}/report', { params, body })).status).toBe(404)
    await suppressAddress(world.app, channel.addresses[0]!)
    expect(await buyer.report(body)).toMatchObject({ status: 404, code: 'no_contact' })
  })
})

test('the wrong person, not for business, or no mailbox without an answer wait for us, however many say so', async () => {
  const channel = await makeChannel(world.app)
  for (const kind of ['wrong_person', 'not_business', 'no_mailbox', 'wrong_person'] as const)
    expect(await (await buy(channel)).report({ kind })).toMatchObject({
      state: 'review',
      reason: 'unclear',
      uses: 0,
    })
  expect(await contactOf(channel.addresses[0]!)).toMatchObject({ bounced_at: null, is_undeliverable: false })
})

test('a purchase tells what became of its last report, in the list and in the session', async () => {
  const channel = await makeChannel(world.app, { contacts: 2 })
  const [first = '', second = ''] = channel.addresses
  const buyer = await buy(channel)
  const told = async () => {
    const list = (await buyer.client.call('GET /purchases')).body.data
    const session = (await buyer.client.call('GET /cookie')).body.data?.channels
    expect(session).toEqual(list)
    return list[0]
  }
  expect(await told()).toMatchObject({ email: first, report: null })
  await buyer.report(bounced(first, 'delayed-source'))
  expect(await told()).toMatchObject({ report: null })
  await buyer.report(bounced(first))
  const at = world.clock.now().toISOString()
  expect(await told()).toMatchObject({ email: second, report: { state: 'replaced', reason: 'gone', at } })
  world.clock.advance({ seconds: 5 })
  await buyer.report({ kind: 'no_mailbox' })
  const later = world.clock.now().toISOString()
  expect(await told()).toMatchObject({ report: { state: 'review', reason: 'unclear', at: later } })
})

test('of evidence the answer is kept without the email, for 90 days, and goes with the account', async () => {
  const channel = await makeChannel(world.app)
  const [address = ''] = channel.addresses
  const [stays, leaves] = [await buy(channel), await buy(channel)]
  for (const { report } of [stays, leaves]) await report(bounced(address))
  const kept = () =>
    world.app.db
      .selectFrom('bad_contact_report')
      .select(['holder_id', 'evidence', 'code'])
      .where('holder_id', 'in', [stays.id, leaves.id])
      .orderBy('id')
      .execute()
  const [report] = await kept()
  expect(report?.evidence).toContain('User unknown')
  expect(report?.evidence).not.toContain('Good morning')
  const exported = await stays.client.call('GET /account/export')
  expect(exported.text).toContain('User unknown')

  await closeAccount(world.app, OPERATOR, leaves.id)
  expect(await kept()).toMatchObject([{ code: '5.1.1' }, { evidence: null, code: '5.1.1' }])
  const later = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000)
  await purgeEvidence(world.app.db, later(89))
  expect((await kept())[0]?.evidence).not.toBeNull()
  await purgeEvidence(world.app.db, later(90))
  expect(await kept()).toMatchObject([{ evidence: null, code: '5.1.1' }, { evidence: null }])
})

test('of a contact whose owner objected no answer is kept', async () => {
  const channel = await makeChannel(world.app)
  const [address = ''] = channel.addresses
  const buyer = await buy(channel)
  await buyer.report(bounced(address, 'mail-ru'))
  expect((await buyer.client.call('GET /account/export')).text).toContain('user not found')
  await suppressAddress(world.app, address)
  const { text } = await buyer.client.call('GET /account/export')
  expect(text).not.toContain('user not found')
  expect(text).not.toContain(address)
})
