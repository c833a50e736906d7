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

interface SessionRow extends Omit<Person, 'kind'> {
  readonly tokenHash: Buffer
  readonly lastSeenAt: Date
}

const findSession = sessionReader<SessionRow>('find-session', () => sql``)

const restoreSession = sessionReader<SessionRow & HoldingsRow>(
  'restore-session',
  ({ databases, clock }) =>
    sql`, ${holdingsOf(databases.lanes.sessions.db, sql.ref('session.person_id'), clock.now())}`,
)

/** The person whose valid session this token belongs to, or null. Prolongs the session. */
export async function findPerson(
  app: Core & Pick<App, 'databases'>,
  token: string,
): Promise<FoundPerson<null> | null> {
  const row = await findSession(app, hash('sha256', token, 'base64'))
  return row === undefined ? null : { ...(await found(app, row)), holdings: null }
}

/** The same together with the person's balance and purchases, in one query. */
export async function restorePerson(
  app: Core & Pick<App, 'databases'>,
  token: string,
): Promise<FoundPerson<Holdings> | null> {
  const row = await restoreSession(app, hash('sha256', token, 'base64'))
  if (row === undefined) return null
  return { ...(await found(app, row)), holdings: holdingsIn(row) }
}

async function found(
  { databases, clock }: Core & Pick<App, 'databases'>,
  row: SessionRow,
): Promise<Omit<FoundPerson<null>, 'holdings'>> {
  const { sessionId, personId, email, username, isSponsor, csrfToken } = row
  const now = clock.now()
  const isProlonged = now.getTime() - row.lastSeenAt.getTime() > PROLONG_AFTER_MS
  if (isProlonged) {
    await databases.lanes.sessions.db
      .updateTable('session')
      .set((eb) => ({
        last_seen_at: now,
        expires_at: sql<Date>`least(${sessionExpiry(now)}, ${eb.ref('created_at')} + ${SESSION_DAYS_MAX} * interval '24 hours')`,
      }))
      .where('id', '=', sessionId)
      .execute()
  }
  return {
    actor: { kind: 'person', sessionId, personId, holderId: personId, email, username, isSponsor, csrfToken },
    isProlonged,
  }
}

// Placeholders for the values that differ between queries, so that the SQL text is compiled once a day.
const HASHES = Symbol('hashes')
const NOW = Symbol('now')

type ReadApp = Core & Pick<App, 'databases'>
type ReadSession<Row> = (tokenHash: string) => Promise<Row | undefined>

/** Reads valid sessions by the base64 of their hash. Concurrent reads are batched into one query. */
function sessionReader<Row extends SessionRow>(
  name: string,
  more: (app: ReadApp) => RawBuilder<unknown>,
): (app: ReadApp, tokenHash: string) => Promise<Row | undefined> {
  const readers = new WeakMap<Databases, ReadSession<Row>>()
  let prepared: { readonly today: string; readonly query: CompiledQuery } | null = null

  async function readAll(app: ReadApp, asked: readonly string[]): Promise<readonly (Row | undefined)[]> {
    const now = app.clock.now()
    const today = moscowDate(now)
    if (prepared?.today !== today) {
      prepared = { today, query: sessionQuery(more(app)).compile(app.databases.lanes.sessions.db) }
    }
    const { sql: text, parameters } = prepared.query
    const hashes = [...new Set(asked)].map((tokenHash) => Buffer.from(tokenHash, 'base64'))
    const values = parameters.map((value) => (value === HASHES ? hashes : value === NOW ? now : value))
    // A named query, so that PostgreSQL keeps its plan: planning takes longer than running it.
    const rows = await app.databases.lanes.sessions.query<Row>({ name, text, values })
    const byHash = new Map(rows.map((row) => [row.tokenHash.toString('base64'), row]))
    return asked.map((tokenHash) => byHash.get(tokenHash))
  }

  return (app, tokenHash) => {
    let read = readers.get(app.databases)
    if (read === undefined) readers.set(app.databases, (read = batchQueries((asked) => readAll(app, asked))))
    return read(tokenHash)
  }
}

function sessionQuery(more: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select session.token_hash as "tokenHash", session.id as "sessionId", session.person_id as "personId",
      session.csrf_token as "csrfToken", session.last_seen_at as "lastSeenAt",
      person.email, person.username, person.is_sponsor as "isSponsor" ${more}
    from session join person on person.id = session.person_id
    where session.token_hash = any(${HASHES}::bytea[]) and session.expires_at > ${NOW}`
}

/** The hash of a session token; the token itself is never stored. */
export function sessionTokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** When a session that is used now expires. */
export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * DAY_MS)
}
