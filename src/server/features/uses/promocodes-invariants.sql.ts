import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'

/** What must always hold for promocodes. */
export const promocodesInvariants: readonly Invariant[] = [
  {
    name: 'promocode-within-places',
    sentence:
      'A promocode gave its uses to no more people than it has places for, and each of them is counted.',
    // Ledger rows are purged eventually, so a code may count more people than the ledger knows.
    offences: sql`
      select format('promocode %s', code) as offence
      from promocode
      left join (
        select reason, count(*) as lots, min(granted) as least, max(granted) as most
        from uses_lot where kind = 'promocode' group by reason
      ) as given on given.reason = promocode.code
      where activated > places or coalesce(lots, 0) > activated or (least, most) <> (uses, uses)`,
  },
  {
    name: 'promocode-within-time',
    sentence: 'A promocode gave nothing after its last date, nor after it was ended.',
    offences: sql`
      select format('lot %s of person %s', lot.id, lot.person_id) as offence
      from uses_lot lot join promocode on promocode.code = lot.reason
      where lot.kind = 'promocode' and (
        (lot.created_at at time zone 'Europe/Moscow')::date > promocode.last_date
        or lot.created_at > promocode.ended_at)`,
  },
]
