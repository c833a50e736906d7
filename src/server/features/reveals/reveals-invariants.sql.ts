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
  {
    // Never more than the quote, and each reveal once: constraints of the lines.
    name: 'bulk-reveal-quoted',
    sentence:
      'A bulk reveal spent uses only after its quote was started, and for the person who had asked for it.',
    offences: sql`
      select format('line %s of quote %s of holder %s', line.position, line.quote_id, line.holder_id) as offence
      from reveal_quote_line line
      join reveal_quote quote on quote.holder_id = line.holder_id and quote.id = line.quote_id
      join reveal on reveal.holder_id = line.holder_id and reveal.id = line.reveal_id
      where quote.started_at is null or reveal.actor_id <> quote.actor_id`,
  },
]
