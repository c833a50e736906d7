import { expect, test } from 'vitest'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { giveAddress, logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

async function show({ channelId }: Pick<TestChannel, 'channelId'>, client: TestClient = world.client()) {
  const { status, body } = await client.call('GET /channels/{channelId}/evidence', { params: { channelId } })
  return { status, code: body.error?.code ?? null, ...body.data }
}

const personClient = async () => logIn(world, await makePerson(world.app, { uses: 3 }))

async function buy(channel: TestChannel, client: TestClient): Promise<number> {
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  const { body } = await client.call('GET /purchases', { query: { channelId: channel.channelId } })
  return body.data[0]!.transaction_id
}

const OF_CONTACT = ['source_kind', 'source_url', 'first_seen_at', 'last_seen_at', 'withheld']

/** Changes a channel's contact, of the given place, and what is known of its address. */
async function change(
  channel: TestChannel,
  { address, ...facts }: Readonly<Record<string, unknown>> & { readonly address?: string },
  place = 0,
): Promise<void> {
  if (address !== undefined) await giveAddress(world.app.db, channel, address)
  const of = address ?? channel.addresses[place] ?? ''
  for (const table of ['contact', 'address'] as const) {
    const own = Object.entries(facts).filter(
      ([column]) => OF_CONTACT.includes(column) === (table === 'contact'),
    )
    if (own.length > 0)
      await world.app.db.updateTable(table).set(Object.fromEntries(own)).where('address', '=', of).execute()
  }
}

test('is told of the contact that would be sold: source, dates, provider, check, confirmation, buyers', async () => {
  const channel = await makeChannel(world.app)
  const now = `${world.clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`
  expect(await show(channel)).toEqual({
    status: 200,
    code: null,
    hasContact: true,
    sourceKind: 'website',
    sourceHost: 'videos.example',
    firstSeenAt: now,
    lastSeenAt: now,
    provider: 'own domain',
    isRole: false,
    check: null,
    creatorConfirmedAt: null,
    revealed: '0',
    reports90d: 0,
    refuses: [],
    maskedEmail: null,
  })
  await change(channel, {
    address: 'somebody.else@gmail.com',
    source_kind: 'a list of mine',
    source_url: '',
    verification: 'valid',
    verified_at: '2026-02-01T13:45:06.789Z',
    confirmed_at: '2026-02-02T23:59:59.999Z',
  })
  const later = {
    sourceKind: 'other',
    sourceHost: null,
    provider: 'gmail',
    check: { result: 'ok', checkedAt: '2026-02-01T00:00:00.000Z' },
    creatorConfirmedAt: '2026-02-02T00:00:00.000Z',
  }
  expect(await show(channel)).toMatchObject({ ...later, maskedEmail: null })
  expect(await show(channel, await personClient())).toMatchObject({
    ...later,
    maskedEmail: '\u2022\u2022\u2022@gmail.com',
  })
})

test('follows the order in which contacts are sold, and nothing of the others is counted', async () => {
  const channel = await makeChannel(world.app, { contacts: 2 })
  const [first = ''] = channel.addresses
  for (const place of [0, 1]) await change(channel, { source_url: `https://page${place}.example/` }, place)
  const [one, two] = [await personClient(), await personClient()]
  const bought = [await buy(channel, one), await buy(channel, two)]
  expect(await show(channel)).toMatchObject({ sourceHost: 'page0.example', revealed: '1-5', reports90d: 0 })
  const report = async (client: TestClient, transactionId: number) =>
    client.call('POST /purchases/{transactionId}/report', {
      params: { transactionId },
      body: { kind: 'bounced', evidence: bounceOf(first) },
    })
  await report(one, bought[0]!)
  expect(await show(channel)).toMatchObject({ sourceHost: 'page1.example', revealed: '0', reports90d: 0 })
  await change(channel, { withheld: '{stale}' }, 1)
  expect(await show(channel)).toMatchObject({
    sourceHost: 'page0.example',
    revealed: '1-5',
    reports90d: 1,
    // Of the report at nine only the day.
    check: { result: 'returned', checkedAt: '2026-03-10T00:00:00.000Z' },
  })
  await report(two, bought[1]!)
  expect(await show(channel)).toMatchObject({ hasContact: true, reports90d: 2 })
})

test('the provider is what the check of the domain has found', async () => {
  const channel = await makeChannel(world.app)
  await change(channel, { address: 'somebody@studio-of-somebody.example' })
  const now = world.clock.now()
  const row = {
    domain: 'studio-of-somebody.example',
    result: 'ok',
    detail: 'mx',
    checked_at: now,
    asked_at: now,
  }
  await world.app.db
    .insertInto('mail_domain')
    .values({ ...row, provider: 'outlook' })
    .execute()
  expect(await show(channel)).toMatchObject({ provider: 'outlook' })
})

test('reports count for 90 days once they are decided: two presses must not mark a contact', async () => {
  const channel = await makeChannel(world.app)
  const client = await personClient()
  const transactionId = await buy(channel, client)
  await client.call('POST /purchases/{transactionId}/report', {
    params: { transactionId },
    body: { kind: 'wrong_person' },
  })
  expect(await show(channel)).toMatchObject({ reports90d: 0 })
  await world.app.db
    .updateTable('bad_contact_report')
    .set({ state: 'replaced', decided_at: world.clock.now() })
    .execute()
  expect(await show(channel)).toMatchObject({ reports90d: 1 })
  const ago = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000)
  for (const [days, count] of [
    [89, 1],
    [91, 0],
  ] as const) {
    await world.app.db
      .updateTable('bad_contact_report')
      .set({ reported_at: ago(days) })
      .where('reveal_id', 'in', (eb) =>
        eb.selectFrom('reveal').select('id').where('channel_id', '=', channel.id),
      )
      .execute()
    expect(await show(channel)).toMatchObject({ reports90d: count })
  }
})

test.each([
  [0, '0'],
  [1, '1-5'],
  [5, '1-5'],
  [6, '6-20'],
  [20, '6-20'],
  [21, '21+'],
  [40, '21+'],
])('%i buyers are told as %s', async (buyers, group) => {
  const channel = await makeChannel(world.app)
  const people = await Promise.all(Array.from({ length: buyers }, () => makePerson(world.app)))
  const { id: contactId } = await world.app.db
    .selectFrom('contact')
    .select('id')
    .where('channel_id', '=', channel.id)
    .executeTakeFirstOrThrow()
  if (buyers > 0)
    await world.app.db
      .insertInto('reveal')
      .values(
        people.map(({ id }) => ({
          holder_id: id,
          channel_id: channel.id,
          contact_id: contactId,
          created_at: world.clock.now(),
        })),
      )
      .execute()
  expect(await show(channel)).toMatchObject({ revealed: group })
})

test('role addresses are named, except where the domain can be guessed', async () => {
  const client = await personClient()
  for (const [address, source_url, isRole] of [
    ['info@talentbureau.com', 'https://video-platform.example/about', true],
    ['info@talentbureau.com', 'https://www.talentbureau.com/', false],
    ['petrova@talentbureau.com', 'https://video-platform.example/about', false],
    ['info@gmail.com', 'https://video-platform.example/about', false],
  ] as const) {
    const channel = await makeChannel(world.app, { name: 'North Workshop' })
    await change(channel, { address, source_url })
    expect(await show(channel, client)).toMatchObject({ isRole })
  }
})

test('nothing that is told depends on what is before the @', async () => {
  const client = await personClient()
  const channel = await makeChannel(world.app, { name: 'North Workshop' })
  await change(channel, { source_url: 'https://www.north-workshop.com/contacts' })
  for (const domain of ['gmail.com', 'north-workshop.com', 'mailinator.com']) {
    const answers = new Set<string>()
    for (const local of ['north.workshop', 'northworkshop', 'anna.petrova', 'info', 'a', 'ok', 'n']) {
      await giveAddress(world.app.db, channel, `${local}@${domain}`)
      answers.add(JSON.stringify(await show(channel, client)))
    }
    expect([...answers]).toHaveLength(1)
  }
})

test('a walk over many channels tells no address, before and after purchases of others', async () => {
  const [visitor, person, buyer] = [world.client(), await personClient(), await personClient()]
  const channels = []
  for (const local of ['info', 'anna.petrova', 'a', 'north', 'video', 'owner0'])
    for (const domain of ['gmail.com', 'videos.example', 'north.example', 'mailinator.com']) {
      const channel = await makeChannel(world.app, { name: local, contacts: 2 })
      await change(channel, { address: `${local}@${domain}`, source_url: `https://${domain}/${local}` })
      channels.push(channel)
    }
  await buy(channels[0]!, buyer)
  // The oracle, which reads every answer, fails the call that tells an address.
  for (const channel of channels)
    for (const client of [visitor, person, buyer]) {
      const shown = await show(channel, client)
      expect(shown.status).toBe(200)
      expect(JSON.stringify(shown)).not.toMatch(/[a-z0-9]@/)
    }
})

test('without a contact nothing is told; hidden, gone and unknown channels are not found', async () => {
  const nothing = {
    status: 200,
    hasContact: false,
    sourceKind: null,
    provider: null,
    revealed: '0',
    maskedEmail: null,
  }
  expect(await show(await makeChannel(world.app, { contacts: 0 }))).toMatchObject(nothing)
  const objected = await makeChannel(world.app)
  await suppressAddress(world.app, objected.addresses[0]!)
  expect(await show(objected)).toMatchObject(nothing)
  const withheld = await makeChannel(world.app)
  await change(withheld, { paused_at: world.clock.now() })
  expect(await show(withheld)).toMatchObject(nothing)
  expect(await show(await makeChannel(world.app, { isDemo: true }))).toMatchObject({ status: 200 })
  for (const channel of [await makeChannel(world.app, { isGone: true }), { channelId: 'no-such-channel' }])
    expect(await show(channel)).toMatchObject({ status: 404, code: 'not_found' })
})

test('visitors may ask 60 times a minute, people 240 times', async () => {
  await using strict = await createTestApp()
  const channel = await makeChannel(strict.app)
  const person = await makePerson(strict.app)
  const client = await logIn(strict, person)
  await strict.app.limits.consume('evidence', '127.0.0.1', 59)
  await strict.app.limits.consume('evidence_person', String(person.id), 239)
  for (const status of [200, 429]) {
    expect((await show(channel, strict.client())).status).toBe(status)
    expect((await show(channel, client)).status).toBe(status)
  }
})
