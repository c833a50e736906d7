import { CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { bounceOf } from '#test/support/bounces.ts'
import { giveAddress, logIn, makeChannel, makePerson, type TestChannel } from '#test/support/factories.ts'
import { transact } from '#server/db/connect.ts'
import { suppressContacts } from '#server/features/catalogue/contacts.sql.ts'
import { mergeChannels } from '#server/features/catalogue/merge-channels.ts'
import { runs } from '#test/support/fast-check.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { expectSoundLedger, untilBlocked, usesOf } from '#test/support/ledger-world.ts'
import { sendTogether } from '#test/support/send-together.ts'
import { shared } from '#test/support/shared.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { decideByHand } from './decide-report.ts'
import { refusedJob } from './note-bounce.ts'
import { purgeEvidence } from './reports.sql.ts'

const REPORTS = runs(1_000)
const TIMEOUT = 120_000

const world = useTestApp({ env: { RATE_LIMITS: 'off', LIMITS: 'report=100000/60' } })
const second = shared(() =>
  createTestApp({
    databaseUrl: world.databaseUrl,
    clock: world.clock,
    env: { RATE_LIMITS: 'off', LIMITS: 'report=100000/60' },
  }),
)
beforeAll(async () => {
  for (const { fastify } of [world, second]) {
    // On a busy machine, opening a thousand sockets takes longer than one request may.
    fastify.server.requestTimeout = 0
    fastify.server.headersTimeout = 0
  }
})

async function buy(channel: TestChannel) {
  const person = await makePerson(world.app, { uses: 1 })
  const client = await logIn(world, person)
  await client.call('POST /getemail', { body: { channelId: channel.channelId } })
  const { body } = await client.call('GET /purchases')
  return { ...person, client, transactionId: body.data[0]!.transaction_id }
}

type Buyer = Awaited<ReturnType<typeof buy>>

const requestOf = ({ client, transactionId }: Buyer, evidence: string) => ({
  method: 'POST',
  path: `/api/purchases/${transactionId}/report`,
  headers: client.headers(),
  body: { kind: 'bounced', evidence },
})

function count(texts: readonly { readonly text: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { text } of texts) {
    const [, word = 'nothing'] = /"(?:state|code)":"(\w+)"/.exec(text) ?? []
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

test(
  `${REPORTS} reports of one purchase at once, at two servers and with different evidence, give one use back`,
  async () => {
    const channel = await makeChannel(world.app)
    const buyer = await buy(channel)
    const halves = await Promise.all(
      [world, second].map(({ baseUrl }) =>
        sendTogether(
          baseUrl,
          Array.from({ length: REPORTS / 2 }, () => requestOf(buyer, bounceOf(channel.addresses[0]!))),
        ),
      ),
    )
    expect(count(halves.flat())).toEqual({ credited: 1, already_reported: REPORTS - 1 })
    expect(await usesOf(world.app, buyer.id)).toBe(1)
    await expectSoundLedger(world.app)
  },
  TIMEOUT,
)

test(
  'forty answers at once after a report without one give one use back',
  async () => {
    const channel = await makeChannel(world.app)
    const buyer = await buy(channel)
    const said = { ...requestOf(buyer, ''), body: { kind: 'wrong_person' } }
    expect(count(await sendTogether(world.baseUrl, [said]))).toEqual({ review: 1 })
    const answers = await Promise.all(
      [world, second].map(({ baseUrl }) =>
        sendTogether(
          baseUrl,
          Array.from({ length: 20 }, () => requestOf(buyer, bounceOf(channel.addresses[0]!))),
        ),
      ),
    )
    expect(count(answers.flat())).toEqual({ credited: 1, already_reported: 39 })
    expect(await usesOf(world.app, buyer.id)).toBe(1)
    await expectSoundLedger(world.app)
  },
  TIMEOUT,
)

test(
  'our own bounce at the same moment as reveals at another server leaves every reveal paid, and the contact withheld',
  async () => {
    const channel = await makeChannel(world.app)
    const late = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const person = await makePerson(world.app, { uses: 1 })
        return { id: person.id, client: await logIn(world, person) }
      }),
    )
    const reveals = late.map(({ client }) => ({
      method: 'POST',
      path: '/api/getemail',
      headers: client.headers(),
      body: { channelId: channel.channelId },
    }))
    const refused = { to: channel.addresses[0]!, said: '550 5.1.1 User unknown' }
    const [, answers] = await Promise.all([
      refusedJob.run(world.app, refused),
      sendTogether(second.baseUrl, reveals),
    ])
    const sold = answers.filter(({ status }) => status === 200).length
    const { rows } = await sql<{ reveals: number; is_undeliverable: boolean }>`
      select (select count(*)::integer from reveal where channel_id = ${channel.id}) as reveals, is_undeliverable
      from known_contact where channel_id = ${channel.id}`.execute(world.app.db)
    expect(rows).toEqual([{ reveals: sold, is_undeliverable: true }])
    const left = await Promise.all(late.map(({ id }) => usesOf(world.app, id)))
    expect(left.filter((uses) => uses === 1)).toHaveLength(20 - sold)
    await expectSoundLedger(world.app)
  },
  TIMEOUT,
)

test(
  'a report waits for an objection in progress, and then gives the use back instead of the contact that is withheld',
  async () => {
    const channel = await makeChannel(world.app, { contacts: 2 })
    const [first = '', other = ''] = channel.addresses
    const buyer = await buy(channel)
    const { reported } = await transact(world.app.db, async (tx) => {
      await suppressContacts(tx, other, world.clock.now())
      const pending = sendTogether(world.baseUrl, [requestOf(buyer, bounceOf(first))])
      await untilBlocked(world.app.db)
      return { reported: pending }
    })
    expect(count(await reported)).toEqual({ credited: 1 })
    expect(await usesOf(world.app, buyer.id)).toBe(1)
    await expectSoundLedger(world.app)
  },
  TIMEOUT,
)

test(
  'a decision of the operator waits for a merge before it takes the report, and then counts for the contact that stays',
  async () => {
    const gone = await makeChannel(world.app, { platformId: null })
    const kept = await makeChannel(world.app)
    const [address = ''] = kept.addresses
    await giveAddress(world.app.db, gone, address)
    const { id, client, transactionId } = await buy(gone)
    const params = { transactionId }
    await client.call('POST /purchases/{transactionId}/report', { params, body: { kind: 'no_mailbox' } })
    const { rows } = await sql<{ id: number }>`
      update bad_contact_report set evidence = 'an answer' where holder_id = ${id} returning id`.execute(
      world.app.db,
    )
    const reportId = rows[0]!.id
    const { decided } = await transact(world.app.db, async (tx) => {
      await sql`select from channel where id in (${gone.id}, ${kept.id}) order by id for update`.execute(tx)
      const pending = decideByHand(world.app, OPERATOR, { reportId, isCredited: true })
      await untilBlocked(world.app.db)
      // Whoever held it now and waited for the channels would deadlock with the merge.
      await sql`select from bad_contact_report where id = ${reportId} for update nowait`.execute(tx)
      // The night leaves it to the next one instead of waiting.
      await purgeEvidence(world.app.db, new Date(world.clock.now().getTime() + 100 * 86_400_000))
      const connection = {
        query: async (text: string, values: unknown[]) => {
          const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(text, values))
          return { rowCount: Number(numAffectedRows ?? 0) }
        },
      }
      await mergeChannels(connection, { goneId: gone.id, keptId: kept.id })
      return { decided: pending }
    })
    expect(await decided).toBe('credited')
    expect(await usesOf(world.app, id)).toBe(1)
    const { rows: contacts } = await sql`
      select bounced_at from address where address = ${address}`.execute(world.app.db)
    expect(contacts).toEqual([{ bounced_at: world.clock.now() }])
  },
  TIMEOUT,
)
