import { countConnections } from './db/count-connections.ts'
import type { Part } from './feature.ts'
import { countJobs } from './jobs/count-jobs.ts'
import { mailJob } from './jobs/send-mail.ts'

/** The parts below the features that have tables, jobs or metrics of their own. */
export const core: readonly Part[] = [
  { name: 'db', tables: ['installation', 'schema_code', 'schema_migration'], metrics: [countConnections] },
  { name: 'jobs', jobs: [mailJob], metrics: [countJobs] },
  { name: 'limits', tables: ['rate_limit'] },
  { name: 'adapters/captcha', tables: ['solved_captcha'] },
  { name: 'adapters/videos', tables: ['platform_quota'] },
]
