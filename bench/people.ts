import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { transact } from '#server/db/connect.ts'
import { sessionExpiry, sessionTokenHash } from '#server/features/sessions/find-session.ts'
import { giveUses } from '#server/features/uses/ledger.sql.ts'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { systemRandom } from '#server/random.ts'
import { JSON_HEADERS } from './product.ts'

export interface BenchPerson {
  readonly id: number
  readonly email: string
  /** Of a request within this person's session. */
  readonly headers: Readonly<Record<string, string>>
}

/** People with a session each, written as a login writes it, without its cost. */
export async function addPeople(
  { db, clock }: App,
  count: number,
  { uses, passwordHash = null }: { readonly uses: number; readonly passwordHash?: string | null },
): Promise<BenchPerson[]> {
  const now = clock.now()
  const people: BenchPerson[] = []
  while (people.length < count) {
    const [token, csrf_token] = [systemRandom.token(), systemRandom.token()]
    const email = `${crypto.randomUUID()}@buyer.example`
    const id = await transact(db, async (tx) => {
      const own = tx.insertInto('holder').values({ kind: 'person' }).returning('id')
      const person = await own.executeTakeFirstOrThrow()
      await tx
        .insertInto('person')
        .values({
          id: person.id,
          email,
          username: 'Somebody',
          password_hash: passwordHash,
          agreement_version: '1',
          agreed_at: now,
          consent_version: '1',
          consented_at: now,
          created_at: now,
        })
        .execute()
      const grant = { kind: 'grant', grantKey: 'bench', note: 'a benchmark' } as const
      await giveUses(tx, { holderId: person.id, ...grant, amount: uses, now })
      const times = { created_at: now, proved_at: now, last_seen_at: now, expires_at: sessionExpiry(now) }
      const session = { person_id: person.id, token_hash: sessionTokenHash(token), csrf_token, ...times }
      await tx.insertInto('session').values(session).execute()
      return person.id
    })
    const cookie = `${SESSION_COOKIE}=${token}`
    people.push({ id, email, headers: { ...JSON_HEADERS, cookie, 'x-csrf-token': csrf_token } })
  }
  return people
}

export interface BenchChannel {
  readonly id: number
  /** Its id in the API. */
  readonly channelId: string
  readonly name: string
}

/** Channels with a contact each, as an import leaves them. */
export async function addChannels(
  { databases: { pool }, clock }: App,
  count: number,
): Promise<BenchChannel[]> {
  const now = clock.now()
  const { rows } = await pool.query<BenchChannel>(
    `with start as (select coalesce(max(id), 0) as id from channel)
     insert into channel (platform, platform_id, name, name_key, search_words, source, url, thumbnail_url, has_contact, fetched_at)
     select 'youtube', 'UC' || lpad(n::text, 22, '0'), 'Channel ' || n, 'channel ' || n, 'channel ' || n, 'bench',
       'https://videos.example/channel/' || n, 'https://images.example/' || n || '.jpg', true, $1
     from start, generate_series(start.id + 1, start.id + $2::int) n
     returning id::float8 as id, platform_id as "channelId", name`,
    [now, count],
  )
  await pool.query(
    `with known as (
       insert into address (address) select 'owner' || id || '@creator.example' from channel where id = any ($2)
     )
     insert into contact (channel_id, address, source_kind, source_url, first_seen_at, last_seen_at)
     select id, 'owner' || id || '@creator.example', 'import', 'https://videos.example/about/' || id, $1, $1
     from channel where id = any ($2)`,
    [now, rows.map(({ id }) => id)],
  )
  return rows
}

/** Purchases of channels by a person who was given as many uses. */
export async function addPurchases(
  { db, clock }: App,
  holderId: number,
  channels: readonly BenchChannel[],
): Promise<void> {
  const now = clock.now()
  await sql`
    with lot as (
      update uses_lot set spent = granted where holder_id = ${holderId} returning holder_id, id
    ), bought as (
      insert into reveal (holder_id, channel_id, contact_id, created_at)
      select ${holderId}, channel_id, id, ${now} from contact where channel_id = any(${channels.map(({ id }) => id)})
      returning holder_id, id, channel_id, created_at
    ), recorded as (
      insert into purchase (holder_id, reveal_id, channel_name, thumbnail_url, created_at)
      select holder_id, bought.id, channel.name, channel.thumbnail_url, bought.created_at
      from bought join channel on channel.id = bought.channel_id
    )
    insert into uses_entry (holder_id, lot_id, amount, reason, reveal_id, created_at)
    select holder_id, lot.id, -1, 'reveal', bought.id, created_at from bought join lot using (holder_id)`.execute(
    db,
  )
}
