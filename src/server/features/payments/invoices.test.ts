import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CommandInput } from '#shared/api/commands.ts'
import { BANK } from '#test/support/bank.ts'
import { OPERATOR } from '#test/support/operator.ts'
import {
  asBuyer,
  closeAccount,
  logIn,
  makeChannels,
  makePerson,
  type TestPerson,
} from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { openPayment, paymentOf, until } from '#test/support/pay.ts'
import { readPdfText } from '#test/support/pdf-text.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { runCommand } from '#server/run-command.ts'
import { readPayment } from './settlement.sql.ts'
import { cancelNamedInvoice, confirmInvoice } from './operate-invoices.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { refundPayment } from './refund-payment.ts'
import { settlePayment } from './settle-payment.ts'

const COMPANY = {
  name: 'ООО «Ромашка Ёж»',
  country: 'RU',
  inn: '7707083893',
  kpp: '773601001',
  vatNumber: null,
  address: '101000, Москва, ул. Щорса, 1',
}
const world = useTestApp({ env: { RATE_LIMITS: 'off', RECEIPT_VAT_CODE: '11', ...BANK } })
afterAll(() => expectSoundLedger(world.app))

let person: TestPerson
let client: TestClient
beforeEach(async () => {
  world.clock.set('2026-03-10T09:00:00.000Z')
  person = await makePerson(world.app)
  client = await logIn(world, person)
  await client.call('PUT /company', { body: COMPANY })
})

const uses = () => usesOf(world.app, person.id)

async function order(packageId: 2 | 3 | 4 = 2, by = client) {
  const { status, body, text } = await by.call('POST /invoices', { body: { packageId } })
  expect(status, text).toBe(200)
  return { ...body.data, number: body.data.id.slice(0, 8) }
}

function confirm(number: string, given: Partial<CommandInput<'invoices confirm'>> = {}) {
  return confirmInvoice(world.app, OPERATOR, { number, amount: 1_500, isDryRun: false, ...given })
}

const cancel = (number: string) => cancelNamedInvoice(world.app, OPERATOR, { number })

async function documentOf(id: string, language: 'en' | 'ru' = 'ru', by = client): Promise<string> {
  const query = { language }
  const { bytes, headers } = await by.call('GET /payments/{id}/document', { params: { id }, query })
  expect(headers.get('content-type')).toBe('application/pdf')
  return readPdfText(bytes)
}

async function actOf(month: string, language: 'en' | 'ru' = 'ru'): Promise<string | null> {
  const { status, bytes } = await client.call('GET /documents/act', { query: { month, language } })
  return status === 200 ? readPdfText(bytes) : null
}

const words = (text: string) => text.replace(/\s/gu, ' ')

test('an invoice waits for its transfer without a use, names bank, company and VAT, and is one however often it is ordered', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => order()))
  expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
  const { id, number, ...invoice } = orders[0]!
  expect(invoice).toMatchObject({
    state: 'pending',
    amount: 1_500,
    confirmationURL: null,
    receipt: null,
    validUntil: '2026-03-24T09:00:00.000Z',
  })
  expect(await uses()).toBe(0)
  const text = words(await documentOf(id))
  for (const part of [
    'Счёт на оплату',
    number.toUpperCase(),
    '10 марта 2026',
    'ООО «Каналы», ИНН 7700000000',
    'ПАО «Банк», БИК 044525225',
    '40702810200000000001',
    '30101810400000000225',
    'ООО «Ромашка Ёж», ИНН 7707083893, КПП 773601001',
    'Щорса',
    '1 500 ₽',
    'в том числе 22 %: 270,49 ₽',
    `Оплата по счёту № ${number.toUpperCase()} от 10 марта 2026`,
  ])
    expect(text).toContain(part)
  expect(words(await documentOf(id, 'en'))).toContain('22%, ₽270.49 of the amount')
  // Another package is another invoice, and a payment by card another payment.
  expect((await order(3)).id).not.toBe(id)
  expect((await openPayment(world, client, { packageId: 2 })).id).not.toBe(id)
})

test('confirmations at once credit one time, with one email and its document', async () => {
  const { id, number } = await order()
  await expect(confirm(number, { amount: 1_499 })).rejects.toMatchObject({ code: 'other_amount' })
  expect((await confirm(number, { isDryRun: true })).isChanged).toBe(true)
  expect(await uses()).toBe(0)
  const ended = await Promise.all(Array.from({ length: 4 }, () => confirm(number)))
  expect(ended.filter(({ isChanged }) => isChanged)).toHaveLength(1)
  expect(await uses()).toBe(50)
  await until(() => world.mail.inbox.list(person.email).length > 0)
  const [email, ...others] = world.mail.inbox.list(person.email)
  expect(others).toEqual([])
  expect(email?.attachments[0]?.name).toBe(`channelbook-${number.toUpperCase()}.pdf`)
  const attached = words(readPdfText(email!.attachments[0]!.content))
  expect(attached).toContain('bank transfer')
  expect(attached).toContain('ООО «Ромашка Ёж»')
  expect(words(await documentOf(id, 'en'))).toBe(attached)
  expect(await client.call('DELETE /invoices/{id}', { params: { id } })).toMatchObject({ status: 409 })
  await expect(cancel(number)).rejects.toMatchObject({ code: 'invoice_paid' })
})

test.each(Array.from({ length: 5 }, (_, round) => [round]))(
  'confirmation, both cancellations and the end of its time at once leave one outcome, round %i',
  async () => {
    const { id, number } = await order()
    world.clock.advance({ days: 15 })
    await Promise.allSettled([
      confirm(number),
      client.call('DELETE /invoices/{id}', { params: { id } }),
      confirm(number),
      cancel(number),
      reconcilePayments(world.app),
    ])
    const { state } = await paymentOf(world, id)
    expect([state, await uses()]).toEqual(state === 'succeeded' ? ['succeeded', 50] : ['canceled', 0])
    await expectSoundLedger(world.app)
  },
)

test('an invoice expires after 14 days; until then jobs and the provider leave it alone', async () => {
  const { id, number } = await order()
  const { payment } = await openPayment(world, client, { packageId: 2 })
  world.yookassa.provider.pay(payment, '5555555555554444')
  await until(async () => (await uses()) === 50)
  world.clock.advance({ days: 13, hours: 23 })
  await reconcilePayments(world.app)
  // A notification that names both.
  expect(await settlePayment(world.app, id, payment.id)).toBe('pending')
  expect(await paymentOf(world, id)).toMatchObject({ state: 'pending', provider_id: null, checked_at: null })
  world.clock.advance({ hours: 1 })
  await reconcilePayments(world.app)
  const { body } = await client.call('GET /payments/{id}', { params: { id } })
  expect(body.data).toMatchObject({ state: 'canceled', cancelReason: 'expired' })
  const next = await order()
  expect(next.id).not.toBe(id)
  // Its transfer may arrive all the same: once, and not for an invoice that somebody canceled.
  expect(await confirm(number, { isDryRun: true })).toMatchObject({ isChanged: true, isLate: true })
  const late = await Promise.all([confirm(number), confirm(number)])
  expect(late.map(({ isLate }) => isLate).toSorted((one, other) => Number(one) - Number(other))).toEqual([
    false,
    true,
  ])
  expect(await uses()).toBe(100)
  const paid = (await client.call('GET /payments/{id}', { params: { id } })).body.data
  expect(paid).toMatchObject({ state: 'succeeded', cancelReason: null, amount: 1_500 })
  await client.call('DELETE /invoices/{id}', { params: { id: next.id } })
  world.clock.advance({ days: 15 })
  await reconcilePayments(world.app)
  await expect(confirm(next.number)).rejects.toMatchObject({ code: 'invoice_canceled' })
  expect(await uses()).toBe(100)
})

test('an invoice needs a company, a package from Medium on, and an installation with a bank', async () => {
  const other = await logIn(world, await makePerson(world.app))
  const ask = (by: TestClient, packageId: 2 | 3 | 4) => by.call('POST /invoices', { body: { packageId } })
  expect((await ask(other, 2)).body.error?.code).toBe('company_missing')
  expect((await ask(client, 1 as 2)).body.error?.fields).toEqual({ packageId: 'invalid' })
  expect((await client.call('GET /config')).body.data.invoices).toBe(true)
  await using without = await createTestApp()
  const there = await logIn(without, await makePerson(without.app))
  await there.call('PUT /company', { body: COMPANY })
  expect((await ask(there, 2)).status).toBe(404)
  expect((await there.call('GET /config')).body.data.invoices).toBe(false)
})

test('an invoice, its document and its company are its holder’s alone', async () => {
  const { id } = await order()
  const stranger = await logIn(world, await makePerson(world.app))
  const params = { id }
  for (const call of ['GET /payments/{id}', 'GET /payments/{id}/document', 'DELETE /invoices/{id}'] as const)
    expect((await stranger.call(call, { params })).status).toBe(404)
  expect((await stranger.call('GET /company')).body.data).toBeNull()
  expect((await paymentOf(world, id)).state).toBe('pending')
  const paid = await openPayment(world, client)
  // What is paid at the provider is canceled there.
  expect((await client.call('DELETE /invoices/{id}', { params: { id: paid.id } })).status).toBe(404)
  const canceled = await client.call('DELETE /invoices/{id}', { params })
  expect(canceled.body.data).toMatchObject({ state: 'canceled', cancelReason: 'withdrawn' })
  expect((await client.call('DELETE /invoices/{id}', { params })).status).toBe(200)
  expect((await client.call('GET /payments/{id}/document', { params })).status).toBe(404)
})

test('the invoice of a team is the team’s, as its role allows', async () => {
  const made = await client.call('POST /teams', { body: { name: 'Buyers' } })
  const { teamId } = made.body.data
  const headers = { 'x-team': String(teamId) }
  await client.call('PUT /company', { body: { ...COMPANY, name: 'ООО «Команда»' }, headers })
  const { body } = await client.call('POST /invoices', { body: { packageId: 2 }, headers })
  const { id } = body.data
  expect((await client.call('GET /payments/{id}', { params: { id } })).status).toBe(404)
  await confirm(id.slice(0, 8))
  expect([await uses(), await usesOf(world.app, teamId)]).toEqual([0, 50])
  const query = { language: 'ru' } as const
  const document = await client.call('GET /payments/{id}/document', { params: { id }, query, headers })
  expect(readPdfText(document.bytes)).toContain('Команда')
  for (const [role, status] of [
    ['manager', 200],
    ['buyer', 403],
    ['viewer', 403],
  ] as const) {
    const member = await makePerson(world.app)
    await world.app.db
      .insertInto('member')
      .values({ team_id: teamId, person_id: member.id, role, joined_at: world.clock.now() })
      .execute()
    const colleague = await logIn(world, member)
    const asked = [
      await colleague.call('GET /company', { headers }),
      await colleague.call('GET /payments/{id}', { params: { id }, headers }),
      await colleague.call('GET /documents/act', { query: { month: '2026-03' }, headers }),
    ]
    expect([role, ...asked.map((answer) => answer.status)]).toEqual([role, status, status, status])
  }
})

test('a transfer for a deleted account credits nothing, and the company is gone with it', async () => {
  const { id, number } = await order()
  await closeAccount(world.app, person.id)
  await expect(confirm(number)).rejects.toMatchObject({ code: 'account_gone' })
  expect((await paymentOf(world, id)).state).toBe('pending')
  const [listed] = (await runCommand(world.app, 'Olga', 'invoices list', {})).filter(
    (invoice) => invoice.number === number.toUpperCase(),
  )
  expect(listed).toMatchObject({ buyer: null, taxNumber: null })
})

test('an invoice is refunded by hand: the unspent share, once, and the provider is not asked', async () => {
  const { id, number } = await order()
  await confirm(number)
  const channels = await makeChannels(world.app, 20)
  for (const { channelId } of channels) await revealContact(world.app, { ...asBuyer(person.id), channelId })
  const refunds = await Promise.allSettled([1, 2, 3].map(() => refundPayment(world.app, OPERATOR, id)))
  const done = refunds.flatMap((refund) => (refund.status === 'fulfilled' ? [refund.value] : []))
  expect(done).toEqual([{ state: 'succeeded', amount: 90_000, uses: 30, isByHand: true }])
  expect((await readPayment(world.app.db, id))?.state).toBe('refunded')
  expect(await uses()).toBe(0)
  await reconcilePayments(world.app)
  expect(words(await documentOf(id, 'en'))).toContain('₽900 was refunded to you')
  await expectSoundLedger(world.app)
})

test('the certificate of a month has what was rendered in it, and the months add up to what was paid', async () => {
  expect(await actOf('2026-03')).toBeNull()
  const { number } = await order(3)
  await confirm(number, { amount: 2_500 })
  const channels = await makeChannels(world.app, 75)
  const open = async (from: number, to: number) => {
    for (const { channelId } of channels.slice(from, to))
      await revealContact(world.app, { ...asBuyer(person.id), channelId })
  }
  await open(0, 10)
  const soFar = words((await actOf('2026-03'))!)
  expect(soFar).toContain(`20260310-${person.id}`)
  // The last moment of March in Moscow, and the first of April.
  world.clock.set('2026-03-31T20:59:59.000Z')
  await open(10, 40)
  world.clock.set('2026-03-31T21:00:00.000Z')
  await open(40, 75)
  world.clock.set('2026-05-02T09:00:00.000Z')
  client = await logIn(world, person)
  const march = words((await actOf('2026-03'))!)
  for (const part of [
    'Акт об оказании услуг',
    `20260331-${person.id}`,
    '1 марта 2026 — 31 марта 2026',
    'ООО «Каналы»',
    'ООО «Ромашка Ёж»',
    '40 открытий, 1 333,33 ₽',
    'Оплачено за период',
    '2 500 ₽',
  ])
    expect(march).toContain(part)
  const april = words((await actOf('2026-04', 'en'))!)
  expect(april).toContain('35 uses, ₽1,166.67')
  expect(april).toContain('Paid in the period ₽0')
  expect(await actOf('2026-05')).toBeNull()
  expect((await client.call('GET /documents/act', { query: { month: '2026-13' } })).status).toBe(400)
})

test('of a subscription the certificate has its dates, spent or not', async () => {
  const { number } = await order(4)
  await confirm(number, { amount: 4_500 })
  world.clock.set('2026-03-12T09:00:00.000Z')
  expect(words((await actOf('2026-03', 'en'))!)).toContain('10 uses, ₽300')
  world.clock.set('2026-04-20T09:00:00.000Z')
  client = await logIn(world, person)
  expect(words((await actOf('2026-03', 'en'))!)).toContain('110 uses, ₽3,300')
  expect(words((await actOf('2026-04', 'en'))!)).toContain('40 uses, ₽1,200')
})

test('a company is set and changed as its country asks; wrong fields are named', async () => {
  const put = (body: object) => client.call('PUT /company', { body: { ...COMPANY, ...body } })
  const given = { name: '  ООО  «Роза»\u202e ', inn: '7707 083893', kpp: '' }
  expect((await put(given)).body.data).toEqual({ ...COMPANY, name: 'ООО «Роза»', kpp: null })
  const foreign = { name: 'Fine Tools Ltd', country: 'GB', vatNumber: 'gb 123 4567 89', address: 'London' }
  const stored = { ...foreign, inn: null, kpp: null, vatNumber: 'GB123456789' }
  expect((await put(foreign)).body.data).toEqual(stored)
  expect((await client.call('GET /company')).body.data).toEqual(stored)
  for (const [body, fields] of [
    [{ inn: '7707083894' }, { inn: 'inn_invalid' }],
    [{ kpp: '12' }, { kpp: 'kpp_invalid' }],
    [{ inn: '500100732259' }, { kpp: 'kpp_invalid' }],
    [{ country: 'DE', vatNumber: 'no' }, { vatNumber: 'vat_invalid' }],
    [{ country: 'XQ' }, { country: 'invalid', vatNumber: 'required' }],
    [
      { name: ' ', address: '\u200b'.repeat(0) },
      { name: 'required', address: 'required' },
    ],
  ] as const)
    expect((await put(body)).body.error?.fields).toEqual(fields)
  expect((await client.call('GET /company')).body.data).toEqual(stored)
  const paid = await openPayment(world, client)
  world.yookassa.provider.pay(paid.payment, '5555555555554444')
  await until(async () => (await paymentOf(world, paid.id)).state === 'succeeded')
  expect(words(await documentOf(paid.id, 'en'))).toContain(
    'Fine Tools Ltd, tax number GB123456789, London, United Kingdom',
  )
})

test('a document keeps the company of its day, whatever is entered later', async () => {
  const edit = (name: string) => client.call('PUT /company', { body: { ...COMPANY, name } })
  const { id, number } = await order(3)
  await edit('ООО «Одуванчик»')
  await confirm(number, { amount: 2_500 })
  const later = await order(2)
  await edit('ООО «Клевер»')
  for (const [payment, name] of [
    [id, 'Ромашка'],
    [later.id, 'Одуванчик'],
  ] as const) {
    const text = await documentOf(payment)
    expect(['Ромашка', 'Одуванчик', 'Клевер'].filter((word) => text.includes(word))).toEqual([name])
  }
  expect((await client.call('GET /company')).body.data?.name).toBe('ООО «Клевер»')
  world.clock.set('2026-04-05T09:00:00.000Z')
  client = await logIn(world, person)
  await edit('ООО «Василёк»')
  expect(await actOf('2026-03')).toContain('Клевер')
  // Of what was bought before, the first details stand.
  const other = await makePerson(world.app)
  const by = await logIn(world, other)
  const { id: bare, payment: made } = await openPayment(world, by, { packageId: 2 })
  world.yookassa.provider.pay(made, '5555555555554444')
  await until(async () => (await usesOf(world.app, other.id)) === 50)
  for (const name of ['ООО «Первая»', 'ООО «Вторая»', 'ООО «Третья»'])
    await by.call('PUT /company', { body: { ...COMPANY, name } })
  expect(await documentOf(bare, 'ru', by)).toContain('Первая')
  const { rows } = await sql`select from company where holder_id = ${other.id}`.execute(world.app.db)
  expect(rows).toHaveLength(2)
})
