import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

interface Gift {
  readonly personId: number
  readonly kind: 'welcome' | 'promocode' | 'grant' | 'package'
  /** What the uses are for; the same reason gives once: 'welcome', a promocode, an operator's grant, a payment's id. */
  readonly reason: string
  /** Uses, 0 to 1,000,000; 0 gives nothing. */
  readonly amount: number
  readonly now: Date
}

/** The allowance of one Europe/Moscow date (`YYYY-MM-DD`) of a subscription; `reason` is its payment's id. */
interface Allowance extends Omit<Gift, 'kind'> {
  readonly kind: 'day'
  readonly validOn: string
}

/**
 * Gives a person uses: a lot and its ledger entry. Once per person, kind and reason (and date), however often and
 * simultaneously it is called.
 * @returns whether this call gave them
 * @throws when this payment's uses were given to another person, or another payment has given this date's allowance
 */
export async function giveUses(tx: Tx, gift: Gift | Allowance): Promise<boolean> {
  const { personId, kind, reason, amount, now } = gift
  if (amount === 0) return false
  const validOn = gift.kind === 'day' ? gift.validOn : null
  const { rows } = await sql`
    with lot as (
      insert into uses_lot (person_id, kind, reason, granted, valid_on, created_at)
      values (${personId}, ${kind}, ${reason}, ${amount}, ${validOn}, ${now})
      on conflict do nothing
      returning person_id, id, granted, created_at
    )
    insert into uses_entry (person_id, lot_id, amount, reason, created_at)
    select person_id, id, granted, 'given', created_at from lot
    returning id`.execute(tx)
  if (rows.length === 1) return true
  // Any constraint may have prevented the insert; only the same gift to the same person is expected.
  const given = await tx
    .selectFrom('uses_lot')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('reason', '=', reason)
    .where(sql<boolean>`valid_on is not distinct from ${validOn}`)
    .executeTakeFirst()
  if (given === undefined) throw new Error(`uses of kind ${kind} were given for this reason or date already`)
  return false
}
