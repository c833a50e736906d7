import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { objectionsRoutes } from './objections.routes.ts'
import { purgeOptoutLinks } from './optout.sql.ts'
import { suppressForOwner, suppressJob } from './suppress-address.ts'

/** Objections of creators: a mailed link withholds their address, now and from every later import. */
export const objections = {
  name: 'objections',
  routes: objectionsRoutes,
  tables: ['suppression', 'optout_link'],
  jobs: [
    suppressJob,
    {
      name: 'purge_optout_links',
      cron: '17 * * * *',
      options: SCHEDULED,
      run: ({ db, clock }) => purgeOptoutLinks(db, clock.now()),
    },
  ],
  commands: { 'contacts suppress': suppressForOwner },
} as const satisfies Feature<'objections'>
