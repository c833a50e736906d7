import { hash } from 'node:crypto'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Holdings, Person } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import type { Databases } from '#server/db/databases.ts'
import { moscowDate } from '#server/clock.ts'
import { batchQueries } from '#server/db/batch-queries.ts'
import { holdingsIn, holdingsOf, type HoldingsRow } from './user-data.sql.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

/** A session expires this long after its last use, */
export const SESSION_DAYS = 30
/** and at the latest this long after the login. */
const SESSION_DAYS_MAX = 90

// The sliding expiry is written at most this often, so that most requests only read the session.
const PROLONG_AFTER_MS = HOUR_MS

interface FoundPerson<Has extends Holdings | null> {
  readonly actor: Person
  readonly holdings: Has
  /** The session was just prolonged, so the cookie must be prolonged too. */
  readonly isProlonged: boolean
}

/** A session, and the team that it acts for in this call; null: the person's own. */
export interface GivenSession {
  readonly token: string
  readonly teamId: number | null
}

interface SessionRow extends Omit<Person, 'kind'> {
  readonly tokenHash: Buffer
  readonly teamId: number | null
  readonly lastSeenAt: Date
}

const findSession = sessionReader<SessionRow>('find-session', () => sql``)

const restoreSession = sessionReader<SessionRow & HoldingsRow>(
  'restore-session',
  ({ databases, clock }) =>
    sql`, ${holdingsOf(databases.lanes.sessions.db, {
      holderId: sql`${HOLDER}`,
      personId: sql.ref('session.person_id'),
      now: clock.now(),
    })}`,
)

/** The person whose valid session it is, for whom they act and what they are to it; or null. Prolongs the session. */
export async function findPerson(
  app: Core & Pick<App, 'databases'>,
  given: GivenSession,
): Promise<FoundPerson<null> | null> {
  const row = await findSession(app, given)
  return row === undefined ? null : { ...(await personIn(app, row)), holdings: null }
}

/** The same together with the holder's balance and purchases, in one query. */
export async function restorePerson(
  app: Core & Pick<App, 'databases'>,
  given: GivenSession,
): Promise<FoundPerson<Holdings> | null> {
  const row = await restoreSession(app, given)
  if (row === undefined) return null
  return { ...(await personIn(app, row)), holdings: holdingsIn(row) }
}

async function personIn(
  { databases, clock }: Core & Pick<App, 'databases'>,
  row: SessionRow,
): Promise<Omit<FoundPerson<null>, 'holdings'>> {
  const { tokenHash: _hash, teamId: _team, lastSeenAt, ...person } = row
  const now = clock.now()
  const isProlonged = now.getTime() - lastSeenAt.getTime() > PROLONG_AFTER_MS
  if (isProlonged) {
    await databases.lanes.sessions.db
      .updateTable('session')
      .set((eb) => ({
        last_seen_at: now,
        expires_at: sql<Date>`least(${sessionExpiry(now)}, ${eb.ref('created_at')} + ${SESSION_DAYS_MAX} * interval '24 hours')`,
      }))
      .where('id', '=', row.sessionId)
      .execute()
  }
  return {
    actor: { kind: 'person', ...person },
    isProlonged,
  }
}

// Placeholders for the values that differ between queries, so that the SQL text is compiled once a day.
const HASHES = Symbol('hashes')
const TEAMS = Symbol('teams')
const NOW = Symbol('now')

type ReadApp = Core & Pick<App, 'databases'>
interface Asked {
  readonly tokenHash: Buffer
  readonly teamId: number | null
}
type ReadSession<Row> = (asked: Asked) => Promise<Row | undefined>

/** Reads valid sessions by their tokens. Concurrent reads are batched into one query. */
function sessionReader<Row extends SessionRow>(
  name: string,
  more: (app: ReadApp) => RawBuilder<unknown>,
): (app: ReadApp, given: GivenSession) => Promise<Row | undefined> {
  const readers = new WeakMap<Databases, ReadSession<Row>>()
  let prepared: { readonly today: string; readonly query: CompiledQuery } | null = null

  async function readAll(app: ReadApp, all: readonly Asked[]): Promise<readonly (Row | undefined)[]> {
    const now = app.clock.now()
    const today = moscowDate(now)
    if (prepared?.today !== today) {
      prepared = { today, query: sessionQuery(more(app)).compile(app.databases.lanes.sessions.db) }
    }
    const { sql: text, parameters } = prepared.query
    const asked = new Map(all.map((one) => [keyOf(one), one]))
    const filled = new Map<unknown, unknown>([
      [HASHES, [...asked.values()].map(({ tokenHash }) => tokenHash)],
      [TEAMS, [...asked.values()].map(({ teamId }) => teamId)],
      [NOW, now],
    ])
    const values = parameters.map((value) => (filled.has(value) ? filled.get(value) : value))
    // A named query, so that PostgreSQL keeps its plan: planning takes longer than running it.
    const rows = await app.databases.lanes.sessions.query<Row>({ name, text, values })
    const rowOf = new Map(rows.map((row) => [keyOf(row), row]))
    return all.map((one) => rowOf.get(keyOf(one)))
  }

  return (app, given) => {
    let read = readers.get(app.databases)
    if (read === undefined) readers.set(app.databases, (read = batchQueries((asked) => readAll(app, asked))))
    return read({ tokenHash: sessionTokenHash(given.token), teamId: given.teamId })
  }
}

function keyOf({ tokenHash, teamId }: Asked): string {
  return `${tokenHash.toString('base64')} ${teamId}`
}

/** Who owns what the call is about; a team only for its members. */
const HOLDER = sql`coalesce(member.team_id, session.person_id)`

function sessionQuery(more: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select session.token_hash as "tokenHash", asked.team_id as "teamId", session.id as "sessionId",
      session.person_id as "personId", ${HOLDER} as "holderId",
      case when asked.team_id is null then 'own' else coalesce(member.role, 'none') end as role,
      session.csrf_token as "csrfToken", session.last_seen_at as "lastSeenAt",
      person.email, person.username, person.is_sponsor as "isSponsor" ${more}
    from unnest(${HASHES}::bytea[], ${TEAMS}::integer[]) as asked (token_hash, team_id)
    join session on session.token_hash = asked.token_hash and session.expires_at > ${NOW}
    join person on person.id = session.person_id
    left join member on member.team_id = asked.team_id and member.person_id = session.person_id`
}

/** The hash of a session token; the token itself is never stored. */
export function sessionTokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** When a session that is used now expires. */
export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS)
}
