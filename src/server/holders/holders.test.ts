import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideByHand } from '#server/features/evidence/decide-report.ts'
import { reportContact } from '#server/features/evidence/report-contact.ts'
import { startPayment } from '#server/features/payments/start-payment.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import { changeCards, changePurchase } from '#server/features/cards/change-cards.ts'
import { makeList } from '#server/features/cards/change-lists.ts'
import { removePurchase } from '#server/features/reveals/remove-purchase.ts'
import { saveSearch } from '#server/features/saved-searches/save-search.ts'
import { activatePromocode } from '#server/features/uses/activate-promocode.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { newestPurchases } from '#server/features/reveals/reveals.sql.ts'
import { makeChannel, makePerson, makeTeam, type TestPerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { until } from '#test/support/pay.ts'
import { waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { withHolderLocked } from './holder-transaction.ts'

// A team, for which two people act.
const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

let holderId: number
let anna: TestPerson
let ivan: TestPerson
beforeAll(async () => {
  const { app } = world
  anna = await makePerson(app, { uses: 5 })
  ivan = await makePerson(app, { uses: 5, username: 'Ivan' })
  holderId = await makeTeam(app, { owner: anna, members: [[ivan, 'buyer']], uses: 2 })
})

const actorOf = async (table: 'reveal' | 'card' | 'bad_contact_report' | 'payment') => {
  const rows = await world.app.db
    .selectFrom(table)
    .select('actor_id')
    .where('holder_id', '=', holderId)
    .execute()
  return rows.map((row) => row.actor_id)
}

test('what people do for a holder costs it and is its own, and notes who did it', async () => {
  const { app } = world
  const { channelId } = await makeChannel(app)
  const first = await revealContact(app, { holderId, actorId: anna.id, channelId })
  expect(await revealContact(app, { holderId, actorId: ivan.id, channelId })).toMatchObject({
    email: first.email,
  })
  expect([await usesOf(app, holderId), await usesOf(app, anna.id), await usesOf(app, ivan.id)]).toEqual([
    1, 5, 5,
  ])
  expect(await actorOf('reveal')).toEqual([anna.id])
  expect(await newestPurchases(app.db, anna.id, { limit: 1 })).toEqual([])

  const [purchase] = await newestPurchases(app.db, holderId, { limit: 1 })
  const { transaction_id: transactionId, version } = purchase!
  expect(await actorOf('card')).toEqual([null])
  await changePurchase(app, { holderId, actorId: ivan.id, transactionId, version, status: 'contacted' })
  expect(await actorOf('card')).toEqual([ivan.id])

  await reportContact(app, { holderId, actorId: ivan.id, transactionId, kind: 'no_mailbox' })
  expect(await actorOf('bad_contact_report')).toEqual([ivan.id])
  const report = app.db.selectFrom('bad_contact_report').select('id').where('holder_id', '=', holderId)
  const { id: reportId } = await report.executeTakeFirstOrThrow()
  expect(await decideByHand(app, OPERATOR, { reportId, isCredited: true })).toBe('credited')
  expect(await usesOf(app, holderId)).toBe(2)
  expect(await waitForMails(world, ivan.email, 1)).toHaveLength(1)
})

test('a payment is credited to the holder, whoever ordered it, also when that account is gone', async () => {
  const { app, yookassa } = world
  const buyer = await makePerson(app)
  await app.db
    .insertInto('member')
    .values({ team_id: holderId, person_id: buyer.id, role: 'manager', joined_at: app.clock.now() })
    .execute()
  const order = { packageId: 1, email: buyer.email, network: '192.0.2.1', language: 'en' } as const
  await startPayment(app, { ...order, holderId, actorId: buyer.id })
  expect(await actorOf('payment')).toEqual([buyer.id])
  await closeAccount(app, OPERATOR, buyer.id)
  expect(await actorOf('payment')).toEqual([null])
  const before = await usesOf(app, holderId)
  const made = [...yookassa.provider.payments.values()].find(({ email }) => email === buyer.email)!
  yookassa.provider.pay(made, '5555555555554444')
  await until(async () => (await usesOf(app, holderId)) === before + 10)
})

test('what somebody ordered for a team is told to its owner once they have left it', async () => {
  const { app, yookassa } = world
  const [owner, leaver] = [await makePerson(app), await makePerson(app)]
  const teamId = await makeTeam(app, { owner, members: [[leaver, 'manager']] })
  const order = { packageId: 1, email: leaver.email, network: '192.0.2.1', language: 'en' } as const
  await startPayment(app, { ...order, holderId: teamId, actorId: leaver.id })
  await app.db.deleteFrom('member').where('person_id', '=', leaver.id).execute()
  const made = [...yookassa.provider.payments.values()].find(({ email }) => email === leaver.email)!
  yookassa.provider.pay(made, '5555555555554444')
  const [mail] = await waitForMails(world, owner.email, 1)
  expect(mail?.text).toContain('10 uses')
  expect(await waitForMails(world, leaver.email, 0)).toEqual([])
})

test('whoever was removed, or may only look on, changes nothing of a team, also by a call that began before', async () => {
  const { app } = world
  const [gone, viewer] = [await makePerson(app), await makePerson(app)]
  const teamId = await makeTeam(app, {
    owner: anna,
    members: [
      [gone, 'manager'],
      [viewer, 'viewer'],
    ],
    uses: 1,
  })
  const { channelId } = await makeChannel(app)
  await revealContact(app, { holderId: teamId, actorId: anna.id, channelId })
  const [purchase] = await newestPurchases(app.db, teamId, { limit: 1 })
  const { transaction_id: transactionId, version } = purchase!
  const any = {
    ageGroup: null,
    content_type: null,
    country: null,
    language: null,
    hasContact: null,
    hideSilentDays: null,
  }
  const query = {
    ...any,
    minSubs: null,
    maxSubs: null,
    subsRanges: null,
    name: 'A',
    frequency: 'day',
    text: 'a',
  } as const
  const order = { packageId: 2, email: gone.email, network: '192.0.2.1', language: 'en' } as const
  // What a call does once it has been let in.
  const changes = (actorId: number): readonly (() => Promise<unknown>)[] => {
    const by = { holderId: teamId, actorId }
    return [
      () => revealContact(app, { ...by, channelId }),
      () => changeCards(app, { ...by, changes: [{ channelId, version, patch: { note: 'x' } }] }),
      () => changePurchase(app, { ...by, transactionId, version, status: 'contacted' }),
      () => removePurchase(app, { ...by, channelName: '', transactionId, channelId }),
      () => reportContact(app, { ...by, transactionId, kind: 'no_mailbox' }),
      () => makeList(app, { ...by, name: 'A', channelIds: [channelId] }),
      () => saveSearch(app, { holderId: teamId, personId: actorId, body: query }),
      () => startPayment(app, { ...order, ...by }),
      () =>
        activatePromocode(app, { holderId: teamId, personId: actorId, email: gone.email, promocode: 'ABCD' }),
    ]
  }
  // Each waits for the lock when the removal commits.
  const started = await withHolderLocked(app, teamId, async (tx) => {
    const calls = changes(gone.id).map((change) => change().then(() => 'done', String))
    await tx.deleteFrom('member').where('team_id', '=', teamId).where('person_id', '=', gone.id).execute()
    return { calls }
  })
  const outcomes = await Promise.all([
    ...started.calls,
    ...changes(viewer.id).map((change) => change().then(() => 'done', String)),
  ])
  expect(new Set(outcomes)).toEqual(new Set(['Refusal: forbidden']))
  expect(await newestPurchases(app.db, teamId, { limit: 2 })).toEqual([purchase])
  const { rows } = await sql<{ changes: number }>`
    select (select count(*) from list where holder_id = ${teamId}) + (select count(*) from saved_search where holder_id = ${teamId})
      + (select count(*) from payment where holder_id = ${teamId}) as changes`.execute(app.db)
  expect(rows[0]!.changes).toBe(0)
  expect(await usesOf(app, teamId)).toBe(0)
})
