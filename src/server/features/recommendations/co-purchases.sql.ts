import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'
import type { Tx } from '#server/db/connect.ts'

/** Of a person's purchases, so many of the newest count: pairs grow with their square. */
const PURCHASES = 200

/** One of so many parts of all pairs, by the lower channel's number. */
export interface PairsPart {
  readonly part: number
  readonly parts: number
}

/**
 * Counts again who bought both channels of a pair, in one part of all pairs. Of the number of people, 1 to 4 are taken off;
 * how many is a keyed hash of the pair, the same every night. What is left is kept from 5 on, in steps: 5, 10, 20, 40.
 * @param key known to this installation alone
 * @returns false while another run does the same
 */
export async function renewCoPurchases(
  tx: Tx,
  { key, part, parts }: PairsPart & { readonly key: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('channelbook co-purchases')) as "isMine"`.execute(tx)
  if (rows[0]?.isMine !== true) return false
  await sql`delete from co_purchase where least(channel_id, other_id) % ${parts} = ${part}`.execute(tx)
  await sql`
    with bought as materialized (
      select person_id, channel_id from (
        select purchase.person_id, reveal.channel_id,
          row_number() over (partition by purchase.person_id order by purchase.transaction_id desc) as at
        from purchase
        join reveal on reveal.person_id = purchase.person_id and reveal.id = purchase.reveal_id
        where reveal.channel_id is not null and not exists (
          select from recommendation_choice choice
          where choice.person_id = purchase.person_id and not choice.counts_purchases)
      ) purchases
      where at <= ${PURCHASES}
    ), busy as materialized (
      select person_id, channel_id from bought
      where channel_id in (select channel_id from bought group by channel_id having count(*) > 5)
    ), pair as (
      select one.channel_id as low, other.channel_id as high, count(*) as people
      from busy one
      join busy other on other.person_id = one.person_id and other.channel_id > one.channel_id
      where one.channel_id % ${parts} = ${part}
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
