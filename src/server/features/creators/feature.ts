import { moscowDate } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'
import type { Feature } from '#server/feature.ts'
import { gaugeOfDatabase } from '#server/database-metrics.ts'
import { SCHEDULED } from '#server/jobs/job.ts'
import { addRequest, answerRequest, listRequests, showRequest } from './ask-operator.ts'
import { endPauses } from './change-terms.ts'
import { creatorsInvariants } from './creators-invariants.sql.ts'
import { creatorsRoutes } from './creators.routes.ts'
import { purgeCreatorLinks } from './creators.sql.ts'
import { deleteUnusedPreferences } from './preferences.sql.ts'
import { countRequests, purgeRequests } from './requests.sql.ts'

const requestsOpen = gaugeOfDatabase({
  name: 'creator_requests_open',
  help: 'Requests of creators without an answer, and those of them whose last day is over',
  labelNames: ['state'],
  read: (db: Db, now: Date) => countRequests(db, moscowDate(now)),
  values: ({ open, late }) => [
    [{ state: 'open' }, open],
    [{ state: 'late' }, late],
  ],
})

/** The owners of addresses: notified once that they are listed, they confirm, correct, pause, and say what they do not want. */
export const creators = {
  name: 'creators',
  routes: creatorsRoutes,
  tables: ['creator_notice', 'creator_link', 'creator_preference', 'creator_request'],
  metrics: [requestsOpen],
  jobs: [
    {
      name: 'end_creator_pauses',
      cron: '*/10 * * * *',
      options: SCHEDULED,
      run: endPauses,
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
        await deleteUnusedPreferences(db)
      },
    },
  ],
  invariants: creatorsInvariants,
  commands: {
    'requests list': listRequests,
    'requests show': showRequest,
    'requests add': addRequest,
    'requests answer': answerRequest,
  },
} as const satisfies Feature<'creators'>
