import { sql } from 'kysely'
import type { Core } from '#server/core.ts'
import { makePerson, type TestChannel, type TestPerson } from '#test/support/factories.ts'

type World = Core

/** New people who have bought the contacts of all these channels, the last one most recently. */
export async function makeBuyers(
  app: World,
  count: number,
  channels: readonly Pick<TestChannel, 'id'>[],
): Promise<TestPerson[]> {
  const people: TestPerson[] = []
  while (people.length < count) people.push(await makePerson(app))
  await buyAll(app, people, channels)
  return people
}

/** Lets people buy channels without the cost of reveals; no uses are spent, so the ledger does not fit them. */
export async function buyAll(
  { db, clock }: World,
  people: readonly Pick<TestPerson, 'id'>[],
  channels: readonly Pick<TestChannel, 'id'>[],
): Promise<void> {
  await sql`
    with bought as (
      insert into reveal (holder_id, channel_id, contact_id, created_at)
      select holder_id, channel_id, (select min(id) from contact where contact.channel_id = wanted.channel_id),
        ${clock.now()}
      from unnest(${people.map(({ id }) => id)}::integer[]) holder_id
      cross join unnest(${channels.map(({ id }) => id)}::bigint[]) with ordinality wanted (channel_id, at)
      order by holder_id, at
      returning holder_id, id, channel_id, created_at
    )
    insert into purchase (holder_id, reveal_id, channel_name, created_at)
    select holder_id, bought.id, name, bought.created_at from bought join channel on channel.id = channel_id
    order by bought.id`.execute(db)
}

/** The pairs of these channels that are kept as bought by the same people. */
export async function pairsAmong({ db }: Core, channels: readonly Pick<TestChannel, 'id'>[]) {
  const ids = channels.map(({ id }) => id)
  return db
    .selectFrom('co_purchase')
    .selectAll()
    .where('channel_id', 'in', ids)
    .where('other_id', 'in', ids)
    .orderBy('channel_id')
    .orderBy('other_id')
    .execute()
}

/** How many pairs there are among a number of channels, in both directions. */
export const allPairs = (channels: number) => channels * (channels - 1)
