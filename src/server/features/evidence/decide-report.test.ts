import { afterAll, expect, test } from 'vitest'
import { mails } from '#shared/i18n/server-texts.ts'
import { closeAccount } from '#server/features/profile/delete-account.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { logIn, makeChannel, makeChannels, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { mailsTo, waitForMails } from '#test/support/sign-up.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { decideByHand } from './decide-report.ts'
import { findReport, openReports } from './open-reports.sql.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

/** A buyer whose report waits, and its number. */
async function waiting() {
  const channel = await makeChannel(world.app)
  const person = await makePerson(world.app, { uses: 1 })
  const client = await logIn(world, person)
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  const [record] = (await client.call('GET /purchases')).body.data
  const body = { kind: 'bounced' as const, evidence: bounceOf(channel.addresses[0]!, 'yandex-ru') }
  const params = { transactionId: record!.transaction_id }
  const answer = await client.call('POST /purchases/{transactionId}/report', { params, body })
  expect(answer.body.data).toMatchObject({ state: 'review', reason: 'unclear' })
  const reports = await openReports(world.app.db, 100)
  return { ...person, channel, reportId: reports.find(({ holderId }) => holderId === person.id)!.id }
}

test('a report that is credited by hand gives the use back once, with an email and an entry of the audit', async () => {
  const { id, email, reportId, channel } = await waiting()
  const bounced = { bounced_at: world.clock.now() }
  world.clock.advance({ seconds: 90 })
  const decide = () => decideByHand(world.app, OPERATOR, { reportId, isCredited: true })
  const outcomes = await Promise.all([decide(), decide(), decide()])
  expect(outcomes.toSorted()).toEqual(['credited', 'decided before', 'decided before'])
  expect(await usesOf(world.app, id)).toBe(1)
  const contacts = world.app.db.selectFrom('known_contact').select('bounced_at')
  expect(await contacts.where('channel_id', '=', channel.id).execute()).toEqual([bounced])
  const [message] = await waitForMails(world, email, 1)
  expect(message?.subject).toBe(mails.en.returned.subject)
  expect(message?.text).toContain(channel.name)
  expect(message?.text).not.toContain(OPERATOR.reason)
  const entries = (await auditOf(world.app)).filter(({ subject }) => subject === String(reportId))
  expect(entries).toMatchObject([{ verb: 'reports decide', kind: 'report', after: { state: 'credited' } }])
})

test('a report that is refused gives nothing back, and stays refused', async () => {
  const { id, email, reportId } = await waiting()
  expect(await decideByHand(world.app, OPERATOR, { reportId, isCredited: false })).toBe('refused')
  expect(await decideByHand(world.app, OPERATOR, { reportId, isCredited: true })).toBe('decided before')
  expect(await usesOf(world.app, id)).toBe(0)
  expect((await waitForMails(world, email, 1))[0]?.subject).toBe(mails.en.returned.refusedSubject)
  expect((await openReports(world.app.db, 100)).map((report) => report.id)).not.toContain(reportId)
})

test('a report of a closed account is not listed, and a decision changes nothing', async () => {
  const { id, email, reportId } = await waiting()
  await closeAccount(world.app, OPERATOR, id)
  expect((await openReports(world.app.db, 100)).map((report) => report.id)).not.toContain(reportId)
  for (const isCredited of [true, false])
    expect(await decideByHand(world.app, OPERATOR, { reportId, isCredited })).toBe('account closed')
  expect(await findReport(world.app.db, reportId)).toMatchObject({ state: 'review', reason: 'unclear' })
  expect(await usesOf(world.app, id)).toBe(0)
  expect((await mailsTo(world, email)).map(({ subject }) => subject)).not.toContain(mails.en.returned.subject)
})

test('a report that does not exist is not decided', async () => {
  await expect(
    decideByHand(world.app, OPERATOR, { reportId: 987_654, isCredited: true }),
  ).rejects.toMatchObject({ code: 'no_such_report' })
})

test('a bounce over a person’s limit is decided by the operator, and marks the contact without taking it off sale', async () => {
  const channels = await makeChannels(world.app, 4)
  const [last] = channels.slice(-1)
  const [address = ''] = last!.addresses
  const reasons: string[] = []
  const client = await logIn(world, await makePerson(world.app, { uses: 4 }))
  for (const channel of channels) {
    await client.call('POST /getemail', { body: { channelId: channel.channelId } })
    const [record] = (await client.call('GET /purchases')).body.data
    const params = { transactionId: record!.transaction_id }
    const body = { kind: 'bounced' as const, evidence: bounceOf(channel.addresses[0]!) }
    reasons.push(
      (await client.call('POST /purchases/{transactionId}/report', { params, body })).body.data.reason,
    )
  }
  expect(reasons).toEqual(['gone', 'gone', 'gone', 'many'])
  const contact = () =>
    world.app.db
      .selectFrom('address')
      .select(['is_undeliverable', 'bounced_at'])
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
  expect(await contact()).toEqual({ is_undeliverable: false, bounced_at: null })
  const [report] = (await openReports(world.app.db, 100)).filter(({ reason }) => reason === 'many')
  expect(await decideByHand(world.app, OPERATOR, { reportId: report!.id, isCredited: true })).toBe('credited')
  expect(await usesOf(world.app, report!.holderId)).toBe(4)
  expect(await contact()).toEqual({ is_undeliverable: false, bounced_at: world.clock.now() })
})
