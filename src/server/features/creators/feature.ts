import { Gauge } from 'prom-client'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import type { Feature } from '#server/feature.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { settlePauses } from './change-terms.ts'
import { creatorsInvariants } from './creators-invariants.sql.ts'
import { creatorsRoutes } from './creators.routes.ts'
import { forgetLeftTerms, purgeCreatorLinks } from './creators.sql.ts'
import { forgetLeftPreferences } from './preferences.sql.ts'
import { countRequests, purgeRequests } from './requests.sql.ts'

/** The owners of addresses: told once that they are listed, they confirm, correct, pause, and say what they do not want. */
export const creators = {
  name: 'creators',
  routes: creatorsRoutes,
  tables: ['creator_notice', 'creator_link', 'creator_terms', 'creator_preference', 'creator_request'],
  commands: ['requests'],
  metrics: [countOpenRequests],
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
    {
      name: 'purge_creator_requests',
      cron: '37 3 * * *',
      options: SCHEDULED,
      run: async ({ db, clock }) => {
        await purgeRequests(db, clock.now())
        await forgetLeftTerms(db)
        await forgetLeftPreferences(db)
      },
    },
  ],
  invariants: creatorsInvariants,
} as const satisfies Feature<'creators'>

function countOpenRequests({ db, clock }: Pick<App, 'db' | 'clock'>): Gauge {
  return new Gauge({
    name: 'creator_requests_open',
    help: 'Requests of creators without an answer, and those of them whose last day is over',
    labelNames: ['state'],
    registers: [],
    async collect() {
      const { open, late } = await countRequests(db, moscowDate(clock.now()))
      this.set({ state: 'open' }, open)
      this.set({ state: 'late' }, late)
    },
  })
}
