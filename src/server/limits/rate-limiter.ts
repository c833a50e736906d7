import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Actor } from '#server/actor/actor.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import { keyedHash } from '#server/config/secret.ts'
import { ConfigError } from '#server/config/settings.ts'
import { batchQueries } from '#server/db/batch-queries.ts'
import { type Db, isDatabaseAway, type Tx } from '#server/db/connect.ts'
import { Overloaded } from '#server/db/lanes.ts'
import { type PrimaryWatch, watchPrimary } from '#server/db/watch-primary.ts'
import { describeError } from '#server/describe-error.ts'
import { Refusal } from '#server/refusal.ts'
import { contract, type EndpointKey } from '#shared/api/contract.ts'
import { type CallLimit, type Limit, type LimitName, LIMITS } from '#shared/api/rate-limits.ts'

/** What limits count of a call. */
export interface LimitedCall {
  readonly network: string
  readonly actor: Actor
}

/** Counts calls in the database, in fixed windows, so that limits hold across processes and restarts. */
export interface Limits {
  /**
   * Counts one call of a key, or several.
   * @throws Refusal too_many_requests with the seconds until the limit reopens; unavailable when counting fails
   */
  consume(name: LimitName, key: string, calls?: number): Promise<void>
  /** Refuses as `consume` does, but counts nothing. */
  check(name: LimitName, key: string): Promise<void>
  /** Counts a call against the limits of its endpoint. */
  consumeEndpoint(endpoint: EndpointKey, call: LimitedCall): Promise<void>
  /** The number of calls in a key's current window, refused ones included. */
  count(name: LimitName, key: string): Promise<number>
  /** The limits that a person has used up, with the calls of the window and when it opens again. */
  usedUp(
    personId: number,
  ): Promise<{ readonly limit: LimitName; readonly calls: number; readonly until: Date }[]>
  /**
   * Counts one call against each limit, or several, within a transaction; all of them or none.
   * @returns the first exhausted limit, or null
   */
  takeAll(
    tx: Tx,
    asked: readonly (readonly [name: LimitName, key: string, calls?: number])[],
  ): Promise<LimitName | null>
  /** Deletes expired counters. */
  purge(): Promise<void>
}

interface LimitsOptions {
  readonly db: Db
  readonly config: Pick<Config, 'limits' | 'rateLimits' | 'welcomePerNetworkDay'>
  readonly clock: Clock
  readonly secret: Buffer
  readonly log: Logger
  /** Shared with other users of the same database. */
  readonly primary?: PrimaryWatch
}

interface Call {
  /** The key of its counter. */
  readonly key: string
  readonly limit: Limit
  /** How many calls it counts as. */
  readonly calls: number
  /** Milliseconds. */
  readonly now: number
}

/** When an exhausted limit reopens (ms); null when the call passes. */
type ShutUntil = number | null

// Exhausted limits are remembered, so that a flood of refused calls costs the database nothing.
const SHUT_MAX = 10_000

/** @throws ConfigError when the setting LIMITS is wrong */
export function openLimits({
  db,
  config,
  clock,
  secret,
  log,
  primary = watchPrimary({ log, clock }),
}: LimitsOptions): Limits {
  const limits = readLimits(config)
  const isOff = config.rateLimits === 'off'
  const shut = new Map<string, number>()

  const isOpen = (limit: Limit) => isOff && limit.always !== true

  // Keys are people's addresses and networks, so only keyed hashes of them are stored.
  const storedKey = (name: LimitName, key: string) =>
    `${name}:${keyedHash(secret, 'limit', key).toString('base64url')}`

  const countCall = batchQueries((calls: readonly Call[]) => countCalls(db, calls))

  async function refuseWhenShut(
    name: LimitName,
    key: string,
    read: (call: Call) => Promise<ShutUntil>,
    calls = 1,
  ): Promise<void> {
    const limit = limits[name]
    if (isOpen(limit)) return
    const call = { key: storedKey(name, key), limit, calls, now: clock.now().getTime() }
    const known = shut.get(call.key)
    if (known !== undefined && known > call.now) throw tooMany(known - call.now)
    const asked = limit.isCheap === true ? primary.askBriefly(() => read(call)) : read(call)
    const shutUntil = await asked.catch((error: unknown) => {
      if (error instanceof Overloaded && limit.isCheap === true) return null
      if (error instanceof Overloaded) throw error
      const isAway = isDatabaseAway(error)
      if (!isAway) log.error({ limit: name, error: describeError(error) }, 'a call was not counted')
      else if (limit.isCheap === true) primary.failed(error)
      if (limit.isCheap === true) return null
      throw new Refusal('unavailable', { retryAfter: 5, cause: error })
    })
    if (shutUntil === null) return
    if (shut.size >= SHUT_MAX) shut.clear()
    shut.set(call.key, shutUntil)
    throw tooMany(shutUntil - call.now)
  }

  return {
    consume: (name, key, calls) => refuseWhenShut(name, key, countCall, calls),
    check: (name, key) => refuseWhenShut(name, key, (call) => look(db, call)),
    async consumeEndpoint(endpoint, who) {
      for (const name of contract[endpoint].limits) {
        const key = keyOf(name, who)
        if (key !== null) await this.consume(name, key)
      }
    },
    async count(name, key) {
      const row = await readCounter(db, { key: storedKey(name, key), now: clock.now().getTime() })
      return row?.points ?? 0
    },
    async usedUp(personId) {
      const names = (Object.keys(limits) as LimitName[]).filter((name) => limits[name].per === 'person')
      const byKey = new Map(names.map((name) => [storedKey(name, String(personId)), name]))
      const rows = await db
        .selectFrom('rate_limit')
        .select(['key', 'points', 'expire'])
        .where('key', 'in', [...byKey.keys()])
        .where('expire', '>', clock.now().getTime())
        .execute()
      return rows.flatMap(({ key, points, expire }) => {
        const limit = byKey.get(key)!
        return points < limits[limit].calls ? [] : [{ limit, calls: points, until: new Date(expire ?? 0) }]
      })
    },
    async takeAll(tx, asked) {
      const held = asked.filter(([name]) => !isOpen(limits[name]))
      if (held.length === 0) return null
      const now = clock.now().getTime()
      const calls = held.map(([name, key, many = 1]) => ({
        key: storedKey(name, key),
        limit: limits[name],
        calls: many,
        now,
      }))
      const after = await countCalls(tx, calls)
      const full = held[after.findIndex((until) => until !== null)]
      if (full === undefined) return null
      // This transaction holds the rows' locks until it ends, so nobody else has counted since.
      await sql`
        update rate_limit set points = points - calls
        from unnest(${calls.map(({ key }) => key)}::text[], ${calls.map((call) => call.calls)}::integer[]) as taken (taken_key, calls)
        where key = taken_key`.execute(tx)
      return full[0]
    },
    async purge() {
      await db.deleteFrom('rate_limit').where('expire', '<=', clock.now().getTime()).execute()
    },
  }
}

/** The key of a call in a limit, or null when the limit does not apply to the caller. */
function keyOf(name: CallLimit, { network, actor }: LimitedCall): string | null {
  switch (LIMITS[name].per) {
    case 'network':
      return network
    case 'visitor':
      return actor.kind === 'person' ? null : network
    case 'person':
      return actor.kind === 'person' ? String(actor.personId) : null
  }
}

/**
 * Counts calls, those of one key in the given order. One statement for all, which locks its rows in the order of their
 * keys, so that two servers never deadlock.
 */
async function countCalls(db: Db | Tx, calls: readonly Call[]): Promise<readonly ShutUntil[]> {
  const byKey = Object.entries(Object.groupBy(calls, ({ key }) => key))
  const asked = byKey.map(([key, ofKey = []]) => ({
    key,
    points: ofKey.reduce((sum, call) => sum + call.calls, 0),
    expire: endOf(ofKey[0]!),
  }))
  const now = Math.max(...calls.map((call) => call.now))
  const { rows } = await sql<{ key: string; points: number; expire: number }>`
    insert into rate_limit as kept (key, points, expire)
    select key, points, expire
    from unnest(
      ${asked.map(({ key }) => key)}::text[],
      ${asked.map(({ points }) => points)}::integer[],
      ${asked.map(({ expire }) => expire)}::bigint[]
    ) as asked (key, points, expire)
    order by key
    on conflict (key) do update set
      points = case when kept.expire <= ${now} then excluded.points else kept.points + excluded.points end,
      expire = case when kept.expire <= ${now} then excluded.expire else kept.expire end
    returning key, points, expire`.execute(db)
  const after = new Map(rows.map((row) => [row.key, row]))
  const before = new Map(asked.map(({ key, points }) => [key, (after.get(key)?.points ?? 0) - points]))
  return calls.map(({ key, limit, calls: asMany }) => {
    const counted = (before.get(key) ?? 0) + asMany
    before.set(key, counted)
    return counted <= limit.calls ? null : (after.get(key)?.expire ?? null)
  })
}

/** What `countCalls` would return for one more call, without counting it. */
async function look(db: Db, call: Call): Promise<ShutUntil> {
  if (call.limit.calls === 0) return endOf(call)
  const row = await readCounter(db, call)
  return row === undefined || row.points < call.limit.calls ? null : row.expire
}

function readCounter(db: Db, { key, now }: Pick<Call, 'key' | 'now'>) {
  return db
    .selectFrom('rate_limit')
    .select(['points', 'expire'])
    .where('key', '=', key)
    .where('expire', '>', now)
    .executeTakeFirst()
}

function endOf({ limit, now }: Call): number {
  return now + limit.seconds * 1_000
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) })
}

/**
 * The table of limits with the changes from the settings.
 * @throws ConfigError when LIMITS names an unknown limit or is not of the form name=calls/seconds
 */
export function readLimits({
  limits: changes,
  welcomePerNetworkDay,
}: Pick<Config, 'limits' | 'welcomePerNetworkDay'>): Readonly<Record<LimitName, Limit>> {
  const limits: Record<LimitName, Limit> = {
    ...LIMITS,
    welcome_network: { ...LIMITS.welcome_network, calls: welcomePerNetworkDay },
  }
  for (const change of changes) {
    const [, name = '', calls, seconds] = /^(\w+)=(\d{1,9})\/([1-9]\d{0,8})$/.exec(change) ?? []
    if (!isLimitName(name)) {
      const names = Object.keys(LIMITS).join(', ')
      throw new ConfigError(`LIMITS has "${change}": it must be name=calls/seconds, with a name of ${names}`)
    }
    limits[name] = { ...limits[name], calls: Number(calls), seconds: Number(seconds) }
  }
  return limits
}

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(LIMITS, name)
}
