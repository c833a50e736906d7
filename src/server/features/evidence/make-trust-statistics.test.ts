import { beforeEach, describe, expect, test } from 'vitest'
import type { DataOf } from '#shared/api/contract.ts'
import { CONTENT_TYPES, SUBSCRIBER_RANGES } from '#shared/rules/filters.ts'
import { moscowDate } from '#server/clock.ts'
import { addChannels, type SearchedChannel } from '#test/support/catalogue-world.ts'
import { addContacts, makeChannel, makePerson } from '#test/support/factories.ts'
import { createTestApp, useTestApp } from '#test/support/test-app.ts'
import { makeFirstTrustStatistics, makeTrustStatistics } from './make-trust-statistics.ts'

const world = useTestApp({ env: { RATE_LIMITS: 'off' } })

const NOW = '2026-11-26T01:23:00.000Z'
const DAY_MS = 86_400_000

beforeEach(async () => {
  world.clock.set(NOW)
  // Purchases are never deleted, so tests have months of their own, except for what is made again.
  await world.app.db.deleteFrom('trust_statistics').execute()
})

const night = (withDemo = true) =>
  makeTrustStatistics({ ...world.app, demo: withDemo ? { buyer: null } : null })

async function trust(): Promise<NonNullable<DataOf<'GET /trust'>>> {
  const { status, body } = await world.client().call('GET /trust')
  expect(status).toBe(200)
  return body.data!
}

const monthOf = async (month: string) => (await trust()).months.find((one) => one.month === month)

/** What became of a purchase. */
interface Sold {
  readonly at: string
  readonly buyer: number
  readonly channelId?: number | null
  /** Days from the purchase to the decision that emails to the contact come back. */
  readonly bouncedAfter?: number
  readonly state?: 'credited' | 'replaced' | 'refused'
  readonly kind?: 'bounced' | 'wrong_person'
  /** Who decided, and how many seconds it took. */
  readonly reason?: 'gone' | 'agreed' | 'operator'
  readonly seconds?: number
  readonly back?: 'report' | 'objection'
}

/** Writes purchases as if they had happened; no uses are spent, so the ledger does not fit them. */
async function plant(sold: readonly Sold[]): Promise<void> {
  const { db } = world.app
  for (const { at, buyer, channelId = null, ...fate } of sold) {
    const { id } = await db
      .insertInto('reveal')
      .values({ holder_id: buyer, channel_id: channelId, contact_id: 1, created_at: new Date(at) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const decided = new Date(Date.parse(at) + (fate.bouncedAfter ?? 0) * DAY_MS)
    if (fate.state !== undefined)
      await db
        .insertInto('bad_contact_report')
        .values({
          holder_id: buyer,
          reveal_id: id,
          contact_id: 1,
          kind: fate.kind ?? 'bounced',
          state: fate.state,
          reason: fate.reason ?? 'gone',
          reported_at: new Date(decided.getTime() - (fate.seconds ?? 0) * 1_000),
          decided_at: decided,
        })
        .execute()
    if (fate.back !== undefined)
      await db
        .insertInto('uses_lot')
        .values({
          holder_id: buyer,
          kind: 'warranty',
          reveal_id: id,
          cause: fate.back,
          granted: 1,
          created_at: decided,
        })
        .execute()
  }
}

/** A number of purchases in turn by some people, who are new. */
async function plantMonth(
  month: string,
  count: number,
  fate: Partial<Sold> = {},
  people = 5,
): Promise<Sold[]> {
  const buyers: number[] = []
  while (buyers.length < people) buyers.push((await makePerson(world.app)).id)
  const sold = Array.from({ length: count }, (_, place) => ({
    at: `${month}-10T09:00:00.000Z`,
    buyer: buyers[place % people]!,
    ...fate,
  }))
  await plant(sold)
  return sold
}

describe('before there is enough', () => {
  test('the first night has not come, then nothing is of enough, and no sum tells what is left out', async () => {
    expect((await world.client().call('GET /trust')).body.data).toBeNull()
    await night()
    const statistics = await trust()
    expect(statistics).toMatchObject({ day: '2026-11-26', madeAt: NOW, contactDays: null })
    expect(statistics.returnTime).toEqual({ automatic: null, operator: null })
    expect(statistics.months.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, place) =>
        place === 0 ? '2025-12' : `2026-${String(place).padStart(2, '0')}`,
      ),
    )
    expect(statistics.months.every((one) => one.statistics === null)).toBe(true)
    // The warranty of September's last purchases ended on 30 October.
    expect(statistics.months.filter(({ isFinished }) => !isFinished).map(({ month }) => month)).toEqual([
      '2026-10',
      '2026-11',
    ])
    expect(statistics.coverage.contentTypes.map(({ share }) => share)).toEqual(CONTENT_TYPES.map(() => null))
    expect(statistics.coverage.sizes.map(({ share }) => share)).toEqual(SUBSCRIBER_RANGES.map(() => null))
  })

  test('1 and 19 purchases are left out, 20 are not, unless fewer than five people made them', async () => {
    world.clock.set('2031-11-26T01:23:00.000Z')
    for (const [month, count, people] of [
      ['2031-01', 1, 1],
      ['2031-02', 19, 5],
      ['2031-03', 20, 5],
      ['2031-04', 40, 4],
      ['2031-05', 39, 5],
    ] as const) {
      await plantMonth(month, count, {}, people)
    }
    await night()
    const shown = (await trust()).months.filter(({ statistics }) => statistics !== null)
    // In steps of 20, so that yesterday's number does not tell what was bought since.
    expect(shown.map(({ month, statistics }) => [month, statistics?.reveals])).toEqual([
      ['2031-03', 20],
      ['2031-05', 20],
    ])
  })
})

test('a planted year is counted as a plain reading counts it', async () => {
  world.clock.set('2033-11-26T01:23:00.000Z')
  const sold: Sold[] = []
  for (const [place, month] of ['2032-12', '2033-03', '2033-09', '2033-11'].entries()) {
    for (const [share, fate] of [
      [20 + 7 * place, {}],
      [1 + place, { state: 'credited', back: 'report', bouncedAfter: 3 }],
      [2, { state: 'replaced', bouncedAfter: 30 }],
      // Too late to count as bounced, and the use came back nevertheless.
      [1, { state: 'credited', back: 'report', bouncedAfter: 31, reason: 'operator' }],
      [1, { state: 'refused', bouncedAfter: 1 }],
      [2, { state: 'credited', kind: 'wrong_person', reason: 'agreed', back: 'report' }],
      [place, { back: 'objection' }],
    ] as const) {
      sold.push(...(await plantMonth(month, share, fate)))
    }
  }
  await night()
  for (const { month, statistics } of (await trust()).months) {
    const own = sold.filter(({ at }) => at.startsWith(month))
    if (own.length === 0) {
      expect(statistics).toBeNull()
      continue
    }
    const bounced = own.filter(
      ({ state, kind = 'bounced', bouncedAfter = 0 }) =>
        kind === 'bounced' && (state === 'credited' || state === 'replaced') && bouncedAfter <= 30,
    ).length
    const [report, objection] = ['report', 'objection'].map(
      (cause) => own.filter(({ back }) => back === cause).length,
    ) as [number, number]
    const part = (count: number) => Number((count / own.length).toFixed(2))
    expect({ month, ...statistics }).toEqual({
      month,
      reveals: Math.floor(own.length / 20) * 20,
      bounced: part(bounced),
      returned: { report, objection },
      returnedShare: { report: part(report), objection: part(objection) },
    })
  }
})

test('a month begins and ends at midnight in Moscow, and is finished 30 days later', async () => {
  world.clock.set('2035-03-30T20:59:59.000Z')
  for (const [at, count] of [
    ['2035-01-31T20:59:59.999Z', 20],
    ['2035-01-31T21:00:00.000Z', 40],
    ['2035-02-28T20:59:59.999Z', 40],
    ['2035-02-28T21:00:00.000Z', 60],
  ] as const) {
    await plantMonth('2035-01', count, { at })
  }
  await night()
  for (const [month, reveals] of [
    ['2035-01', 20],
    ['2035-02', 80],
    ['2035-03', 60],
  ] as const) {
    expect((await monthOf(month))?.statistics?.reveals).toBe(reveals)
  }
  expect((await monthOf('2035-02'))?.isFinished).toBe(false)
  world.clock.advance({ seconds: 1 })
  expect(moscowDate(world.clock.now())).toBe('2035-03-31')
  await night()
  expect((await monthOf('2035-02'))?.isFinished).toBe(true)
  expect((await monthOf('2035-03'))?.isFinished).toBe(false)
})

describe('an attacker', () => {
  test('reads the same of a left-out month, whatever happened in it', async () => {
    const answers: unknown[] = []
    for (const [year, fate] of [
      [2041, {}],
      [2051, { state: 'credited', back: 'report', seconds: 9_999_999 }],
      [2061, { back: 'objection' }],
    ] as const) {
      world.clock.set(`${year}-11-26T01:23:00.000Z`)
      await plantMonth(`${year}-02`, 40, { state: 'credited', back: 'report', seconds: 60 })
      await plantMonth(`${year}-03`, 19, fate)
      await plantMonth(`${year}-04`, 60, fate, 4)
      await night()
      const { months, returnTime, ...rest } = await trust()
      answers.push(
        JSON.parse(
          JSON.stringify({ months, returnTime, rest })
            .replaceAll(String(year), 'year')
            .replaceAll(String(year - 1), 'before'),
        ),
      )
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('who reads every day does not learn how many contacts were opened on one', async () => {
    world.clock.set('2071-11-26T01:23:00.000Z')
    await plantMonth('2071-11', 25)
    await night()
    const before = await monthOf('2071-11')
    await plantMonth('2071-11', 3)
    world.clock.advance({ days: 1 })
    await night()
    expect(await monthOf('2071-11')).toEqual(before)
  })

  test('finds no address, no name, no channel and no total in the answer', async () => {
    const channel = await makeChannel(world.app)
    await night()
    const { text } = await world.client().call('GET /trust')
    expect(text).not.toContain('@')
    expect(text).not.toContain(channel.name)
    expect(text).not.toMatch(/total|sum|channels"/i)
  })
})

test('the time until a use came back is of those that came back by themselves, or by the operator', async () => {
  world.clock.set('2081-11-26T01:23:00.000Z')
  for (const [place, seconds] of Array.from({ length: 21 }, (_, at) => [at, at * 60] as const)) {
    const month = place % 2 === 0 ? '2081-05' : '2081-06'
    await plantMonth(month, 1, { state: 'credited', back: 'report', seconds })
  }
  await plantMonth('2081-05', 25)
  await plantMonth('2081-06', 25)
  await night()
  expect((await trust()).returnTime).toEqual({ automatic: { half: 600, p95: 1_140 }, operator: null })
  await plantMonth('2081-05', 20, { state: 'credited', back: 'report', reason: 'operator', seconds: 7_200 })
  await night()
  expect((await trust()).returnTime.operator).toEqual({ half: 7_200, p95: 7_200 })
})

describe('the catalogue', () => {
  const own = useTestApp()

  const sized = (count: number, given: Omit<SearchedChannel, 'name'>) =>
    Array.from({ length: count }, (_, place) => ({ ...given, name: `Channel ${place}` }))

  test('is covered as far as channels have a contact, by content type and size, without demo channels', async () => {
    const planned: SearchedChannel[] = [
      ...sized(19, { contentTypes: ['Music'], subscribers: 999, hasContact: true }),
      ...sized(15, { contentTypes: ['Gaming', 'News'], subscribers: 1_000, hasContact: true }),
      ...sized(15, { contentTypes: ['Gaming'], subscribers: 9_999 }),
      ...sized(20, { contentTypes: ['News'], subscribers: 20_000_000 }),
      ...sized(30, { subscribers: null, hasContact: true }),
      ...sized(30, { contentTypes: ['Music'], subscribers: 50_000, hasContact: true, isDemo: true }),
      ...sized(30, { contentTypes: ['Comedy'], subscribers: 50_000, hasContact: true, isGone: true }),
    ]
    const ids = await addChannels(own.app, planned)
    // In order, the number of days since their contacts were last seen.
    const sellers = ids.filter((_, place) => planned[place]?.hasContact === true)
    for (const [age, channel_id] of sellers.entries()) {
      const at = new Date(own.clock.now().getTime() - age * DAY_MS)
      await addContacts(own.app, {
        channel_id,
        address: `owner${age}@creator.example`,
        first_seen_at: at,
        last_seen_at: at,
        // Not on sale, whatever else.
        ...(age === 0 && { withheld: ['source'] }),
      })
    }
    await makeTrustStatistics({ ...own.app, demo: null })
    const read = async () => (await own.client().call('GET /trust')).body.data!
    const { coverage, contactDays } = await read()
    const known = (cells: readonly { share: number | null }[]) => cells.filter(({ share }) => share !== null)
    expect(known(coverage.contentTypes)).toEqual([
      { contentType: 'Gaming', share: 0.5 },
      { contentType: 'News', share: 0.43 },
    ])
    expect(known(coverage.sizes)).toEqual([
      { size: '1-10K', share: 0.5 },
      { size: '20M+', share: 0 },
    ])
    // Of 19 + 15 + 30 contacts without the withheld one, 1 to 63 days old.
    expect(contactDays).toBe(32)
    await makeTrustStatistics({ ...own.app, demo: { buyer: null } })
    const withDemo = await read()
    expect(known(withDemo.coverage.contentTypes)).toContainEqual({ contentType: 'Music', share: 1 })
  })
})

test('twice, and at two servers at once, leave what one run leaves; the newest day is answered', async () => {
  world.clock.set('2091-11-26T01:23:00.000Z')
  await plantMonth('2091-10', 25, { back: 'objection' })
  await night()
  const once = await trust()
  await using second = await createTestApp({ databaseUrl: world.databaseUrl, clock: world.clock })
  await Promise.all([night(), makeTrustStatistics(second.app), night(), makeTrustStatistics(second.app)])
  expect(await trust()).toEqual(once)
  expect(await world.app.db.selectFrom('trust_statistics').select('day').execute()).toHaveLength(1)
  world.clock.advance({ days: 1 })
  await night()
  world.clock.advance({ days: -1 })
  await night()
  expect((await trust()).day).toBe('2091-11-27')
})

test('a browser may keep the statistics for some minutes, no one else, and no other answer', async () => {
  const kept = async (path: string) => {
    const { headers } = await fetch(`${world.baseUrl}/api${path}`, {
      headers: { 'x-api-key': world.app.config.clientKey },
    })
    return headers.get('cache-control')
  }
  expect(await kept('/trust')).toBe('private, max-age=600')
  expect(await kept('/config')).toBe('no-store')
})

test('purchases of demo channels count only where such channels are served', async () => {
  world.clock.set('2095-11-26T01:23:00.000Z')
  const demo = await makeChannel(world.app, { isDemo: true })
  for (let buyer = 0; buyer < 20; buyer += 1) await plantMonth('2095-07', 1, { channelId: demo.id }, 1)
  await plantMonth('2095-07', 20)
  await night(false)
  expect((await monthOf('2095-07'))?.statistics?.reveals).toBe(20)
  await night(true)
  expect((await monthOf('2095-07'))?.statistics?.reveals).toBe(40)
})

test('the first ones are made at the start, and none after them', async () => {
  await makeFirstTrustStatistics(world.app)
  expect(await trust()).toMatchObject({ day: moscowDate(new Date(NOW)), madeAt: NOW })
  world.clock.set('2026-11-28T09:00:00.000Z')
  await makeFirstTrustStatistics(world.app)
  expect((await trust()).madeAt).toBe(NOW)
})
