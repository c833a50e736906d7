import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'
import type { Db, Tx } from '#server/db/connect.ts'

/** Of a person's purchases, so many of the newest count: pairs grow with their square. */
const PURCHASES = 200

/** One part of all pairs: those whose lower channel is after one number, and at most another. */
export interface PairsPart {
  readonly after: number
  readonly upTo: number
}

/** Cuts all pairs into parts, so that a part counts about so many people's pairs, and reads no more purchases than that. */
export async function cutPairs(db: Db, pairs: number): Promise<PairsPart[]> {
  const { rows } = await sql<{ last: number }>`
    select max(channel_id) as last from (
      select channel_id, sum(sum(others)) over (order by channel_id) as so_far from (
        select channel_id, least(count(*) over (partition by person_id), ${PURCHASES}) as others
        from reveal where channel_id is not null
      ) bought
      group by channel_id
    ) counted
    group by div(so_far, ${pairs}) order by last`.execute(db)
  const cuts = [0, ...rows.map(({ last }) => last), Number.MAX_SAFE_INTEGER]
  return cuts.slice(1).map((upTo, at) => ({ after: cuts[at] ?? 0, upTo }))
}

/**
 * Counts again who bought both channels of a pair, in one part of all pairs. Of the number of people, 1 to 4 are taken off;
 * how many is a keyed hash of the pair, the same every night. What is left is kept from 5 on, in steps: 5, 10, 20, 40.
 * @param key known to this installation alone
 * @returns false while another run does the same
 */
export async function renewCoPurchases(
  tx: Tx,
  { key, after, upTo }: PairsPart & { readonly key: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('channelbook co-purchases')) as "isMine"`.execute(tx)
  if (rows[0]?.isMine !== true) return false
  await sql`
    delete from co_purchase where channel_id > ${after} and channel_id <= ${upTo} and other_id > channel_id`.execute(
    tx,
  )
  await sql`
    delete from co_purchase where other_id > ${after} and other_id <= ${upTo} and channel_id > other_id`.execute(
    tx,
  )
  await sql`
    with buyer as materialized (
      select distinct person_id from reveal
      where channel_id > ${after} and channel_id <= ${upTo} and not exists (
        select from recommendation_choice choice
        where choice.person_id = reveal.person_id and not choice.counts_purchases)
    ), bought as materialized (
      select person_id, newest.channel_id
      from buyer
      cross join lateral (
        select reveal.channel_id from purchase
        join reveal on reveal.person_id = purchase.person_id and reveal.id = purchase.reveal_id
        where purchase.person_id = buyer.person_id and reveal.channel_id is not null
        order by purchase.transaction_id desc limit ${PURCHASES}
      ) newest
    ), busy as materialized (
      select person_id, channel_id from bought
      where channel_id in (select channel_id from bought group by channel_id having count(*) > 5)
    ), pair as (
      select one.channel_id as low, other.channel_id as high, count(*) as people
      from busy one
      join busy other on other.person_id = one.person_id and other.channel_id > one.channel_id
      where one.channel_id > ${after} and one.channel_id <= ${upTo}
      group by 1, 2 having count(*) > 5
    ), noised as (
      select low, high,
        people - 1 - (get_byte(sha256(${key}::bytea || int8send(low) || int8send(high)), 0) & 3) as buyers
      from pair
    )
    insert into co_purchase (channel_id, other_id, buyers)
    select channel_id, other_id, 5 << floor(log(2.0, buyers / 5.0))::integer
    from noised
    cross join lateral (values (low, high), (high, low)) direction (channel_id, other_id)
    where buyers >= 5`.execute(tx)
  return true
}

export const coPurchasesInvariants: readonly Invariant[] = [
  {
    name: 'co-purchase-both-ways',
    sentence: 'A pair of channels bought by the same people is kept in both directions, with one number.',
    offences: sql`
      select format('channels %s and %s', one.channel_id, one.other_id) as offence
      from co_purchase one
      left join co_purchase other on other.channel_id = one.other_id and other.other_id = one.channel_id
      where one.channel_id = one.other_id or other.buyers is distinct from one.buyers`,
  },
]
