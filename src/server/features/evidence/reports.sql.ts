import { type Expression, type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/tables.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { DAY_MS } from '#shared/rules/time.ts'

export interface Bought {
  readonly revealId: number
  readonly channelId: number
  readonly at: Date
}

/** The purchase that a record stands for; undefined when the holder has no such record. */
export async function findBought(
  db: Db | Tx,
  holderId: number,
  transactionId: number,
): Promise<Bought | undefined> {
  const { rows } = await sql<Bought>`
    select reveal.id as "revealId", channel_id as "channelId", reveal.created_at as at
    from purchase join reveal on reveal.holder_id = purchase.holder_id and reveal.id = reveal_id
    where transaction_id = ${transactionId} and purchase.holder_id = ${holderId} and channel_id is not null`.execute(
    db,
  )
  return rows[0]
}

/**
 * Locks the channel of a reveal until the transaction ends, against merges, which change reveals and reports. A channel that was
 * merged while this waited has left its reveals to another one.
 */
export async function lockRevealed(
  tx: Tx,
  holderId: number,
  revealId: number | Expression<number>,
): Promise<void> {
  const lock = () =>
    sql`
      select from reveal join channel on channel.id = channel_id
      where holder_id = ${holderId} and reveal.id = ${revealId} for key share of channel`.execute(tx)
  if ((await lock()).rows.length === 0) await lock()
}

/** With the number of a report that it takes the place of. */
type Report = Insertable<DB['bad_contact_report']> & { readonly id?: number }

/** Inserts a report. @returns its number; undefined when there is one of this contact and reveal: nothing is written then */
export async function insertReport(tx: Tx, report: Report): Promise<number | undefined> {
  const [columns, values] = [Object.keys(report), Object.values(report)]
  const { rows } = await sql<{ id: number }>`
    insert into bad_contact_report (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value values (${sql.join(values)}) on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** Takes a report back that waits without an answer of the mail server. @returns its number, for the one that has an answer */
export async function takeUnprovenReport(
  tx: Tx,
  of: { readonly holderId: number; readonly revealId: number; readonly contactId: number },
): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('bad_contact_report')
    .where('holder_id', '=', of.holderId)
    .where('reveal_id', '=', of.revealId)
    .where('contact_id', '=', of.contactId)
    .where('state', '=', 'review')
    .where('kind', '<>', 'bounced')
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function decideReport(
  tx: Tx,
  id: number,
  decision: Pick<Report, 'state' | 'reason' | 'decided_at'>,
): Promise<void> {
  await tx
    .updateTable('bad_contact_report')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'review')
    .execute()
}

/** Settles the reports of a reveal that still wait when its use comes back: nothing more is owed. */
export async function settleReturned(
  tx: Tx,
  { holderId, revealId, now }: { readonly holderId: number; readonly revealId: number; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('bad_contact_report')
    .set({ state: 'credited', reason: 'returned', decided_at: now })
    .where('holder_id', '=', holderId)
    .where('reveal_id', '=', revealId)
    .where('state', '=', 'review')
    .execute()
}

/** Removes what mail servers answered about contacts whose owner objected: it names their address. */
export async function forgetEvidence(tx: Tx, contactIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('bad_contact_report')
    .set({ evidence: null })
    .where('contact_id', 'in', contactIds)
    .where('evidence', 'is not', null)
    .execute()
}

/** Whether a reveal's use has come back. */
export async function hasReturned(tx: Tx, holderId: number, revealId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('uses_lot')
    .select('reveal_id')
    .where('holder_id', '=', holderId)
    .where('reveal_id', '=', revealId)
    .executeTakeFirst()
  return row !== undefined
}

export interface Recent {
  /** What the holder bought within the days before. */
  readonly reveals: number
  /** Reports that gave a use or another contact for it. */
  readonly returns: number
  /** Of these, those for a use that was a gift. */
  readonly gifts: number
  /** Whether this reveal was paid with a gift. */
  readonly isGift: boolean
}

interface Asked {
  readonly holderId: number
  /** Who reports it. */
  readonly actorId: number
  readonly revealId: number
  readonly now: Date
}

/**
 * What counts before a use comes back by itself. A use that came back is a gift if it was one before. What the same person
 * reported for themselves or for other teams counts as well: anybody can make teams.
 */
export async function countRecent(tx: Tx, { holderId, actorId, revealId, now }: Asked): Promise<Recent> {
  const since = new Date(now.getTime() - WARRANTY_DAYS * DAY_MS)
  const { rows } = await sql<Recent>`
    with recursive decided as (
      select holder_id, reveal_id from bad_contact_report
      where (holder_id in (${holderId}, ${actorId}) or (actor_id = ${actorId} and actor_id <> holder_id))
        and state in ('credited', 'replaced') and reason <> 'returned' and decided_at > ${since}
    ), returned as (
      select reveal_id from decided where holder_id = ${holderId}
    ), paid as (
      select entry.reveal_id as origin, lot.kind, lot.reveal_id
      from uses_entry entry join uses_lot lot on lot.holder_id = entry.holder_id and lot.id = entry.lot_id
      where entry.holder_id = ${holderId}
        and (entry.reveal_id = ${revealId} or entry.reveal_id in (select reveal_id from returned))
      union all
      select paid.origin, lot.kind, lot.reveal_id
      from paid
      join uses_entry entry on entry.holder_id = ${holderId} and entry.reveal_id = paid.reveal_id
      join uses_lot lot on lot.holder_id = entry.holder_id and lot.id = entry.lot_id
    ), gift as (select origin from paid where kind in ('welcome', 'promocode'))
    select (select count(*)::integer from reveal where holder_id = ${holderId} and created_at > ${since}) as reveals,
      (select count(*)::integer from decided) as returns,
      (select count(*)::integer from returned where reveal_id in (select origin from gift)) as gifts,
      ${revealId} in (select origin from gift) as "isGift"`.execute(tx)
  return rows[0]!
}

const EVIDENCE_DAYS = 90

/**
 * Removes what mail servers answered when it is no longer needed; what it said stays. Reports that somebody else is changing are
 * left to the next run: a merge waits for several in another order.
 */
export async function purgeEvidence(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('bad_contact_report')
    .set({ evidence: null })
    .where('id', 'in', (old) =>
      old
        .selectFrom('bad_contact_report')
        .select('id')
        .where('evidence', 'is not', null)
        .where('reported_at', '<=', new Date(now.getTime() - EVIDENCE_DAYS * DAY_MS))
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

interface Buyer {
  readonly holderId: number
  readonly revealId: number
  readonly channelName: string
  /** Of the person who bought it; null: erased. */
  readonly email: string | null
  readonly language: Language
}

/**
 * Holders with an account to which one of these contacts was sold since an instant, or given in place of one that did not work, and
 * whose use has not come back.
 */
export async function readBuyers(db: Db, contactIds: readonly number[], since: Date): Promise<Buyer[]> {
  const { rows } = await sql<Buyer>`
    select distinct reveal.holder_id as "holderId", reveal.id as "revealId", channel.name as "channelName",
      person.email, coalesce(person.language, 'en') as language
    from (
      select holder_id, id as reveal_id, contact_id from reveal where contact_id = any(${contactIds}::bigint[])
      union all
      select holder_id, reveal_id, replacement_id from bad_contact_report where replacement_id = any(${contactIds}::bigint[])
    ) sold
    join contact on contact.id = sold.contact_id
    join channel on channel.id = contact.channel_id
    join reveal on reveal.holder_id = sold.holder_id and reveal.id = sold.reveal_id
    join holder on holder.id = reveal.holder_id
    left join person on person.id = told_person(reveal.holder_id, reveal.actor_id)
    where reveal.created_at >= ${since}
      and not exists (select from uses_lot where holder_id = reveal.holder_id and reveal_id = reveal.id)
    order by reveal.holder_id, reveal.id`.execute(db)
  return rows
}
