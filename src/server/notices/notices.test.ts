import { expect, test } from 'vitest'
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import { waitsForMaintenance } from '#shared/api/policy.ts'
import type { CommandKey, CommandOutput } from '#shared/api/commands.ts'
import type { FaultPoint } from '#server/faults.ts'
import { bulkRevealJob, startBulkReveal } from '#server/features/reveals/reveal-in-bulk.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { runCommand } from '#server/run-command.ts'
import { asBuyer, logIn, makeChannels, makePerson } from '#test/support/factories.ts'
import { expectSoundLedger, untilBlocked, usesOf } from '#test/support/ledger-world.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { listNotices } from './notices.sql.ts'
import { readNotices } from './read-notices.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' }, notifies: false })

const run = <K extends CommandKey>(key: K, given: object = {}): Promise<CommandOutput<K>> =>
  runCommand(world.app, 'Olga', key, { reason: 'a move', ...given })

test('a reveal in progress is committed before maintenance is on, and none after that', async () => {
  const { app } = world
  const person = await makePerson(app, { uses: 5 })
  const [first, second, third] = (await makeChannels(app, 3)).map(({ channelId }) => channelId)
  const buyer = asBuyer(person.id)
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const order: string[] = []
  const faults = async (point: FaultPoint) => {
    if (point !== 'reveal.charged') return
    reached.resolve()
    await released.promise
  }
  const begun = revealContact({ ...app, faults }, { ...buyer, channelId: first! }).then(() =>
    order.push('revealed'),
  )
  await reached.promise
  const on = run('maintenance on').then(() => order.push('on'))
  await untilBlocked(app.db)
  // Of somebody else, who does not wait for the holder.
  const other = await makePerson(app, { uses: 1 })
  const late = revealContact(app, { ...asBuyer(other.id), channelId: second! }).catch(
    (error: unknown) => error,
  )
  released.resolve()
  await Promise.all([begun, on])
  expect(order).toEqual(['revealed', 'on'])
  expect(await late).toMatchObject({ code: 'unavailable', retryAfter: 60 })
  await expect(revealContact(app, { ...buyer, channelId: third! })).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect([await usesOf(app, person.id), await usesOf(app, other.id)]).toEqual([4, 1])
  expect(await run('maintenance on')).toEqual({ isChanged: false })
  await run('users grant', { who: String(other.id), uses: 1, key: 'a' })
  expect(await usesOf(app, other.id)).toBe(2)
  await run('maintenance off')
  await revealContact(app, { ...buyer, channelId: third! })
  await expectSoundLedger(app)
})

test('a storm of reveals while maintenance begins: each is committed before it, or refused', async () => {
  const { app } = world
  const people = await Promise.all([1, 2, 3, 4].map(() => makePerson(app, { uses: 6 })))
  const channels = await makeChannels(app, 6)
  const outcomes = people.flatMap(({ id }) =>
    channels.map(async ({ channelId }) => {
      try {
        await revealContact(app, { ...asBuyer(id), channelId })
        return 'revealed'
      } catch (error) {
        return (error as { readonly code: string }).code
      }
    }),
  )
  await outcomes[2]
  await run('maintenance on')
  const left = async () => Promise.all(people.map(({ id }) => usesOf(app, id)))
  const atOnce = await left()
  const all = await Promise.all(outcomes)
  expect(await left()).toEqual(atOnce)
  expect(atOnce.reduce((sum, uses) => sum - uses, 24)).toBe(all.filter((one) => one === 'revealed').length)
  expect(all.filter((one) => one !== 'revealed' && one !== 'unavailable')).toEqual([])
  await run('maintenance off')
  await expectSoundLedger(app)
})

test('during maintenance people read, search and log in, while what changes something waits, on every server', async () => {
  const { app, clock, databaseUrl } = world
  await using second = await createTestApp({
    env: { RATE_LIMITS: 'off' },
    databaseUrl,
    clock,
    notifies: false,
  })
  const person = await makePerson(app, { uses: 1 })
  const [channel] = await makeChannels(app, 1)
  const other = await logIn(second, person)
  expect((await other.call('GET /purchases')).status).toBe(200)
  await run('maintenance on')
  clock.advance({ seconds: 2 })
  for (const at of [world, second]) {
    const client = await logIn(at, person)
    expect((await client.call('GET /purchases')).status).toBe(200)
    expect((await client.call('POST /filter', { body: { content_type: 'Music' } })).status).toBe(200)
    const answer = await client.call('POST /getemail', { body: { channelId: channel!.channelId } })
    expect([answer.status, answer.body.error?.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '60',
    ])
    const review = await client.call('POST /review', { body: { reviewText: 'Good', websiteMark: 5 } })
    expect([review.status, review.body.error?.code]).toEqual([503, 'unavailable'])
    expect((await client.call('POST /logout')).status).toBe(200)
  }
  await run('maintenance off')
  clock.advance({ seconds: 2 })
  expect((await other.call('POST /review', { body: { reviewText: 'Good', websiteMark: 5 } })).status).toBe(
    200,
  )
})

test('the calls that go on are those of operators and the provider, and those that open or end a session', () => {
  const changing = (Object.keys(contract) as EndpointKey[]).filter((key) => {
    const entry: Endpoint = contract[key]
    return !key.startsWith('GET ') && entry.changesNothing !== true
  })
  const goOn = changing.filter((key) => !waitsForMaintenance(key) && !key.includes(' /operator/'))
  expect(goOn.toSorted()).toEqual([
    'DELETE /sessions',
    'DELETE /sessions/{id}',
    'POST /login',
    'POST /logout',
    'POST /payments/notifications',
    'POST /sessions/proof',
    'PUT /logout',
  ])
})

test('a bulk reveal waits, and goes on afterwards', async () => {
  const { app } = world
  const person = await makePerson(app, { uses: 2 })
  const channelIds = (await makeChannels(app, 2)).map(({ channelId }) => channelId)
  const own = asBuyer(person.id)
  const client = await logIn(world, person)
  const { body } = await client.call('POST /reveals/quote', { body: { channelIds } })
  const quote = { holderId: own.holderId, quoteId: body.data.quoteId }
  await run('maintenance on')
  await startBulkReveal(app, { ...own, quoteId: quote.quoteId })
  await expect(bulkRevealJob.run(app, quote)).rejects.toMatchObject({ code: 'unavailable' })
  await run('maintenance off')
  await bulkRevealJob.run(app, quote)
  expect(await usesOf(app, person.id)).toBe(0)
})

test('an announcement is shown until it is replaced, cleared or over', async () => {
  const { app, clock } = world
  const shown = async () => (await readNotices(app)).map(({ en }) => en)
  clock.set('2026-03-10T12:00:00.000Z')
  await run('announcement set', { en: 'One', ru: 'Раз' })
  await run('announcement set', { en: 'Two', ru: 'Два', level: 'warning', until: '2026-03-10' })
  expect(
    await run('announcement set', { en: 'Two', ru: 'Два', level: 'warning', until: '2026-03-10' }),
  ).toEqual({
    isChanged: false,
  })
  expect(await shown()).toEqual(['Two'])
  // The end of that day in Moscow.
  clock.set('2026-03-10T20:59:59.000Z')
  expect(await shown()).toEqual(['Two'])
  clock.set('2026-03-10T21:00:00.000Z')
  expect(await shown()).toEqual([])
  expect(await run('announcement clear')).toEqual({ isChanged: true })
  expect([await run('announcement clear'), await listNotices(app.db)]).toEqual([{ isChanged: false }, []])
})

test('settings in force name their source and no secret; versions of the terms, how many know them', async () => {
  const rows = await run('settings list')
  const of = (name: string) => rows.find(({ setting }) => setting === name)
  expect(of('APP_SECRET')).toEqual({ setting: 'APP_SECRET', value: '•••', source: 'environment' })
  expect(of('CAPTCHA_WORK')).toEqual({ setting: 'CAPTCHA_WORK', value: '9', source: 'environment' })
  expect(of('WELCOME_USES')).toEqual({ setting: 'WELCOME_USES', value: '3', source: 'default' })
  expect(of('YOOKASSA_SECRET_KEY')).toMatchObject({ value: '', source: 'default' })
  expect(JSON.stringify(rows)).not.toContain('a secret of tests')
  const versions = await run('legal list')
  const terms = versions.filter(({ document }) => document === 'terms')
  expect(terms[0]).toMatchObject({ told: terms[0]!.people })
  expect(terms[0]!.people).toBeGreaterThan(0)
  expect(versions.find(({ document }) => document === 'offer')).toMatchObject({ told: null })
})
