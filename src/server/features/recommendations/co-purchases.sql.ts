import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { UNCHANGED_DAYS } from './choice.sql.ts'

/** Of a person's purchases, the number of newest that count: pairs grow with their square. */
const PURCHASES = 200

/** Of the buyers of a pair's lower channel, the number of newest that count: everybody may buy the same channel. */
const BUYERS = 1_000

/** Some of all pairs: those whose lower channel is after one number, and at most another. */
export interface PairsRange {
  readonly after: number
  readonly upTo: number
}

export const ALL_PAIRS: PairsRange = { after: 0, upTo: Number.MAX_SAFE_INTEGER }

/** The beginning of a range: the pairs of a number of purchases and, of the last channel, of all. */
export async function firstPart(db: Db, { after, upTo }: PairsRange, purchases: number): Promise<PairsRange> {
  const { rows } = await sql<{ last: number }>`
    select channel_id as last from reveal where channel_id > ${after} and channel_id < ${upTo}
    order by channel_id limit 1 offset ${purchases - 1}`.execute(db)
  return { after, upTo: rows[0]?.last ?? upTo }
}

/**
 * Counts again who bought both channels of a pair, for some of all pairs. Of the number of people, 1 to 4 are taken off;
 * how many is a keyed hash of the pair, the same every night. What is left is kept from 5 on, in steps: 5, 10, 20, 40.
 * @param key known to this installation alone
 * @returns false while another run does the same
 */
export async function renewCoPurchases(
  tx: Tx,
  { key, now, after, upTo }: PairsRange & { readonly key: Buffer; readonly now: Date },
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
      select channel_id as low, holder_id from (
        select channel_id, holder_id, row_number() over (partition by channel_id order by id desc) as place
        from reveal
        where channel_id > ${after} and channel_id <= ${upTo} and not exists (
          select from recommendation_choice choice
          where choice.holder_id = reveal.holder_id and not choice.is_counted)
      ) counted
      where place <= ${BUYERS}
    ), bought as materialized (
      select holder_id, newest.channel_id
      from (select distinct holder_id from buyer) person
      cross join lateral (
        select reveal.channel_id from purchase
        join reveal on reveal.holder_id = purchase.holder_id and reveal.id = purchase.reveal_id
        where purchase.holder_id = person.holder_id and reveal.channel_id is not null
          -- a record that was deleted and made again
          and (purchase.created_at = reveal.created_at
            or purchase.created_at <= ${now}::timestamptz - ${UNCHANGED_DAYS} * interval '1 day')
        order by purchase.transaction_id desc limit ${PURCHASES}
      ) newest
    ), busy as materialized (
      select holder_id, channel_id from bought
      where channel_id in (select channel_id from bought group by channel_id having count(*) > 5)
    ), pair as (
      select low, other.channel_id as high, count(*) as people
      from buyer
      join busy one on one.holder_id = buyer.holder_id and one.channel_id = low
      join busy other on other.holder_id = buyer.holder_id and other.channel_id > low
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
