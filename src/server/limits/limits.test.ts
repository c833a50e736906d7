import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, VISITOR } from '#server/actor/actor.ts'
import { readConfig } from '#server/config/config.ts'
import { type Db, openDatabase, openPool, transact } from '#server/db/connect.ts'
import { Refusal } from '#server/refusal.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { shared } from '#test/support/shared.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { type Limits, openLimits } from './rate-limiter.ts'

const SECRET = Buffer.from('a secret of tests, long enough to be one')
const clock = new TestClock()
const database = shared(createTestDatabase)
let db: Db

beforeAll(async () => {
  db = openDatabase(openPool(database.url, { max: 10, onLost: () => undefined }))
})
afterAll(() => db.destroy())

/** The limits of a server that starts now. */
function open(env: Readonly<Record<string, string>> = {}, on: Db = db): Limits {
  return openLimits({
    db: on,
    config: readConfig(env),
    clock,
    secret: SECRET,
    log: pino({ level: 'silent' }),
  })
}

async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'passed',
    (error: unknown) =>
      error instanceof Refusal ? `${error.code} ${error.retryAfter ?? ''}`.trim() : String(error),
  )
}

async function passed(limits: readonly Limits[], times: number, key: string): Promise<number> {
  const calls = Array.from({ length: times }, (_, number) =>
    outcome((limits[number % limits.length] ?? open()).consume('login', key)),
  )
  return (await Promise.all(calls)).filter((text) => text === 'passed').length
}

describe('a limit', () => {
  it('lets exactly its number of calls pass, even when all come at once', async () => {
    expect(await passed([open()], 100, 'at once')).toBe(10)
  })

  it('is shared by several servers', async () => {
    expect(await passed([open(), open(), open()], 90, 'servers')).toBe(10)
  })

  it('survives a restart', async () => {
    expect(await passed([open()], 10, 'restart')).toBe(10)
    expect(await passed([open()], 5, 'restart')).toBe(0)
  })

  it('says when it reopens, and reopens then', async () => {
    const limits = open()
    await passed([limits], 10, 'later')
    clock.advance({ seconds: 18 })
    expect(await outcome(limits.consume('login', 'later'))).toBe('too_many_requests 42')
    expect(await outcome(open().consume('login', 'later'))).toBe('too_many_requests 42')
    clock.advance({ seconds: 42 })
    expect(await outcome(limits.consume('login', 'later'))).toBe('passed')
  })

  it('counts each key separately', async () => {
    const limits = open()
    await passed([limits], 11, 'one')
    expect(await outcome(limits.consume('login', 'two'))).toBe('passed')
    expect(await outcome(limits.consume('promocode', 'one'))).toBe('passed')
  })

  it('can be checked without counting', async () => {
    const limits = open()
    for (let time = 0; time < 20; time += 1) await limits.check('verification', 'look')
    await limits.consume('verification', 'look')
    expect(await outcome(limits.check('verification', 'look'))).toBe('too_many_requests 60')
    expect(await outcome(open().check('verification', 'look'))).toBe('too_many_requests 60')
  })

  it('counts in a transaction only what is committed', async () => {
    const limits = open({ WELCOME_PER_NETWORK_DAY: '1' })
    const take = (isKept: boolean) =>
      transact(db, async (tx) => {
        const isTaken = (await limits.takeAll(tx, [['welcome_network', 'a network']])) === null
        if (!isKept) throw new Refusal('email_taken')
        return isTaken
      })
    await expect(take(false)).rejects.toThrow(Refusal)
    expect(await Promise.all([take(true), take(true), take(true)])).toContain(true)
    expect(await take(true)).toBe(false)
  })

  it('of zero lets nothing pass', async () => {
    const limits = open({ LIMITS: 'login=0/60', WELCOME_PER_NETWORK_DAY: '0' })
    expect(await outcome(limits.consume('login', 'zero'))).toBe('too_many_requests 60')
    expect(await transact(db, (tx) => limits.takeAll(tx, [['welcome_network', 'zero']]))).toBe(
      'welcome_network',
    )
  })
})

describe('the table', () => {
  it('counts endpoints for networks and people', async () => {
    const limits = open({ LIMITS: 'search=2/60,search_person=3/60' })
    const search = async (actor: Actor) =>
      outcome(limits.consumeEndpoint('POST /search', { network: '192.0.2.1', actor }))
    const visitor = [await search(VISITOR), await search(VISITOR), await search(VISITOR)]
    expect(visitor).toEqual(['passed', 'passed', 'too_many_requests 60'])
    const facts = { email: '', username: '', isSponsor: false, csrfToken: '' }
    const session = { holderId: 7, role: 'own', sessionId: 1, ...facts } as const
    const person = { kind: 'person', personId: 7, ...session } as const
    for (let time = 0; time < 3; time += 1) expect(await search(person)).toBe('passed')
    expect(await search(person)).toBe('too_many_requests 60')
  })

  it('stores no address in plain text', async () => {
    await open().consume('verification', 'signIn somebody@example.com')
    const rows = await db.selectFrom('rate_limit').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('somebody')
  })

  it('is changed by a setting, which is validated at start', () => {
    expect(() => open({ LIMITS: 'logins=1/60' })).toThrow('LIMITS has "logins=1/60"')
    expect(() => open({ LIMITS: 'login=1' })).toThrow('LIMITS')
    expect(() => open({ LIMITS: 'login=1/0' })).toThrow('LIMITS')
  })
})

describe('RATE_LIMITS=off', () => {
  it('switches limits off, except daily codes and a network’s welcome uses', async () => {
    const limits = open({ RATE_LIMITS: 'off', WELCOME_PER_NETWORK_DAY: '1' })
    expect(await passed([limits], 100, 'off')).toBe(100)
    for (let time = 0; time < 10; time += 1) await limits.consume('verification_day', 'off')
    expect(await outcome(limits.consume('verification_day', 'off'))).toBe('too_many_requests 86400')
    expect(await transact(db, (tx) => limits.takeAll(tx, [['welcome_network', 'off']]))).toBe(null)
    expect(await transact(db, (tx) => limits.takeAll(tx, [['welcome_network', 'off']]))).toBe(
      'welcome_network',
    )
  })
})

describe('without a database', () => {
  it('refuses costly calls and lets cheap reads pass', async () => {
    const away = openDatabase(openPool('postgres://127.0.0.1:9/nothing', { max: 1, onLost: () => undefined }))
    const limits = open({}, away)
    expect(await outcome(limits.consume('login', 'away'))).toBe('unavailable 5')
    expect(await outcome(limits.check('verification', 'away'))).toBe('unavailable 5')
    expect(await outcome(limits.consume('search', 'away'))).toBe('passed')
    await away.destroy()
  })
})
