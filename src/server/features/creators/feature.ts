import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { settlePauses } from './change-terms.ts'
import { creatorsInvariants } from './creators-invariants.sql.ts'
import { creatorsRoutes } from './creators.routes.ts'
import { purgeCreatorLinks } from './creators.sql.ts'

/** The owners of addresses: told once that they are listed, they confirm, correct, pause, and say what they do not want. */
export const creators = {
  name: 'creators',
  routes: creatorsRoutes,
  tables: ['creator_notice', 'creator_link', 'creator_terms'],
  jobs: [
    {
      name: 'settle_creator_pauses',
      cron: '*/10 * * * *',
      options: SCHEDULED,
      run: settlePauses,
    },
    {
      name: 'purge_creator_links',
      cron: '27 * * * *',
      options: SCHEDULED,
      run: ({ db, clock }) => purgeCreatorLinks(db, clock.now()),
    },
  ],
  invariants: creatorsInvariants,
} as const satisfies Feature<'creators'>
