import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'

/** What must always hold for accounts and for what is kept after their deletion. */
export const accountsInvariants: readonly Invariant[] = [
  {
    name: 'kept-with-a-term',
    sentence:
      'What accounting keeps belongs to an account, or to a deleted one whose term is known; to no account both ways.',
    offences: sql`
      select format('what is kept of person %s', kept.person_id) as offence
      from (select person_id from uses_lot union select person_id from reveal
        union select person_id from payment) as kept
      where not exists (select from person where id = kept.person_id)
        and not exists (select from closed_account closed where closed.person_id = kept.person_id)
      union all
      select format('person %s', person.id)
      from person join closed_account closed on closed.person_id = person.id`,
  },
]
