import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'

/** What must always hold for what creators say. */
export const creatorsInvariants: readonly Invariant[] = [
  {
    name: 'nothing-kept-after-objection',
    sentence: 'Of an address whose owner objected, no preference and no link is kept.',
    offences: sql`
      select format('contact %s', contact.id) as offence
      from known_contact contact join creator_preference p on contact.address in (p.address, p.instead_of)
      where suppressed_at is not null
      union
      select format('contact %s', contact.id)
      from known_contact contact join creator_link on contact.address in (creator_link.address, creator_link.instead_of)
      where suppressed_at > creator_link.created_at + interval '1 minute'`,
  },
]
