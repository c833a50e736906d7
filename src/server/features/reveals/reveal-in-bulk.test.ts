import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { blockPerson } from '#server/features/accounts/block-person.ts'
import { hideChannel } from '#server/features/catalogue/hide-channel.ts'
import { mergeKnownChannels } from '#server/features/catalogue/merge-known-channels.ts'
import {
  asBuyer,
  closeAccount,
  give,
  logIn,
  makeChannel,
  makeChannels,
  makePerson,
  setAddresses,
  type TestChannel,
  type TestPerson,
} from '#test/support/factories.ts'
import { fc, runs } from '#test/support/fast-check.ts'
import { expectSoundLedger, untilBlocked, usesOf } from '#test/support/ledger-world.ts'
import { OPERATOR } from '#test/support/operator.ts'
import { until } from '#test/support/pay.ts'
import { useTestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { quoteReveals } from './quote-reveals.ts'
import { purgeQuotes, readResults, startQuote } from './quotes.sql.ts'
import { revealContact } from './reveal-contact.ts'
import { bulkRevealJob, progressOf, startBulkReveal, stopBulkReveal } from './reveal-in-bulk.ts'

const world = useTestApp({
  env: { LIMITS: 'all=100000/60,reveal_day=30/86400,reveal=1000/60,quote=1000/60' },
})
afterAll(() => expectSoundLedger(world.app))

const idsOf = (channels: readonly TestChannel[]) => channels.map(({ channelId }) => channelId)

async function buyer(uses: number) {
  const person = await makePerson(world.app, { uses })
  return { person, client: await logIn(world, person) }
}

async function quote(client: TestClient, channelIds: readonly string[]) {
  const { status, body } = await client.call('POST /reveals/quote', { body: { channelIds: [...channelIds] } })
  expect(status).toBe(200)
  return body.data
}

const start = (client: TestClient, quoteId: string) => client.call('POST /reveals', { body: { quoteId } })

async function finish(client: TestClient, jobId: string) {
  const read = async () => (await client.call('GET /reveals/{jobId}', { params: { jobId } })).body.data
  await until(async () => (await read()).state !== 'running')
  return read()
}

/** Makes the person's work wait until the returned function is called. */
async function holdUp({ id }: TestPerson) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = world.app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('holder').select('id').where('id', '=', id).forUpdate().execute()
    reached.resolve()
    await released.promise
  })
  await reached.promise
  return async () => {
    released.resolve()
    await held
  }
}

test('a quote says of each channel what it costs or why it cannot be revealed, and the job reveals exactly that', async () => {
  const { person, client } = await buyer(4)
  const [bought, silent, ...fresh] = await makeChannels(world.app, 5)
  const [none, objecting] = [await makeChannel(world.app, { contacts: 0 }), await makeChannel(world.app)]
  const gone = await makeChannel(world.app, { isGone: true })
  await revealContact(world.app, { ...asBuyer(person.id), channelId: bought!.channelId })
  await setAddresses(world.app.db, objecting, { suppressed_at: world.clock.now() })
  const long = new Date(world.clock.now().getTime() - 200 * 86_400_000)
  const facts = { last_upload_at: long, uploads_checked_at: long }
  await world.app.db.updateTable('channel').set(facts).where('id', '=', silent!.id).execute()
  const asked = idsOf([silent!, bought!, none, objecting, gone, ...fresh, silent!])

  const { quoteId, ...quoted } = await quote(client, [...asked, 'UC-unknown'])
  expect(quoted).toEqual({
    cost: 3,
    already: [bought!.channelId],
    noContact: [none.channelId],
    notFound: [gone.channelId, 'UC-unknown'],
    withheld: [objecting.channelId],
    inactive: [silent!.channelId],
    overBudget: [],
    noUses: [fresh[2]!.channelId],
    balance: 3,
    balanceAfter: 0,
    expiresAt: new Date(world.clock.now().getTime() + 600_000).toISOString(),
  })
  expect((await client.call('GET /reveals/{jobId}', { params: { jobId: quoteId } })).status).toBe(404)

  const { jobId } = (await start(client, quoteId)).body.data
  const report = await finish(client, jobId)
  expect(report).toMatchObject({ state: 'done', done: 9, of: 9, spent: 3 })
  expect(report.results.map(({ result }) => result)).toEqual([
    'revealed',
    'already',
    'no_contact',
    'withheld',
    'not_found',
    'revealed',
    'revealed',
    'no_uses',
    'not_found',
  ])
  expect(report.results[0]).toMatchObject({ channelId: silent!.channelId, name: silent!.name })
  expect(await usesOf(world.app, person.id)).toBe(0)
  const { body } = await client.call('GET /purchases', { query: {} })
  expect(body.data.map(({ email }) => email)).toEqual(
    [fresh[1]!, fresh[0]!, silent!, bought!].map(({ addresses }) => addresses[0]),
  )
})

test('one quote, started five times at once and again later, is one job and spends once', async () => {
  const { person, client } = await buyer(9)
  const { quoteId } = await quote(client, idsOf(await makeChannels(world.app, 4)))
  const answers = await Promise.all(Array.from({ length: 5 }, () => start(client, quoteId)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.jobId}`)).size).toBe(1)
  await finish(client, answers[0]!.body.data.jobId)
  world.clock.advance({ minutes: 11 })
  expect((await start(client, quoteId)).body.data).toEqual(answers[0]!.body.data)
  await bulkRevealJob.run(world.app, { holderId: person.id, quoteId })
  expect(await finish(client, quoteId)).toMatchObject({ spent: 4 })
  expect(await usesOf(world.app, person.id)).toBe(5)
})

test('a quote is its own person’s, and for ten minutes', async () => {
  const { person, client } = await buyer(2)
  const stranger = (await buyer(2)).client
  const { quoteId } = await quote(client, [(await makeChannel(world.app)).channelId])
  const params = { jobId: quoteId }
  expect((await start(stranger, quoteId)).body.error?.code).toBe('not_found')
  await start(client, quoteId)
  expect((await stranger.call('GET /reveals/{jobId}', { params })).status).toBe(404)
  expect((await stranger.call('DELETE /reveals/{jobId}', { params })).status).toBe(404)
  await finish(client, quoteId)

  const late = await quote(client, [(await makeChannel(world.app)).channelId])
  world.clock.advance({ minutes: 10 })
  expect(await start(client, late.quoteId)).toMatchObject({
    status: 409,
    body: { error: { code: 'quote_expired' } },
  })
  expect(await usesOf(world.app, person.id)).toBe(1)
})

test('what changed since the quote fails line by line, and costs nothing', async () => {
  const { person, client } = await buyer(9)
  const [hidden, objecting, twin, colleague, numbered] = await makeChannels(world.app, 5)
  const nameless = await makeChannel(world.app, { platformId: null })
  const late = await makeChannel(world.app, { contacts: 0 })
  const asked = idsOf([hidden!, objecting!, twin!, nameless, colleague!, numbered!, late])
  const { quoteId, cost } = await quote(client, asked)
  expect(cost).toBe(6)
  await hideChannel(world.app, OPERATOR, { channel: hidden!.channelId, isHidden: true })
  await setAddresses(world.app.db, objecting!, { suppressed_at: world.clock.now() })
  await mergeKnownChannels(world.app, OPERATOR, {
    from: nameless.channelId,
    into: twin!.channelId,
    isDryRun: false,
  })
  await revealContact(world.app, { ...asBuyer(person.id), channelId: colleague!.channelId })
  await start(client, quoteId)
  const { results, spent } = await finish(client, quoteId)
  expect(results.map(({ result }) => result)).toEqual([
    'not_found',
    'withheld',
    'revealed',
    'not_found',
    'already',
    'revealed',
    'no_contact',
  ])
  expect(spent).toBe(2)
  expect(await usesOf(world.app, person.id)).toBe(6)
})

test('a stop lets the running line end, and no other begin', async () => {
  const { person, client } = await buyer(9)
  const { quoteId } = await quote(client, idsOf(await makeChannels(world.app, 5)))
  const goOn = await holdUp(person)
  await start(client, quoteId)
  await untilBlocked(world.app.db)
  // Its place in the queue of what concerns the holder is behind the running line.
  const stopping = stopBulkReveal(world.app, { ...asBuyer(person.id), quoteId })
  await goOn()
  const data = await stopping
  expect(data).toMatchObject({ state: 'stopped', done: 5, spent: 1 })
  const again = await client.call('DELETE /reveals/{jobId}', { params: { jobId: quoteId } })
  expect(again.body.data).toEqual(data)
  expect(await finish(client, quoteId)).toEqual(data)
  expect(await usesOf(world.app, person.id)).toBe(8)
})

test('the right to reveal is asked for each line: a blocked person, and an ended account, spend nothing more', async () => {
  const { person, client } = await buyer(9)
  const channels = await makeChannels(world.app, 3)
  const quotes = [await quote(client, idsOf(channels)), await quote(client, idsOf(channels))] as const
  const goOn = await holdUp(person)
  await start(client, quotes[0].quoteId)
  await untilBlocked(world.app.db)
  await blockPerson(world.app, OPERATOR, { personId: person.id, category: 'rules' })
  await goOn()
  const own = { ...asBuyer(person.id), quoteId: quotes[0].quoteId }
  await until(async () => (await readResults(world.app.db, own)).every(({ result }) => result !== null))
  const results = await readResults(world.app.db, own)
  expect(results.map(({ result }) => result)).toEqual(Array(3).fill('not_allowed'))
  expect(await usesOf(world.app, person.id)).toBe(9)

  await world.app.db.transaction().execute(async (tx) => {
    expect(await startQuote(tx, { ...own, quoteId: quotes[1].quoteId }, world.clock.now())).toBe(true)
  })
  await closeAccount(world.app, person.id)
  await bulkRevealJob.run(world.app, { holderId: person.id, quoteId: quotes[1].quoteId })
  expect(await usesOf(world.app, person.id)).toBe(9)
})

test('bulk reveals count towards the day’s limit of reveals, and a refused start can be repeated', async () => {
  const { person, client } = await buyer(60)
  const quotes = []
  for (const count of [20, 11, 10])
    quotes.push(await quote(client, idsOf(await makeChannels(world.app, count))))
  const statuses = []
  for (const { quoteId } of quotes) statuses.push((await start(client, quoteId)).status)
  expect(statuses).toEqual([200, 429, 200])
  for (const { quoteId } of [quotes[0]!, quotes[2]!]) await finish(client, quoteId)
  expect(await usesOf(world.app, person.id)).toBe(30)
})

test('ten members of a team with overlapping quotes spend what it has and their budgets allow, each contact once', async () => {
  const { app } = world
  const { db } = app
  const { id: holderId } = await db
    .insertInto('holder')
    .values({ kind: 'team' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('team')
    .values({ id: holderId, name: 'Agency', created_at: world.clock.now() })
    .execute()
  await give(app, { holderId, kind: 'grant', grantKey: 'a test', note: 'a test', amount: 8 })
  const channelIds = idsOf(await makeChannels(app, 12))
  const owns = []
  for (let index = 0; index < 10; index += 1) {
    const { id: actorId } = await makePerson(app, { uses: 3 })
    const role = index === 0 ? 'owner' : 'buyer'
    const member = { team_id: holderId, person_id: actorId, role, joined_at: world.clock.now() }
    await db
      .insertInto('member')
      .values({ ...member, budget: index === 9 ? 1 : null })
      .execute()
    const asked = { holderId, actorId, channelIds: channelIds.slice(index, index + 3) }
    const { quoteId, cost, overBudget } = await quoteReveals(app, asked)
    expect([cost, overBudget.length]).toEqual(index === 9 ? [1, 2] : [3, 0])
    owns.push({ holderId, actorId, quoteId })
  }
  await db.deleteFrom('member').where('person_id', '=', owns[8]!.actorId).execute()
  await Promise.all(owns.map((own) => startBulkReveal(app, own)))
  const reports = []
  for (const own of owns) {
    await until(async () => progressOf(await readResults(db, own)).state === 'done')
    reports.push(progressOf(await readResults(db, own)))
  }
  expect(reports[8]!.results.map(({ result }) => result)).toEqual(Array(3).fill('not_allowed'))
  const spent = reports.reduce((sum, report) => sum + report.spent, 0)
  expect(spent).toBe(8)
  expect(await usesOf(app, holderId)).toBe(0)
  const opened = reports.flatMap(({ results }) => results.filter(({ result }) => result === 'revealed'))
  expect(new Set(opened.map(({ channelId }) => channelId)).size).toBe(8)
})

test('quotes that expired unused go after a day, results after a week', async () => {
  const { person, client } = await buyer(2)
  const [unused, used] = [
    await quote(client, ['UC-unknown']),
    await quote(client, idsOf(await makeChannels(world.app, 2))),
  ]
  await start(client, used.quoteId)
  await finish(client, used.quoteId)
  const left = async (days: number) => {
    await purgeQuotes(world.app.db, new Date(world.clock.now().getTime() + days * 86_400_000))
    const rows = await world.app.db
      .selectFrom('reveal_quote')
      .select('id')
      .where('holder_id', '=', person.id)
      .execute()
    return rows.map(({ id }) => id).toSorted()
  }
  expect(await left(0.9)).toEqual([unused.quoteId, used.quoteId].toSorted())
  expect(await left(1.1)).toEqual([used.quoteId])
  expect(await left(7.1)).toEqual([])
  expect(await usesOf(world.app, person.id)).toBe(0)
})

type Step =
  | { readonly do: 'quote'; readonly channels: readonly number[] }
  | { readonly do: 'run'; readonly quote: number }
  | { readonly do: 'reveal' | 'object' | 'hide'; readonly channel: number }

const aChannel = fc.nat({ max: 5 })
const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('quote' as const), channels: fc.uniqueArray(aChannel, { minLength: 1 }) }),
  fc.record({ do: fc.constant('run' as const), quote: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constantFrom('reveal', 'object', 'hide'), channel: aChannel }),
)

test('whatever happens between quotes and their runs, lines end as predicted and spend within their quote', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 3, maxLength: 12, size: 'max' }), async (steps) => {
      const { app } = world
      const channels = [...(await makeChannels(app, 5)), await makeChannel(app, { contacts: 0 })]
      const person = await makePerson(app, { uses: 3 })
      const [bought, objected, hidden] = [new Set<number>(), new Set<number>(), new Set<number>()]
      const quotes: { id: string; cost: number; lines: { channel: number; result: string | null }[] }[] = []
      let uses = 3
      const refusal = (channel: number) => {
        if (hidden.has(channel) && !bought.has(channel)) return 'not_found'
        if (channel === 5) return 'no_contact'
        return objected.has(channel) ? 'withheld' : bought.has(channel) ? 'already' : null
      }
      const open = (channel: number) => {
        const end = refusal(channel) ?? (uses === 0 ? 'no_uses' : 'revealed')
        if (end === 'revealed') {
          uses -= 1
          bought.add(channel)
        }
        return end
      }
      for (const step of steps) {
        if (step.do === 'quote') {
          let cost = 0
          const lines = step.channels.map((channel) => {
            const end = refusal(channel) ?? (cost === uses ? 'no_uses' : null)
            if (end === null) cost += 1
            return { channel, result: end === 'already' ? null : end }
          })
          const channelIds = step.channels.map((channel) => channels[channel]!.channelId)
          const told = await quoteReveals(app, { ...asBuyer(person.id), channelIds })
          expect(told).toMatchObject({ cost, balanceAfter: uses - cost })
          quotes.push({ id: told.quoteId, cost, lines })
        } else if (step.do === 'run') {
          const chosen = quotes[step.quote]
          if (chosen === undefined) continue
          const own = { ...asBuyer(person.id), quoteId: chosen.id }
          await app.db.transaction().execute((tx) => startQuote(tx, own, world.clock.now()))
          await bulkRevealJob.run(app, { holderId: person.id, quoteId: chosen.id })
          const before = uses
          for (const line of chosen.lines) line.result ??= open(line.channel)
          expect(before - uses).toBeLessThanOrEqual(chosen.cost)
          const results = (await readResults(app.db, own)).map(({ result }) => result)
          expect(results).toEqual(chosen.lines.map(({ result }) => result))
        } else if (step.do === 'reveal') {
          const reveal = { ...asBuyer(person.id), channelId: channels[step.channel]!.channelId }
          const isRefused = !['revealed', 'already'].includes(open(step.channel))
          expect(
            await revealContact(app, reveal).then(
              () => false,
              () => true,
            ),
          ).toBe(isRefused)
        } else if (step.do === 'object') {
          objected.add(step.channel)
          if (step.channel < 5)
            await setAddresses(app.db, channels[step.channel]!, { suppressed_at: world.clock.now() })
        } else {
          hidden.add(step.channel)
          await hideChannel(app, OPERATOR, { channel: channels[step.channel]!.channelId, isHidden: true })
        }
        expect(await usesOf(app, person.id)).toBe(uses)
      }
    }),
    { numRuns: runs(100) },
  )
})

test('a person keeps five unused quotes, the newest ones; what was started stays', async () => {
  const { person, client } = await buyer(1)
  const colleague = await buyer(0)
  const [channel] = await makeChannels(world.app, 1)
  const started = await quote(client, idsOf([channel!]))
  await start(client, started.quoteId)
  const theirs = await quote(colleague.client, idsOf([channel!]))
  const quotes: string[] = []
  for (let made = 0; made < 8; made += 1) {
    world.clock.advance({ seconds: 1 })
    quotes.push((await quote(client, idsOf([channel!]))).quoteId)
  }
  const { rows } = await sql<{ id: string }>`
    select id from reveal_quote where actor_id in (${person.id}, ${colleague.person.id})`.execute(
    world.app.db,
  )
  const kept = [started.quoteId, theirs.quoteId, ...quotes.slice(3)]
  expect(rows.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  expect((await start(client, quotes[0]!)).status).toBe(404)
  expect((await start(client, quotes[3]!)).status).toBe(200)
})
