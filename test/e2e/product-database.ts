import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { setSponsor } from '#server/features/accounts/accounts.sql.ts'
import { searchText } from '#shared/rules/search-text.ts'

/** The database of a product that `launchProduct` started: what takes weeks to gather is written into it. */
export async function openProductDatabase(dataDir: string): Promise<{ readonly db: Db } & AsyncDisposable> {
  const password = await readFile(path.join(dataDir, 'postgres.password'), 'utf8')
  const [, , , port] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const url = `postgres://channelbook:${password.trim()}@127.0.0.1:${port}/channelbook`
  const db = openDatabase(openPool(url, { max: 1, onLost: () => undefined }))
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}

/** Makes a person a sponsor, as the operator's command does. */
export async function makeSponsor(
  db: Db,
  { client }: { readonly client: { readonly userId: number | null } },
): Promise<void> {
  await setSponsor(db, client.userId ?? 0, true)
}

/** Makes a person an owner of the console, and opens it to all their sessions as a second factor does. */
export async function openConsole(
  db: Db,
  { client }: { readonly client: { readonly userId: number | null } },
): Promise<void> {
  await sql`
    with factor as (
      insert into totp (person_id, secret_sealed, last_step, created_at)
      values (${client.userId}, 'none', 0, now() - interval '1 minute')
    ), proof as (
      insert into operator_proof (session_id, proved_at) select id, now() from session where person_id = ${client.userId}
    )
    insert into operator (person_id, role, added_at) values (${client.userId}, 'owner', now())`.execute(db)
}

/** A channel of a test's own, with its contact. */
export interface OwnChannel {
  readonly id: number
  /** Its id in the API. */
  readonly channelId: string
  readonly channel_name: string
  readonly contactId: number
  readonly address: string
}

/**
 * @param number one that no other channel has
 * @param name searches find it by its name; without one they do not find it
 */
export async function makeOwnChannel(
  db: Db,
  {
    number,
    domain,
    name: given,
  }: { readonly number: number; readonly domain: string; readonly name?: string },
): Promise<OwnChannel> {
  const now = new Date()
  const name = given ?? `North Workshop ${number}`
  const { nameKey, words } = searchText(name)
  const platformId = `UC${String(number).padStart(22, 'w')}`
  const channel = await db
    .insertInto('channel')
    .values({
      platform: 'youtube',
      platform_id: platformId,
      source: `test-${number}`,
      name,
      name_key: nameKey,
      search_words: words,
      has_contact: true,
      fetched_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const address = `hello.${number}@${domain}`
  const { id: contactId } = await addContact(db, { channelId: channel.id, address, seenAt: now })
  if (given !== undefined) await sql`select search_refresh(${[channel.id]})`.execute(db)
  return { id: channel.id, channelId: platformId, channel_name: name, contactId, address }
}

/** A further contact of a channel. */
export function addContact(
  db: Db,
  {
    channelId,
    address,
    seenAt,
  }: { readonly channelId: number; readonly address: string; readonly seenAt: Date },
): Promise<{ readonly id: number }> {
  return db
    .with('known', (of) => of.insertInto('address').values({ address }))
    .insertInto('contact')
    .values({
      channel_id: channelId,
      address,
      source_kind: 'website',
      source_url: 'https://north-workshop.ru/about',
      first_seen_at: seenAt,
      last_seen_at: seenAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/**
 * Gives a person a hundred purchases that are newer than any other of theirs. Within the limits, buying them takes minutes.
 * @param except ids in the API of channels that are not among them
 */
export async function buyHundred(db: Db, holderId: number, except: readonly string[]): Promise<void> {
  const contacts = await db
    .selectFrom('contact')
    .innerJoin('channel', 'channel.id', 'contact.channel_id')
    .distinctOn('contact.channel_id')
    .select(['contact.channel_id as id', 'contact.id as contactId', 'channel.name as channel_name'])
    .where('channel.platform_id', 'not in', [...except])
    .orderBy('contact.channel_id', 'desc')
    .limit(100)
    .execute()
  await buyAt(db, { holderId, contacts, at: new Date() })
}

interface Bought {
  readonly holderId: number
  readonly contacts: readonly Pick<OwnChannel, 'id' | 'contactId' | 'channel_name'>[]
  readonly at: Date
}

/** Purchases of any time; what was bought cannot be changed afterwards. */
export async function buyAt(db: Db, { holderId, contacts, at }: Bought): Promise<void> {
  const reveals = await db
    .insertInto('reveal')
    .values(
      contacts.map(({ id, contactId }) => ({
        holder_id: holderId,
        channel_id: id,
        contact_id: contactId,
        created_at: at,
      })),
    )
    .returning(['id', 'channel_id'])
    .execute()
  const names = new Map(contacts.map(({ id, channel_name }) => [id, channel_name]))
  const purchases = reveals.map(({ id, channel_id }) => ({
    holder_id: holderId,
    reveal_id: id,
    channel_name: names.get(channel_id ?? 0) ?? '',
    handed_over_at: at,
    created_at: at,
  }))
  await db.insertInto('purchase').values(purchases).execute()
}
