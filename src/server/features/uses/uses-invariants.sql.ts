import { sql } from 'kysely'
import { type Invariant, missingTriggers } from '#server/db/invariant.ts'

/** What must always hold for the ledger of uses. */
export const usesInvariants: readonly Invariant[] = [
  {
    name: 'ledger-append-only',
    sentence: 'The database refuses to change, delete or truncate lots, entries and reveals.',
    offences: missingTriggers({
      uses_lot: ['uses_lot_fixed', 'uses_lot_spent_grows', 'uses_lot_kept', 'uses_lot_not_truncated'],
      uses_entry: ['uses_entry_fixed', 'uses_entry_kept', 'uses_entry_not_truncated'],
      reveal: ['reveal_fixed', 'reveal_contact_fixed', 'reveal_kept', 'reveal_not_truncated'],
    }),
  },
  {
    name: 'lot-adds-up',
    sentence: 'Every lot was given by one entry, and what is spent of it is the sum of its other entries.',
    offences: sql`
      select format('lot %s of holder %s', coalesce(lot.id, entries.lot_id), coalesce(lot.holder_id, entries.holder_id)) as offence
      from uses_lot lot
      full join (
        select holder_id, lot_id,
          count(*) filter (where reason = 'given') as gifts,
          sum(amount) filter (where reason = 'given') as given,
          coalesce(-sum(amount) filter (where reason <> 'given'), 0) as spent
        from uses_entry group by holder_id, lot_id
      ) as entries on entries.holder_id = lot.holder_id and entries.lot_id = lot.id
      where (entries.gifts, entries.given, entries.spent) is distinct from (1, lot.granted, lot.spent)`,
  },
  {
    name: 'balance-adds-up',
    sentence:
      "What a person can spend is the sum of their entries: of lots without a date, and of each date's allowance.",
    offences: sql`
      select format('holder %s', coalesce(entries.holder_id, lots.holder_id)) as offence
      from (
        select entry.holder_id, lot.valid_on, sum(entry.amount) as uses
        from uses_entry entry left join uses_lot lot on lot.holder_id = entry.holder_id and lot.id = entry.lot_id
        group by entry.holder_id, lot.valid_on
      ) as entries
      full join (
        select holder_id, valid_on, sum(granted - spent) as uses from uses_lot group by holder_id, valid_on
      ) as lots
        on lots.holder_id = entries.holder_id
        and coalesce(lots.valid_on, '-infinity') = coalesce(entries.valid_on, '-infinity')
      where entries.uses is distinct from lots.uses`,
  },
  {
    name: 'allowance-on-its-date',
    sentence: "A day's allowance is spent on its own Moscow date.",
    offences: sql`
      select format('entry %s of holder %s', entry.id, entry.holder_id) as offence
      from uses_entry entry join uses_lot lot on lot.holder_id = entry.holder_id and lot.id = entry.lot_id
      where entry.reason = 'reveal' and lot.valid_on <> (entry.created_at at time zone 'Europe/Moscow')::date`,
  },
  {
    name: 'taken-was-granted',
    sentence: 'Only what the operator granted was taken back.',
    offences: sql`
      select format('entry %s of holder %s', entry.id, entry.holder_id) as offence
      from uses_entry entry join uses_lot lot on lot.holder_id = entry.holder_id and lot.id = entry.lot_id
      where entry.reason = 'taken' and lot.kind <> 'grant'`,
  },
  {
    name: 'spent-in-order',
    sentence: "The day's allowance was spent first, then gifts, then packages; of each the oldest.",
    // A lot could be spent between the entry that gave it and the one that emptied it.
    offences: sql`
      with lot as (
        select lot.holder_id, lot.id, lot.valid_on, min(entry.id) as given,
          case when lot.spent = lot.granted then max(entry.id) end as emptied,
          case lot.kind when 'day' then 0 when 'package' then 2 else 1 end as turn
        from uses_lot lot join uses_entry entry on entry.holder_id = lot.holder_id and entry.lot_id = lot.id
        group by lot.holder_id, lot.id
      )
      select distinct format('entry %s of holder %s', entry.id, entry.holder_id) as offence
      from uses_entry entry
      join lot as paid on paid.holder_id = entry.holder_id and paid.id = entry.lot_id
      join lot as better on better.holder_id = entry.holder_id and (better.turn, better.id) < (paid.turn, paid.id)
      where entry.reason = 'reveal' and better.given < entry.id
        and (better.emptied is null or better.emptied > entry.id)
        and (better.valid_on is null
          or better.valid_on = (entry.created_at at time zone 'Europe/Moscow')::date)`,
  },
]

/** What must always hold for promocodes. */
export const promocodesInvariants: readonly Invariant[] = [
  {
    name: 'promocode-counts-all',
    sentence: 'Everybody to whom a promocode gave its uses is counted.',
    // Ledger rows are purged eventually, so a code may count more people than the ledger knows.
    offences: sql`
      select format('promocode %s', code) as offence
      from promocode
      left join (
        select promocode_id, count(*) as lots, min(granted) as least, max(granted) as most
        from uses_lot where kind = 'promocode' group by promocode_id
      ) as given on given.promocode_id = promocode.code
      where lots > activated or (least, most) <> (uses, uses)`,
  },
  {
    name: 'promocode-within-time',
    sentence: 'A promocode gave nothing after its last date, nor after it was ended.',
    offences: sql`
      select format('lot %s of holder %s', lot.id, lot.holder_id) as offence
      from uses_lot lot join promocode on promocode.code = lot.promocode_id
      where (lot.created_at at time zone 'Europe/Moscow')::date > promocode.last_date
        or lot.created_at > promocode.ended_at`,
  },
]
