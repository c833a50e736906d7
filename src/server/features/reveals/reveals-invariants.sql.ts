import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'

/** What must always hold for reveals and purchase records. */
export const revealsInvariants: readonly Invariant[] = [
  {
    name: 'reveal-paid-once',
    sentence: 'Every reveal was paid by one entry of one use of the same holder.',
    offences: sql`
      select format('reveal %s of holder %s', reveal.id, reveal.holder_id) as offence
      from reveal
      left join uses_entry entry on entry.holder_id = reveal.holder_id and entry.reveal_id = reveal.id
      group by reveal.holder_id, reveal.id
      having count(entry.id) <> 1 or sum(entry.amount) <> -1`,
  },
  {
    // Two channels that were merged later may both have been bought: one of those reveals has no channel.
    name: 'charged-once',
    sentence: 'A holder was charged at most once for a contact.',
    offences: sql`
      select format('holder %s, contact %s', holder_id, contact_id) as offence
      from reveal where channel_id is not null group by holder_id, contact_id having count(*) > 1`,
  },
  {
    // Both times are taken before the locks that order the two events, perhaps on two machines: hence the minute.
    name: 'nothing-sold-after-objection',
    sentence: 'No contact was sold after its owner objected (for contacts that still exist).',
    offences: sql`
      select format('reveal %s of holder %s, contact %s', reveal.id, reveal.holder_id, contact.id) as offence
      from reveal join known_contact contact on contact.id = reveal.contact_id
      where contact.suppressed_at < reveal.created_at - interval '1 minute'`,
  },
]
