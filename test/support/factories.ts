import { type Insertable, sql, type Updateable } from 'kysely'
import type { Core } from '#server/core.ts'
import type { Role as OperatorRole } from '#shared/api/command.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { TERMS } from '#shared/legal/terms.ts'
import type { Role } from '#shared/rules/teams.ts'
import { PACKAGES } from '#shared/rules/uses.ts'
import { type Db, transact, type Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/tables.ts'
import { deleteHolder, insertTeamHolder } from '#server/features/accounts/accounts.sql.ts'
import { sessionExpiry, sessionTokenHash } from '#server/features/sessions/find-session.ts'
import { insertClosedAccount } from '#server/features/profile/closed-accounts.sql.ts'
import { startGiftTerm } from '#server/features/uses/gifts.sql.ts'
import { insertMember, insertTeam } from '#server/features/teams/teams.sql.ts'
import { type Gift, giveUses } from '#server/features/uses/ledger.sql.ts'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { refOf } from '#server/platforms/platform.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import { systemRandom } from '#server/random.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { TestClient } from '#test/support/test-client.ts'

// Makes the names within one test file unique; nothing else about them matters.
let made = 0

interface PersonGiven {
  /** Random by default. */
  readonly id?: number
  /** Granted by an operator; 0 by default. */
  readonly uses?: number
  readonly email?: string
  readonly username?: string
  readonly isSponsor?: boolean
}

export interface TestPerson {
  readonly id: number
  readonly email: string
}

/** A person who signed up earlier and has no password. */
export async function makePerson(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { id: given, uses = 0, email, username = 'Anna', isSponsor = false }: PersonGiven = {},
): Promise<TestPerson> {
  const now = clock.now()
  made += 1
  const address = email ?? `person${made}@buyer.example`
  return transact(db, async (tx) => {
    const { id } = await tx
      .insertInto('holder')
      .values({ kind: 'person', ...(given !== undefined && { id: given }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('person')
      .values({
        id,
        email: address,
        username,
        is_sponsor: isSponsor,
        agreement_version: '1',
        agreed_at: now,
        announced_terms: TERMS.date,
        consent_version: '1',
        consented_at: now,
        created_at: now,
      })
      .execute()
    await giveUses(tx, { holderId: id, kind: 'grant', grantKey: 'a test', note: 'a test', amount: uses, now })
    return { id, email: address }
  })
}

/** A person who acts for themselves. */
export function asBuyer(personId: number): { readonly holderId: number; readonly actorId: number } {
  return { holderId: personId, actorId: personId }
}

interface TeamGiven {
  readonly name?: string
  readonly owner: TestPerson
  readonly members?: readonly (readonly [person: TestPerson, role: Exclude<Role, 'owner'>, budget?: number])[]
  /** Granted by an operator; 0 by default. */
  readonly uses?: number
}

/** A team with these members. @returns its number */
export async function makeTeam(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { name = 'Agency', owner, members = [], uses = 0 }: TeamGiven,
): Promise<number> {
  const now = clock.now()
  return transact(db, async (tx) => {
    const teamId = await insertTeamHolder(tx)
    await insertTeam(tx, { teamId, name, personId: owner.id, now })
    for (const [{ id: personId }, role, budget = null] of members)
      await insertMember(tx, { teamId, personId, role, budget, now })
    const grant = { kind: 'grant', grantKey: 'a test', note: 'a test' } as const
    if (uses > 0) await giveUses(tx, { holderId: teamId, ...grant, amount: uses, now })
    return teamId
  })
}

/** The same browser of a person, acting for a team. */
export function forTeam(client: TestClient, teamId: number): TestClient {
  client.teamId = teamId
  return client
}

/** Deletes an account, as the link of its email does. */
export async function closeAccount(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  personId: number,
): Promise<void> {
  const now = clock.now()
  await transact(db, async (tx) => {
    await startGiftTerm(tx, personId, now)
    await deleteHolder(tx, personId)
    await insertClosedAccount(tx, personId, now)
  })
}

/** A browser with a logged-in person; the session is written as a login writes it, without its cost. */
export async function logIn(
  { app, client }: Pick<TestApp, 'client'> & { readonly app: Pick<Core, 'db' | 'clock'> },
  person: TestPerson,
): Promise<TestClient> {
  const now = app.clock.now()
  const token = systemRandom.token()
  const csrfToken = systemRandom.token()
  await app.db
    .insertInto('session')
    .values({
      person_id: person.id,
      token_hash: sessionTokenHash(token),
      csrf_token: csrfToken,
      created_at: now,
      proved_at: now,
      last_seen_at: now,
      expires_at: sessionExpiry(now),
    })
    .execute()
  const browser = client()
  browser.cookies.set(SESSION_COOKIE, token)
  browser.csrfToken = csrfToken
  browser.userId = person.id
  return browser
}

/** A browser of somebody who runs the installation, with a second factor that was given just now unless said otherwise. */
export async function logInOperator(
  world: Pick<TestApp, 'client'> & { readonly app: Pick<Core, 'db' | 'clock'> },
  role: OperatorRole,
  { isProved = true, ...given }: PersonGiven & { readonly isProved?: boolean } = {},
): Promise<TestClient> {
  const { db, clock } = world.app
  const now = clock.now()
  const person = await makePerson(world.app, given)
  const factor = { person_id: person.id, secret_sealed: 'sealed', last_step: 0, created_at: now }
  await db.insertInto('totp').values(factor).execute()
  await db.insertInto('operator').values({ person_id: person.id, role, added_at: now }).execute()
  const client = await logIn(world, person)
  if (!isProved) return client
  const session = db.selectFrom('session').select('id').where('person_id', '=', person.id)
  const { id: sessionId } = await session.executeTakeFirstOrThrow()
  await db.insertInto('operator_proof').values({ session_id: sessionId, proved_at: now }).execute()
  return client
}

interface PaymentGiven {
  readonly id: string
  readonly holderId: number
  readonly packageId: number
  readonly now: Date
  /** That of the purchase; English by default. */
  readonly language?: Language
}

/** A succeeded payment, as settlement leaves it; the caller gives its uses. */
export async function makePayment(
  tx: Tx,
  { id, holderId, packageId, now, language = 'en' }: PaymentGiven,
): Promise<void> {
  const { uses, price } = PACKAGES.find((sold) => sold.packageId === packageId)!
  await tx
    .insertInto('payment')
    .values({
      id,
      holder_id: holderId,
      package_id: packageId,
      uses,
      amount: price * 100,
      language,
      state: 'succeeded',
      idempotence_key: id,
      provider_id: id,
      created_at: now,
      settled_at: now,
    })
    .execute()
}

type WithoutTime<One> = One extends Gift ? Omit<One, 'now'> : never

/** Gives uses now. @returns whether this call gave them */
export function give({ db, clock }: Pick<Core, 'db' | 'clock'>, gift: WithoutTime<Gift>): Promise<boolean> {
  return transact(db, (tx) => giveUses(tx, { ...gift, now: clock.now() }))
}

interface AllowanceGiven extends Pick<PaymentGiven, 'holderId' | 'language'> {
  /** A payment by default. */
  readonly payment?: string
  /** Moscow dates, `YYYY-MM-DD`. */
  readonly dates: readonly string[]
}

/** A subscription's allowance on these dates alone, with the payment that gave it. */
export async function makeAllowance(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { holderId, payment = systemRandom.uuid(), dates, language = 'en' }: AllowanceGiven,
): Promise<void> {
  const now = clock.now()
  await transact(db, async (tx) => {
    await makePayment(tx, { id: payment, holderId, packageId: 4, now, language })
    await sql`
      with lot as (
        insert into uses_lot (holder_id, kind, payment_id, granted, valid_on, created_at)
        select ${holderId}::integer, 'day', ${payment}::uuid, 5, date, ${now}::timestamptz
        from unnest(${dates}::date[]) date
        returning holder_id, id, granted, created_at
      )
      insert into uses_entry (holder_id, lot_id, amount, reason, created_at)
      select holder_id, id, granted, 'given', created_at from lot`.execute(tx)
  })
}

interface ChannelGiven {
  readonly name?: string
  readonly platform?: string
  /** null: unknown, so the channel's id is ours. */
  readonly platformId?: string | null
  /** Its number of contacts; 1 by default. The first is the best. */
  readonly contacts?: number
  readonly isDemo?: boolean
  readonly isGone?: boolean
}

export interface TestChannel {
  readonly id: number
  /** Its id in the API. */
  readonly channelId: string
  readonly name: string
  /** Its addresses, the best one first. */
  readonly addresses: readonly string[]
}

/** A channel with contacts at a reserved domain, as an import would leave it. */
export async function makeChannel(
  app: Pick<Core, 'db' | 'clock'>,
  given: ChannelGiven = {},
): Promise<TestChannel> {
  const [channel] = await makeChannels(app, 1, given)
  return channel!
}

/** A number of channels of one kind, in two statements. */
export async function makeChannels(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  count: number,
  { name, platform = 'youtube', platformId, contacts = 1, isDemo = false, isGone = false }: ChannelGiven = {},
): Promise<TestChannel[]> {
  const now = clock.now()
  const planned = Array.from({ length: count }, () => {
    made += 1
    return {
      number: made,
      name: name ?? `Channel ${made}`,
      platformId: platformId === undefined ? `UC${String(made).padStart(22, 'x')}` : platformId,
    }
  })
  const rows = await db
    .insertInto('channel')
    .values(
      planned.map((channel) => ({
        platform,
        platform_id: channel.platformId,
        source: `test-${channel.number}`,
        name: channel.name,
        name_key: channel.name.toLowerCase(),
        search_words: channel.name.toLowerCase(),
        thumbnail_url: `https://images.example/${channel.number}.jpg`,
        url: `https://videos.example/${channel.number}`,
        has_contact: contacts > 0,
        is_demo: isDemo,
        status: isGone ? 'gone' : 'active',
        fetched_at: now,
      })),
    )
    .returning(['id', 'source'])
    .execute()
  const ids = new Map(rows.map((row) => [row.source, row.id]))
  const channels = planned.map((channel) => {
    const id = ids.get(`test-${channel.number}`)!
    const addresses = Array.from(
      { length: contacts },
      (_, index) => `owner${index}.of${channel.number}@creator.example`,
    )
    return {
      id,
      channelId: channel.platformId === null ? String(id) : refOf(PLATFORMS, platform, channel.platformId),
      name: channel.name,
      addresses,
    }
  })
  if (contacts > 0) {
    const found = channels.flatMap((channel) =>
      channel.addresses.map((address, index) => ({
        channel_id: channel.id,
        address,
        source_kind: 'website',
        source_url: `https://videos.example/${channel.id}/about`,
        first_seen_at: now,
        last_seen_at: new Date(now.getTime() - index * 86_400_000),
      })),
    )
    await knowAddresses(db, ...found.map(({ address }) => address))
    await db.insertInto('contact').values(found).execute()
  }
  return channels
}

/** Makes addresses known, as contacts need them. */
export async function knowAddresses(db: Db | Tx, ...addresses: readonly string[]): Promise<void> {
  await db
    .insertInto('address')
    .values(addresses.map((address) => ({ address })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NewContact = Pick<Insertable<DB['contact']>, 'channel_id' | 'address'> &
  Partial<Insertable<DB['contact']>>

/** Adds contacts with their addresses. @returns their ids */
export async function addContacts(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  ...contacts: readonly NewContact[]
): Promise<readonly number[]> {
  const now = clock.now()
  const seen = { source_kind: 'website', source_url: '', first_seen_at: now, last_seen_at: now }
  await knowAddresses(db, ...contacts.map(({ address }) => address))
  const values = contacts.map((contact) => ({ ...seen, ...contact }))
  const rows = await db.insertInto('contact').values(values).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Gives the first contact of a channel another address. */
export async function giveAddress(db: Db, { id }: Pick<TestChannel, 'id'>, address: string): Promise<void> {
  await knowAddresses(db, address)
  const contacts = db
    .selectFrom('contact')
    .select(['id', 'address'])
    .where('channel_id', '=', id)
    .orderBy('id')
  const first = await contacts.executeTakeFirstOrThrow()
  await db.updateTable('contact').set({ address }).where('id', '=', first.id).execute()
  await sql`select forget_unused_addresses(${[first.address]})`.execute(db)
}

/** Changes what is known of the addresses of a channel. */
export async function setAddresses(
  db: Db | Tx,
  { addresses }: Pick<TestChannel, 'addresses'>,
  facts: Updateable<DB['address']>,
): Promise<void> {
  await db
    .updateTable('address')
    .set(facts)
    .where('address', 'in', [...addresses])
    .execute()
}
