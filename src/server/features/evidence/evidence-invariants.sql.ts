import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'

export const evidenceInvariants: readonly Invariant[] = [
  {
    name: 'contact-check-dated',
    sentence:
      'A contact has a date of its result exactly if it was checked, and a date since when it is invalid exactly if it is.',
    offences: sql`
      select format('contact %s', id) as offence from contact
      where (verification = 'unverified') <> (verified_at is null)
        or (verification = 'invalid') <> (bad_since is not null) or bad_since > verified_at`,
  },
]
