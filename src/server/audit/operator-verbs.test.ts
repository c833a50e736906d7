import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { moscowDate } from '#server/clock.ts'
import { openReports } from '#server/features/evidence/open-reports.sql.ts'
import { writeReview } from '#server/features/feedback/feedback.sql.ts'
import { orderInvoice } from '#server/features/payments/order-invoice.ts'
import { Refusal } from '#server/refusal.ts'
import { runCommand } from '#server/run-command.ts'
import { type CommandKey, commands } from '#shared/api/commands.ts'
import { paymentNumber } from '#shared/rules/uses.ts'
import { BANK } from '#test/support/bank.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { asBuyer, logIn, makeChannel, makePerson, makeTeam } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { auditOf } from '#test/support/operator.ts'
import { openPayment } from '#test/support/pay.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** A command, its input, and the name in the audit where that is another. */
type Case = readonly [CommandKey, Readonly<Record<string, unknown>>, string?]

test('every verb of the operator writes one entry, its repetition and its dry run none, and no entry holds anything personal', async () => {
  await using world = await createTestApp({ env: { RATE_LIMITS: 'off', ...BANK }, notifies: false })
  const { app, clock } = world
  const person = await makePerson(app, { email: 'anna@buyer.example', username: 'Genoveva', uses: 1 })
  const personId = person.id
  const client = await logIn(world, person)
  await app.db
    .insertInto('totp')
    .values({ person_id: personId, secret_sealed: 'sealed', last_step: 0, created_at: clock.now() })
    .execute()
  await writeReview(app.db, { personId, mark: 1, text: 'Sincerely, Genoveva', now: clock.now() })
  const review = await app.db.selectFrom('review').select('id').executeTakeFirstOrThrow()
  const { id: paymentId, payment } = await openPayment(world, client)
  world.yookassa.provider.pay(payment, '5555555555554444')
  const company = { name: 'Genoveva Ltd', country: 'GB', vatNumber: 'GB123456789', address: 'London' }
  const stored = await client.call('PUT /company', { body: { ...company, inn: null, kpp: null } })
  expect(stored.status).toBe(200)
  const [invoice, other] = await Promise.all(
    [2, 3].map((packageId) =>
      orderInvoice(app, { ...asBuyer(personId), packageId, email: person.email, language: 'en' }),
    ),
  )
  const channel = await makeChannel(app, { name: 'Genoveva bakes' })
  const twin = await makeChannel(app, { name: 'Genoveva bakes too', platformId: null })
  const named = channel.channelId
  const sponsor = { name: 'Genoveva', url: 'https://genoveva.example', contribution: 5, agreed: true }
  const [who, reason] = ['Olga', 'a mistake of ours']
  const found = await makeChannel(app, { name: 'Genoveva sings' })
  await client.call('POST /getemail', { body: { channelId: found.channelId } })
  const [record] = (await client.call('GET /purchases')).body.data
  await client.call('POST /purchases/{transactionId}/report', {
    params: { transactionId: record!.transaction_id },
    body: { kind: 'bounced', evidence: bounceOf(found.addresses[0]!, 'yandex-ru') },
  })
  const [report] = await openReports(app.db, 1)
  const old = await makeChannel(app)
  await app.db
    .updateTable('contact')
    .set({ last_seen_at: new Date('2020-01-01') })
    .where('channel_id', '=', old.id)
    .execute()
  const address = found.addresses[0]
  const source = 'videos.example'
  const request = {
    address: 'baker@creator.example',
    kind: 'copy',
    text: 'Where does my address stand? Genoveva',
    received: moscowDate(clock.now()),
  }
  const heir = await makePerson(app)
  const team = await makeTeam(app, { name: 'Genoveva', owner: person, members: [[heir, 'viewer']] })
  const uses = 2
  const cases: readonly Case[] = [
    ['users grant', { who: String(personId), uses, key: 'a key' }],
    ['users take', { who: String(personId), uses }],
    ['users drop-second-factor', { who: String(personId) }],
    ['users sponsor', { who: String(personId) }],
    ['users operator', { who: String(personId), role: 'support' }],
    ['users view', { who: String(personId) }],
    ['users end-sessions', { who: String(personId) }],
    ['invoices confirm', { number: paymentNumber(invoice!.id), amount: 1_500 }],
    ['invoices cancel', { number: paymentNumber(other!.id) }],
    ['payments settle', { id: paymentId }],
    ['payments refund', { id: paymentId }],
    ['users block', { who: String(personId) }],
    ['users unblock', { who: String(personId) }],
    ['promocodes add', { code: 'spring', uses }],
    ['promocodes end', { code: 'Spring' }],
    ['reviews hide', { number: review.id }],
    ['sponsors add', sponsor],
    ['sponsors remove', { name: 'genoveva' }],
    ['channels edit', { channel: named, name: 'Genoveva cooks', country: 'FI' }],
    ['contacts suppress', { address: channel.addresses[0] }],
    ['contacts forget', {}],
    ['contacts sources', { off: source }, 'contacts switch-off'],
    ['contacts sources', { on: source }, 'contacts switch-on'],
    ['reports decide', { report: report!.id, decision: 'credit' }],
    ['contacts withhold', { address }],
    ['contacts restore', { address }],
    ['requests add', request],
    ['requests answer', { request: 1, text: 'Here, Genoveva.' }],
    ['channels hide', { channel: named }],
    ['channels show', { channel: named }],
    ['channels merge', { from: String(twin.id), into: named }],
    ['teams grant', { team, uses, key: 'a key' }],
    ['teams take', { team, uses }],
    ['teams hand-over', { team, who: String(heir.id) }],
    ['announcement set', { en: 'New prices', ru: 'Новые цены', until: '2030-01-01' }],
    ['announcement clear', {}],
    ['maintenance on', {}],
    ['maintenance off', {}],
    ['users close', { who: String(personId) }],
  ]
  const changing = Object.entries(commands).filter(([, { changesNothing }]) => changesNothing !== true)
  expect(new Set(cases.map(([key]) => key))).toEqual(new Set(changing.map(([key]) => key)))
  const untried = [{ isDryRun: 'true' }, { isDryRun: true, reason: `${reason}\0` }]
  for (const given of untried)
    await expect(
      runCommand(app, who, 'contacts withhold', { address, reason, ...given }),
    ).rejects.toMatchObject({ code: 'wrong_field' })
  await expect(
    runCommand(app, who, 'channels hide', { channel: named, reason, isDryRun: true }),
  ).rejects.toMatchObject({ code: 'wrong_field' })
  for (const [key, given, verb = key] of cases) {
    const run = (isDryRun: boolean) => runCommand(app, who, key, { reason, ...given, isDryRun })
    if (commands[key].dryRun === true) {
      const rows = await rowsOf(app)
      await run(true)
      expect([verb, await rowsOf(app)]).toEqual([verb, rows])
    }
    const before = (await auditOf(app)).length
    await run(false)
    // A repetition changes nothing; some commands refuse it. A look at a person's pages is noted each time.
    if (verb !== 'users view')
      await run(false).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    const entries = await auditOf(app)
    expect([verb, entries.length - before, entries[0]?.verb]).toEqual([verb, 1, verb])
    expect(entries[0]).toMatchObject({
      actor: who,
      reason: commands[key].reason === undefined ? null : reason,
    })
    await expectSoundLedger(app)
  }
  const text = JSON.stringify(await auditOf(app))
  for (const personal of ['Genoveva', 'genoveva', '@', 'anna', 'baker']) expect(text).not.toContain(personal)
})

/** Of each table how many rows it has, and a digest of all of them. */
async function rowsOf({ db }: TestApp['app']): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(
    db,
  )
  const rows: unknown[] = []
  for (const { name } of tables) {
    const digest = await sql`
      select ${name} as name, count(*), md5(string_agg(each::text, ' ' order by each::text))
      from ${sql.table(name)} each`.execute(db)
    rows.push(digest.rows[0])
  }
  return rows
}
