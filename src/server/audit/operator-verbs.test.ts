import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { restoreContacts, withholdContacts } from '#server/features/catalogue/restore-contacts.ts'
import { forgetContacts } from '#server/features/catalogue/retire-contacts.ts'
import { switchSource } from '#server/features/catalogue/sources.ts'
import { addRequest, answerRequest } from '#server/features/creators/ask-operator.ts'
import { decideByHand } from '#server/features/evidence/decide-report.ts'
import { openReports } from '#server/features/evidence/open-reports.sql.ts'
import { writeReview } from '#server/features/feedback/feedback.sql.ts'
import { suppressForOwner } from '#server/features/objections/suppress-address.ts'
import { Refusal } from '#server/refusal.ts'
import { runCommand } from '#server/run-command.ts'
import { type CommandKey, commands } from '#shared/api/commands.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { logIn, makeChannel, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { openPayment } from '#test/support/pay.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** A command's name, what runs it, and its dry run where it has one. */
type Case = readonly [string, () => Promise<unknown>, (() => Promise<unknown>)?]

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
  const sponsor = { name: 'Genoveva', url: 'https://genoveva.example', contribution: 5, agreed: true }
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

  const done = (key: CommandKey, given: Readonly<Record<string, unknown>>): Case => {
    const run = (isDryRun: boolean) => runCommand(app, who, key, { reason, ...given, isDryRun })
    return commands[key].dryRun === true ? [key, () => run(false), () => run(true)] : [key, () => run(false)]
  }
  const uses = 2
  const verbs: readonly Case[] = [
    done('users grant', { who: String(personId), uses, key: 'a key' }),
    done('users drop-second-factor', { who: String(personId) }),
    done('users sponsor', { who: String(personId) }),
    done('users end-sessions', { who: String(personId) }),
    done('payments settle', { id: paymentId }),
    done('payments refund', { id: paymentId }),
    done('users block', { who: String(personId) }),
    done('users unblock', { who: String(personId) }),
    done('promocodes add', { code: 'spring', uses }),
    done('promocodes end', { code: 'Spring' }),
    done('reviews hide', { number: review.id }),
    done('sponsors add', sponsor),
    done('sponsors remove', { name: 'genoveva' }),
    done('channels edit', { channel: named, name: 'Genoveva cooks', country: 'FI' }),
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
    done('channels hide', { channel: named }),
    done('channels show', { channel: named }),
    done('channels merge', { from: String(twin.id), into: named }),
    done('users close', { who: String(personId) }),
  ]
  for (const [verb, run, runDry] of verbs) {
    if (runDry !== undefined) {
      const rows = await rowsOf(app)
      await runDry()
      expect([verb, await rowsOf(app)]).toEqual([verb, rows])
    }
    const before = (await auditOf(app)).length
    await run()
    // A repetition changes nothing; some commands refuse it.
    await run().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
    const entries = await auditOf(app)
    expect([verb, entries.length - before, entries[0]?.verb]).toEqual([verb, 1, verb])
    expect(entries[0]).toMatchObject({ actor: who })
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
