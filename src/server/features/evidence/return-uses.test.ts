import { afterAll, expect, test } from 'vitest'
import { mails } from '#shared/i18n/server-texts.ts'
import { transact } from '#server/db/connect.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import { suppressAddress } from '#server/features/objections/suppress-address.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { asBuyer, logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { mailsTo, PASSWORD, signUp, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { decideByHand } from './decide-report.ts'
import { openReports } from './open-reports.sql.ts'
import { countRecent } from './reports.sql.ts'
import { returnObjectedJob } from './return-uses.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

async function buy(channel: TestChannel) {
  const person = await makePerson(world.app, { uses: 1 })
  const client = await logIn(world, person)
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  return { ...person, client }
}

const balance = (person: { readonly id: number }) => usesOf(world.app, person.id)

test('whoever bought a contact within 30 days before its owner objected gets the use back, once, with an email', async () => {
  const channel = await makeChannel(world.app)
  const [address = ''] = channel.addresses
  const early = await buy(channel)
  world.clock.advance({ seconds: 1 })
  const [first, second] = [await buy(channel), await buy(channel)]
  await world.app.db.updateTable('person').set({ language: 'ru' }).where('id', '=', second.id).execute()
  world.clock.advance({ days: 30 })
  await suppressAddress(world.app, address)
  for (const buyer of [first, second]) await expect.poll(() => balance(buyer), { timeout: 20_000 }).toBe(1)
  expect(await balance(early)).toBe(0)
  const [message] = await waitForMails(world, first.email, 1)
  expect(message?.subject).toBe(mails.en.returned.subject)
  expect(message?.text).toContain(channel.name)
  expect(message?.text).not.toContain(address)
  const [russian] = await waitForMails(world, second.email, 1)
  expect(russian?.subject).toBe(mails.ru.returned.subject)
  expect(await mailsTo(world, early.email)).toEqual([])

  await suppressAddress(world.app, address)
  const { contact_id } = await world.app.db
    .selectFrom('reveal')
    .select('contact_id')
    .where('holder_id', '=', first.id)
    .executeTakeFirstOrThrow()
  const at = world.clock.now().toISOString()
  await Promise.all([1, 2, 3].map(() => returnObjectedJob.run(world.app, { contactIds: [contact_id], at })))
  for (const buyer of [first, second]) expect(await balance(buyer)).toBe(1)
  expect(await mailsTo(world, first.email)).toHaveLength(1)
})

test('a use that came back by a report does not come back again, and none to an account that is closed', async () => {
  const channel = await makeChannel(world.app)
  const [address = ''] = channel.addresses
  const [reporter, closed, last] = [await buy(channel), await buy(channel), await buy(channel)]
  const [record] = (await reporter.client.call('GET /purchases')).body.data
  const answer = await reporter.client.call('POST /purchases/{transactionId}/report', {
    params: { transactionId: record!.transaction_id },
    body: { kind: 'bounced', evidence: bounceOf(address) },
  })
  expect(answer.body.data).toMatchObject({ state: 'credited', uses: 1 })
  await closeAccount(world.app, OPERATOR, closed.id)
  await suppressAddress(world.app, address)
  await expect.poll(() => balance(last), { timeout: 20_000 }).toBe(1)
  expect(await balance(reporter)).toBe(1)
  expect(await balance(closed)).toBe(0)
  expect(await mailsTo(world, reporter.email)).toEqual([])
})

test('an objection to the contact that took the place of another one gives the use back, too', async () => {
  const channel = await makeChannel(world.app, { contacts: 2 })
  const [first = '', second = ''] = channel.addresses
  const buyer = await buy(channel)
  const [record] = (await buyer.client.call('GET /purchases')).body.data
  const answer = await buyer.client.call('POST /purchases/{transactionId}/report', {
    params: { transactionId: record!.transaction_id },
    body: { kind: 'bounced', evidence: bounceOf(first) },
  })
  expect(answer.body.data).toMatchObject({ state: 'replaced', uses: 0 })
  await suppressAddress(world.app, second)
  await expect.poll(() => balance(buyer), { timeout: 20_000 }).toBe(1)
})

test('an objection settles the reports of a purchase that wait: nobody decides again', async () => {
  const channel = await makeChannel(world.app, { contacts: 2 })
  const [first = '', second = ''] = channel.addresses
  const buyer = await buy(channel)
  const [record] = (await buyer.client.call('GET /purchases')).body.data
  const report = (body: { kind: 'bounced'; evidence: string } | { kind: 'no_mailbox' }) =>
    buyer.client.call('POST /purchases/{transactionId}/report', {
      params: { transactionId: record!.transaction_id },
      body,
    })
  await report({ kind: 'bounced', evidence: bounceOf(first) })
  expect((await report({ kind: 'no_mailbox' })).body.data).toMatchObject({ state: 'review' })
  const [open] = (await openReports(world.app.db, 100)).filter(({ holderId }) => holderId === buyer.id)
  await suppressAddress(world.app, second)
  await expect.poll(() => balance(buyer), { timeout: 20_000 }).toBe(1)
  expect((await openReports(world.app.db, 100)).filter(({ holderId }) => holderId === buyer.id)).toEqual([])
  const told = async () => (await buyer.client.call('GET /purchases')).body.data[0]?.report
  expect(await told()).toMatchObject({ state: 'credited', reason: 'returned' })
  for (const isCredited of [true, false])
    expect(await decideByHand(world.app, OPERATOR, { reportId: open!.id, isCredited })).toBe('decided before')
  expect(await told()).toMatchObject({ state: 'credited', reason: 'returned' })
  expect(await auditOf(world.app)).not.toContainEqual(
    expect.objectContaining({ verb: 'reports decide', subject: String(open!.id) }),
  )
  expect(await waitForMails(world, buyer.email)).toHaveLength(1)
  await transact(world.app.db, async (tx) => {
    // The other contact that took its place counts, as before.
    expect(
      await countRecent(tx, { ...asBuyer(buyer.id), revealId: 0, now: world.clock.now() }),
    ).toMatchObject({
      returns: 1,
    })
  })
})

test('the language of such emails is that of the last login', async () => {
  const email = 'two.languages@buyer.example'
  const languageOf = async () =>
    (
      await world.app.db
        .selectFrom('person')
        .select('language')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).language
  await signUp(world, world.client(), email)
  expect(await languageOf()).toBe('en')
  const headers = { 'accept-language': 'ru' }
  const login = await world.client().call('POST /login', { body: { email, password: PASSWORD }, headers })
  expect(login.status).toBe(200)
  expect(await languageOf()).toBe('ru')
})
