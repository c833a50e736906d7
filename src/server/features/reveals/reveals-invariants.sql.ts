import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'

/** What must always hold for reveals and purchase records. */
export const revealsInvariants: readonly Invariant[] = [
  {
    name: 'reveal-paid-once',
    sentence:
      'Every reveal was paid by one entry of one use of the same person, and every such entry paid a reveal.',
    offences: sql`
      select format('reveal %s of person %s', reveal.id, reveal.person_id) as offence
      from reveal
      left join uses_entry entry on entry.person_id = reveal.person_id and entry.reveal_id = reveal.id
      group by reveal.person_id, reveal.id
      having count(entry.id) <> 1 or sum(entry.amount) <> -1
      union all
      select format('entry %s of person %s', entry.id, entry.person_id)
      from uses_entry entry
      left join reveal on reveal.person_id = entry.person_id and reveal.id = entry.reveal_id
      where (entry.reason = 'reveal' or entry.reveal_id is not null) and reveal.id is null`,
  },
  {
    // Two channels that were merged later may both have been bought: one of those reveals has no channel.
    name: 'charged-once',
    sentence: 'A person was charged at most once for a channel, and at most once for a contact of it.',
    offences: sql`
      select format('person %s, channel %s', person_id, channel_id) as offence
      from reveal where channel_id is not null group by person_id, channel_id having count(*) > 1
      union all
      select format('person %s, contact %s', person_id, contact_id)
      from reveal where channel_id is not null group by person_id, contact_id having count(*) > 1`,
  },
  {
    name: 'record-is-bought',
    sentence: 'A record, which shows an address, stands on a paid reveal of the same person.',
    offences: sql`
      select format('purchase %s of person %s', purchase.transaction_id, purchase.person_id) as offence
      from purchase
      where not exists (
        select from reveal
        join uses_entry entry on entry.person_id = reveal.person_id and entry.reveal_id = reveal.id
        where reveal.person_id = purchase.person_id and reveal.id = purchase.reveal_id)`,
  },
  {
    // Both times are taken before the locks that order the two events, perhaps on two machines: hence the minute.
    name: 'nothing-sold-after-objection',
    sentence: 'No contact was sold after its owner objected (for contacts that still exist).',
    offences: sql`
      select format('reveal %s of person %s, contact %s', reveal.id, reveal.person_id, contact.id) as offence
      from reveal join known_contact contact on contact.id = reveal.contact_id
      where contact.suppressed_at < reveal.created_at - interval '1 minute'`,
  },
]
