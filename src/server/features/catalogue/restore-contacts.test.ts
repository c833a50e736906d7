import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { decideByHand } from '#server/features/evidence/decide-report.ts'
import { openReports } from '#server/features/evidence/open-reports.sql.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { giveAddress, logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { expectSoundLedger } from '#test/support/ledger-world.ts'
import { auditOf, OPERATOR } from '#test/support/operator.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { isLockTimeout, waitForOtherImports } from './import-lock.sql.ts'
import { restoreContacts, withholdContacts } from './restore-contacts.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })
afterAll(() => expectSoundLedger(world.app))

async function buy({ channelId }: TestChannel) {
  const client = await logIn(world, await makePerson(world.app, { uses: 1 }))
  expect((await client.call('POST /getemail', { body: { channelId } })).status).toBe(200)
  const [record] = (await client.call('GET /purchases')).body.data
  return async (address: string) => {
    const answer = await client.call('POST /purchases/{transactionId}/report', {
      params: { transactionId: record!.transaction_id },
      body: { kind: 'bounced', evidence: bounceOf(address) },
    })
    expect(answer.body.data).toMatchObject({ state: 'credited' })
  }
}

async function contactsOf(address: string) {
  const { rows } = await sql`
    select bounced_at, is_undeliverable, withheld, has_contact from known_contact join channel on channel.id = channel_id
    where address = ${address} order by channel_id`.execute(world.app.db)
  return rows
}

test('an address that the operator took off sale is sold again once they say so, and only later bounces count', async () => {
  const [channel, other] = [await makeChannel(world.app, { name: 'Restored' }), await makeChannel(world.app)]
  const [address = ''] = channel.addresses
  await giveAddress(world.app.db, other, address)
  await sql`update contact set withheld = '{stale}' where channel_id = ${other.id}`.execute(world.app.db)
  const report = await buy(channel)
  const withhold = (isDryRun: boolean) => withholdContacts(world.app, OPERATOR, { address, isDryRun })
  expect(await withhold(true)).toBe(2)
  expect(await contactsOf(address)).toMatchObject([{ withheld: [] }, { withheld: ['stale'] }])
  // Twice at once, and again.
  expect((await Promise.all([withhold(false), withhold(false)])).toSorted((a, b) => a - b)).toEqual([0, 2])
  expect(await withhold(false)).toBe(0)
  const bounced = { bounced_at: world.clock.now() }
  const off = [
    { ...bounced, is_undeliverable: true, withheld: [], has_contact: false },
    { ...bounced, is_undeliverable: true, withheld: ['stale'] },
  ]
  expect(await contactsOf(address)).toMatchObject(off)

  const restore = (isDryRun: boolean) => restoreContacts(world.app, OPERATOR, { address, isDryRun })
  expect(await restore(true)).toEqual({ channels: 2, sold: 1 })
  expect(await contactsOf(address)).toMatchObject(off)
  world.clock.advance({ seconds: 1 })
  expect(await restore(false)).toEqual({ channels: 2, sold: 1 })
  expect(await contactsOf(address)).toMatchObject([
    { bounced_at: null, is_undeliverable: false, withheld: [], has_contact: true },
    { bounced_at: null, withheld: ['stale'] },
  ])
  expect(await restore(false)).toEqual({ channels: 0, sold: 0 })
  const entries = await auditOf(world.app)
  expect(entries).toMatchObject([
    { verb: 'contacts restore', kind: 'address', reason: 'a test', after: { channels: 2, sold: 1 } },
    { verb: 'contacts withhold', kind: 'address', reason: 'a test', after: { channels: 2 } },
  ])
  expect(JSON.stringify(entries)).not.toContain(address)

  world.clock.advance({ seconds: 1 })
  await report(address)
  const marked = { bounced_at: world.clock.now() }
  expect(await contactsOf(address)).toMatchObject([
    { ...marked, is_undeliverable: false, withheld: [] },
    { ...marked, withheld: ['stale'] },
  ])
})

test('while an import is being written nothing is restored, as it may be copying what would be forgotten', async () => {
  const [address = ''] = (await makeChannel(world.app)).addresses
  const bounced = { bounced_at: world.clock.now(), is_undeliverable: true }
  await world.app.db.updateTable('address').set(bounced).where('address', '=', address).execute()
  const importing = await world.app.databases.pool.connect()
  await importing.query('begin')
  await waitForOtherImports(importing)
  const restore = () => restoreContacts(world.app, OPERATOR, { address, isDryRun: false })
  await expect(restore()).rejects.toSatisfy(isLockTimeout)
  expect(await contactsOf(address)).toMatchObject([bounced])
  await importing.query('rollback')
  importing.release()
  expect(await restore()).toEqual({ channels: 1, sold: 1 })
})

test('a report from before a restoration, credited after it, does not mark the address again', async () => {
  const channel = await makeChannel(world.app)
  const [address = ''] = channel.addresses
  const person = await makePerson(world.app, { uses: 1 })
  const client = await logIn(world, person)
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  const [record] = (await client.call('GET /purchases')).body.data
  const params = { transactionId: record!.transaction_id }
  await client.call('POST /purchases/{transactionId}/report', { params, body: { kind: 'no_mailbox' } })
  const reportBounce = await buy(channel)
  const [report] = (await openReports(world.app.db, 100)).filter(({ holderId }) => holderId === person.id)
  const credit = { reportId: report!.id, isCredited: true }

  await reportBounce(address)
  world.clock.advance({ seconds: 1 })
  await restoreContacts(world.app, OPERATOR, { address, isDryRun: false })
  expect(await decideByHand(world.app, OPERATOR, credit)).toBe('credited')
  expect(await contactsOf(address)).toMatchObject([{ bounced_at: null, withheld: [] }])
})
