import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'

/** What must always hold for what creators say. */
export const creatorsInvariants: readonly Invariant[] = [
  {
    name: 'paused-by-its-owner',
    sentence: 'A contact is paused only where the owner of its address wants a pause.',
    offences: sql`
      select format('contact %s', contact.id) as offence
      from contact left join creator_terms using (address)
      where 'paused' = any(withheld) and suppressed_at is null and paused_at is null`,
  },
  {
    name: 'nothing-kept-after-objection',
    sentence: 'Of an address whose owner objected, no wish, no preference and no link is kept.',
    offences: sql`
      select format('contact %s', contact.id) as offence
      from contact join creator_terms using (address) where suppressed_at is not null
      union
      select format('contact %s', contact.id)
      from contact join creator_preference p on contact.address in (p.address, p.instead_of) where suppressed_at is not null
      union
      select format('contact %s', contact.id)
      from contact join creator_link on contact.address in (creator_link.address, creator_link.instead_of)
      where suppressed_at > creator_link.created_at + interval '1 minute'`,
  },
]
