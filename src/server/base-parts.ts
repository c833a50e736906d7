import { Counter, Gauge } from 'prom-client'
import type { App } from './app.ts'
import { auditInvariants } from './audit/audit.sql.ts'
import type { Lanes } from './db/databases.ts'
import { listAudit } from './audit/list-audit.ts'
import type { Lane } from './db/lanes.ts'
import type { Feature, Part } from './feature.ts'
import {
  beginMaintenance,
  clearAnnouncement,
  endMaintenance,
  setAnnouncement,
} from './notices/change-notices.ts'
import { listNotices } from './notices/notices.sql.ts'
import { quotaLeft, quotaLimit } from './platforms/count-quota.ts'
import { PLATFORMS } from './platforms/platforms.ts'
import { diskMetrics } from './measure-disk.ts'
import { invariantChecked, invariantOffences } from './jobs/check-invariants.ts'
import { countedJobs, latestJobs, oldestJobs } from './jobs/count-jobs.ts'
import { mailJob } from './jobs/send-mail.ts'

const JOB_METRICS: Part['metrics'] = [
  countedJobs,
  latestJobs,
  oldestJobs,
  ({ metrics }) => metrics.jobRuns,
  invariantOffences,
  invariantChecked,
]

/** The parts below the features that have tables, jobs or metrics of their own. */
export const baseParts: readonly Part[] = [
  {
    name: 'db',
    tables: ['installation', 'invariant_check', 'schema_code', 'schema_migration'],
    metrics: [
      countConnections,
      countRefused,
      countCancelled,
      measureLag,
      showUp,
      ({ metrics }) => metrics.catalogueReads,
      ({ metrics }) => metrics.replicaFailures,
    ],
  },
  {
    name: 'audit',
    tables: ['audit_entry'],
    invariants: auditInvariants,
    commands: { 'audit list': listAudit },
  } satisfies Feature<'audit'>,
  {
    name: 'notices',
    tables: ['notice'],
    commands: {
      'announcement show': ({ db }) => listNotices(db),
      'announcement set': setAnnouncement,
      'announcement clear': clearAnnouncement,
      'maintenance on': beginMaintenance,
      'maintenance off': endMaintenance,
    },
  } satisfies Feature<'notices'>,
  { name: 'jobs', jobs: [mailJob], metrics: JOB_METRICS },
  { name: 'limits', tables: ['rate_limit'] },
  { name: 'people', tables: ['used_nonce'] },
  { name: 'adapters/captcha', tables: ['solved_captcha'] },
  {
    name: 'platforms',
    tables: ['platform_quota'],
    metrics: [...PLATFORMS.map(quotaLeft), ...PLATFORMS.map(quotaLimit)],
  },
  { name: 'adapters', metrics: [({ metrics }) => metrics.outsideCalls] },
  { name: 'config', metrics: diskMetrics },
]

function countConnections({ databases: { lanes } }: App): Gauge {
  return new Gauge({
    name: 'database_connections',
    help: 'Connections by lane and state; waiting counts callers that wait for one',
    labelNames: ['lane', 'state'],
    registers: [],
    collect() {
      for (const lane of allLanes(lanes)) {
        const { busy, idle, waiting } = lane.state()
        for (const [state, number] of Object.entries({ busy, idle, waiting })) {
          this.set({ lane: lane.name, state }, number)
        }
      }
    },
  })
}

function countRefused({ databases: { lanes } }: App): Counter {
  return new Counter({
    name: 'database_refused_total',
    help: 'Callers refused because too many waited for the database',
    labelNames: ['lane'],
    registers: [],
    collect() {
      this.reset()
      for (const lane of allLanes(lanes)) this.inc({ lane: lane.name }, lane.state().refused)
    },
  })
}

function countCancelled({ databases: { lanes } }: App): Counter {
  return new Counter({
    name: 'search_cancelled_total',
    help: 'Searches whose statement was cancelled because the caller had gone',
    registers: [],
    collect() {
      this.reset()
      for (const lane of lanes.search) this.inc(lane.state().cancelled)
    },
  })
}

function allLanes({ main, sessions, search }: Lanes): readonly Lane[] {
  return [main, sessions, ...search]
}

function measureLag({ databases: { replicas } }: App): Gauge {
  return new Gauge({
    name: 'replica_lag_seconds',
    help: 'How far each replica is behind the primary',
    labelNames: ['replica'],
    registers: [],
    collect() {
      for (const [index, seconds] of replicas.lags().entries()) this.set({ replica: index + 1 }, seconds)
    },
  })
}

function showUp({ databases: { primary, replicas } }: App): Gauge {
  return new Gauge({
    name: 'database_up',
    help: 'Whether each database server answered when it was last asked, as this server sees it',
    labelNames: ['server'],
    registers: [],
    collect() {
      this.set({ server: 'primary' }, primary.isAway() ? 0 : 1)
      for (const [index, isUp] of replicas.areUp().entries())
        this.set({ server: `replica-${index + 1}` }, isUp ? 1 : 0)
    },
  })
}
