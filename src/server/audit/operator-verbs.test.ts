import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { blockPerson, unblockPerson } from '#server/features/accounts/block-person.ts'
import { makeSponsor } from '#server/features/accounts/make-sponsor.ts'
import { editChannel } from '#server/features/catalogue/edit-channel.ts'
import { hideChannel } from '#server/features/catalogue/hide-channel.ts'
import { mergeKnownChannels } from '#server/features/catalogue/merge-known-channels.ts'
import { restoreContacts, withholdContacts } from '#server/features/catalogue/restore-contacts.ts'
import { forgetContacts } from '#server/features/catalogue/retire-contacts.ts'
import { switchSource } from '#server/features/catalogue/sources.ts'
import { addRequest, answerRequest } from '#server/features/creators/ask-operator.ts'
import { decideByHand } from '#server/features/evidence/decide-report.ts'
import { openReports } from '#server/features/evidence/open-reports.sql.ts'
import { writeReview } from '#server/features/feedback/feedback.sql.ts'
import { moderateReview, nameSponsor, unnameSponsor } from '#server/features/feedback/operate-feedback.ts'
import { suppressForOwner } from '#server/features/objections/suppress-address.ts'
import { refundPayment } from '#server/features/payments/refund-payment.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import { resetSecondFactor } from '#server/features/second-factor/change-second-factor.ts'
import { endSessions } from '#server/features/sessions/end-sessions.ts'
import { grantUses } from '#server/features/uses/grant-uses.ts'
import { closePromocode, openPromocode } from '#server/features/uses/operate-promocodes.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { openPayment } from '#test/support/pay.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

test('every verb of the operator writes one entry, its repetition and its dry run none, and no entry holds anything personal', async () => {
  await using world = await createTestApp({ env: { RATE_LIMITS: 'off' }, notifies: false })
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
  const channel = await makeChannel(app, { name: 'Genoveva bakes' })
  const twin = await makeChannel(app, { name: 'Genoveva bakes too', platformId: null })
  const named = channel.channelId
  const sponsor = { name: 'Genoveva', url: 'https://genoveva.example', contribution: 5 }
  const block = { personId, category: 'rules', language: null } as const
  const edit = { name: 'Genoveva cooks', country: 'FI' }
  const merge = { from: String(twin.id), into: named }
  const suppression = { address: channel.addresses[0]!, isDryRun: false }
  const [who, reason] = ['Olga', 'a mistake of ours']
  const found = await makeChannel(app, { name: 'Genoveva sings' })
  await client.call('POST /getemail', { body: { channelId: found.channelId } })
  const [record] = (await client.call('GET /purchases')).body.data
  await client.call('POST /purchases/{transactionId}/report', {
    params: { transactionId: record!.transaction_id },
    body: { kind: 'bounced', evidence: bounceOf(found.addresses[0]!, 'yandex-ru') },
  })
  const restoration = { address: found.addresses[0]!, isDryRun: false }
  const [report] = await openReports(app.db, 1)
  const old = await makeChannel(app)
  await app.db
    .updateTable('contact')
    .set({ last_seen_at: new Date('2020-01-01') })
    .where('channel_id', '=', old.id)
    .execute()
  const source = 'videos.example'
  const request = {
    address: 'baker@creator.example',
    kind: 'copy',
    text: 'Where does my address stand? Genoveva',
    language: 'en',
    receivedAt: clock.now(),
  } as const
  const addOne = () => addRequest(app, OPERATOR, request)

  // The third is its dry run, of verbs that change many rows.
  const verbs: readonly (readonly [string, () => Promise<unknown>, (() => Promise<unknown>)?])[] = [
    [
      'users grant',
      () => grantUses(app, { holderId: personId, amount: 2, actor: who, reason, key: 'a key' }),
    ],
    ['users drop-second-factor', () => resetSecondFactor(app, OPERATOR, personId)],
    ['users sponsor', () => makeSponsor(app, OPERATOR, { personId, isSponsor: true })],
    ['users end-sessions', () => endSessions(app, OPERATOR, personId)],
    ['payments settle', () => settlePayment(app, paymentId, null, OPERATOR)],
    ['payments refund', () => refundPayment(app, { paymentId, actor: who, reason })],
    ['users block', () => blockPerson(app, OPERATOR, block)],
    ['users unblock', () => unblockPerson(app, OPERATOR, block)],
    [
      'promocodes add',
      () => openPromocode(app, OPERATOR, { code: 'SPRING', uses: 1, places: null, lastDate: null }),
    ],
    ['promocodes end', () => closePromocode(app, OPERATOR, 'SPRING')],
    ['reviews hide', () => moderateReview(app, OPERATOR, { id: review.id, isHidden: true })],
    ['sponsors add', () => nameSponsor(app, OPERATOR, sponsor)],
    ['sponsors remove', () => unnameSponsor(app, OPERATOR, 'genoveva')],
    ['channels edit', () => editChannel(app, OPERATOR, { channel: named, edit })],
    [
      'contacts suppress',
      () => suppressForOwner(app, OPERATOR, suppression),
      () => suppressForOwner(app, OPERATOR, { ...suppression, isDryRun: true }),
    ],
    ...([true, false] as const).map(
      (isOff) =>
        [
          `contacts switch-${isOff ? 'off' : 'on'}`,
          () => switchSource(app, OPERATOR, { source, isOff, isDryRun: false }),
          () => switchSource(app, OPERATOR, { source, isOff, isDryRun: true }),
        ] as const,
    ),
    [
      'contacts forget',
      () => forgetContacts(app, OPERATOR, { isDryRun: false }),
      () => forgetContacts(app, OPERATOR, { isDryRun: true }),
    ],
    ['reports decide', () => decideByHand(app, OPERATOR, { reportId: report!.id, isCredited: true })],
    [
      'contacts withhold',
      () => withholdContacts(app, OPERATOR, restoration),
      () => withholdContacts(app, OPERATOR, { ...restoration, isDryRun: true }),
    ],
    [
      'contacts restore',
      () => restoreContacts(app, OPERATOR, restoration),
      () => restoreContacts(app, OPERATOR, { ...restoration, isDryRun: true }),
    ],
    ['requests add', addOne],
    [
      'requests answer',
      async () => answerRequest(app, OPERATOR, { requestId: (await addOne())!.id, text: 'Here, Genoveva.' }),
    ],
    ['channels hide', () => hideChannel(app, OPERATOR, { channel: named, isHidden: true })],
    ['channels show', () => hideChannel(app, OPERATOR, { channel: named, isHidden: false })],
    [
      'channels merge',
      () => mergeKnownChannels(app, OPERATOR, { ...merge, isDryRun: false }),
      () => mergeKnownChannels(app, OPERATOR, { ...merge, isDryRun: true }),
    ],
    ['users close', () => closeAccount(app, OPERATOR, personId)],
  ]
  for (const [verb, run, runDry] of verbs) {
    if (runDry !== undefined) {
      const rows = await rowsOf(app)
      await runDry()
      expect([verb, await rowsOf(app)]).toEqual([verb, rows])
    }
    const before = (await auditOf(app)).length
    await run()
    await run()
    const entries = await auditOf(app)
    expect([verb, entries.length - before, entries[0]?.verb]).toEqual([verb, 1, verb])
    expect(entries[0]).toMatchObject({ actor: who, reason: expect.any(String) })
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
