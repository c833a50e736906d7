import { expect, it } from 'vitest'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { removePurchase } from '#server/features/reveals/remove-purchase.ts'
import {
  asBuyer,
  logIn,
  makeChannel,
  makePerson,
  setAddresses,
  type TestChannel,
  type TestPerson,
} from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

async function buyerOf(name: string, channels: readonly TestChannel[]): Promise<TestPerson> {
  const person = await makePerson(world.app, {
    email: `${name.toLowerCase()}@example.com`,
    username: name,
    uses: 5,
  })
  for (const { channelId } of channels) await revealContact(world.app, { ...asBuyer(person.id), channelId })
  await world.app.db.transaction().execute((tx) =>
    giveUses(tx, {
      holderId: person.id,
      kind: 'grant',
      grantKey: name,
      note: `gift to ${name}`,
      amount: 1,
      now: world.clock.now(),
    }),
  )
  return person
}

/** Gives a person a payment, a refund, a vote and a review. */
async function payAndSay({ id, email }: TestPerson, words: string): Promise<void> {
  const { pool } = world.app.databases
  await pool.query(
    `with paid as (
      insert into payment (id, holder_id, package_id, uses, amount, language, state, idempotence_key, provider_id,
        created_at, settled_at)
      values (gen_random_uuid(), $1, 1, 10, 50000, 'en', 'succeeded', gen_random_uuid(), gen_random_uuid(), now(), now())
      returning id
    ), addressed as (
      insert into payment_address (payment_id, holder_id, email) select id, $1, $2 from paid
    )
    insert into refund (id, payment_id, amount, uses, reason, idempotence_key, keyed_at, created_at)
    select gen_random_uuid(), id, 100, 1, $3, gen_random_uuid(), now(), now() from paid`,
    [id, email, words],
  )
  await pool.query(`insert into vote values ($1, 'Recommendation System', now())`, [id])
  await pool.query(`insert into review (person_id, mark, text, written_at) values ($1, 5, $2, now())`, [
    id,
    words,
  ])
}

interface Exported {
  readonly exportedAt: string
  readonly account: Readonly<Record<string, unknown>>
  readonly sessions: readonly object[]
  readonly uses: { readonly lots: readonly object[]; readonly entries: readonly object[] }
  readonly payments: { readonly payments: readonly object[]; readonly refunds: readonly object[] }
  readonly feedback: { readonly vote: object; readonly review: object }
  readonly purchases: { readonly records: readonly object[]; readonly reveals: readonly object[] }
}

it('contains all of the person’s data, as a file, and nobody else’s', async () => {
  const [mine, removed, theirs] = [
    await makeChannel(world.app, { name: 'Mine' }),
    await makeChannel(world.app, { name: 'Removed' }),
    await makeChannel(world.app, { name: 'Theirs' }),
  ]
  const anna = await buyerOf('Anna', [mine, removed])
  const boris = await buyerOf('Boris', [theirs])
  await payAndSay(anna, 'is mine')
  await payAndSay(boris, 'is of Boris')
  const client = await logIn(world, anna)
  const other = await logIn(world, boris)
  await removePurchase(world.app, {
    ...asBuyer(anna.id),
    channelName: 'Removed',
    transactionId: null,
    channelId: null,
  })

  const answer = await client.send('GET', '/api/account/export')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="channelbook-account.json"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const file = answer.body as unknown as Exported
  expect(Object.keys(file)).toEqual(['exportedAt', ...world.app.personalData.map((data) => data.name)])
  expect(file.account).toMatchObject({ userId: anna.id, email: anna.email, username: 'Anna' })
  expect(file.sessions).toHaveLength(1)
  expect(file.uses.lots).toHaveLength(2)
  // Two gifts and two reveals.
  expect(file.uses.entries).toHaveLength(4)
  expect(file.purchases.records).toMatchObject([{ channel_name: 'Mine', email: mine.addresses[0] }])
  expect(file.purchases.reveals).toMatchObject([{ channelName: 'Mine' }, { channelName: 'Removed' }])

  expect(file.payments.payments).toMatchObject([{ kopecks: 50_000, receiptAddress: anna.email }])
  expect(file.payments.refunds).toMatchObject([{ kopecks: 100, uses: 1 }])
  expect(file.feedback).toMatchObject({ vote: {}, review: { text: 'is mine' } })

  // The leak oracle checks this answer, too: it holds no unpaid contact.
  for (const foreign of [boris.email, 'Boris', 'Theirs', theirs.channelId, ...theirs.addresses]) {
    expect(answer.text).not.toContain(foreign)
  }
  const secrets = [...client.cookies.values(), ...other.cookies.values(), client.csrfToken, other.csrfToken]
  for (const secret of secrets) expect(answer.text).not.toContain(secret)
  expect(answer.text).not.toMatch(/hash|argon2|csrf/i)
})

it('withholds a suppressed address, and needs a login', async () => {
  const channel = await makeChannel(world.app)
  const client = await logIn(world, await buyerOf('Vera', [channel]))
  await setAddresses(world.app.db, channel, { suppressed_at: world.clock.now() })
  const { text } = await client.send('GET', '/api/account/export')
  expect(text).not.toContain(channel.addresses[0])
  expect((await world.client().send('GET', '/api/account/export')).status).toBe(401)
})
