import { sql } from 'kysely'
import type { CommandInput, CommandKey, CommandOutput } from '#shared/api/commands.ts'
import { DAILY, DAYS_MAX, type Daily, type Standing } from '#shared/api/today.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { Operator } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import { moscowDate } from '#server/clock.ts'
import type { Core } from '#server/core.ts'
import type { Db } from '#server/db/connect.ts'
import { readChecks } from '#server/db/invariant-checks.sql.ts'
import { loginCodeJob } from '#server/features/accounts/log-in.ts'
import { countSignUps } from '#server/features/accounts/list-people.ts'
import { resetLinkJob } from '#server/features/accounts/reset-password.ts'
import { countRequests, openRequests } from '#server/features/creators/requests.sql.ts'
import { countReports } from '#server/features/evidence/open-reports.sql.ts'
import { countMoney, countWaiting } from '#server/features/payments/list-payments.ts'
import { countReveals } from '#server/features/reveals/list-reveals.ts'
import { countEntries, sumOwed } from '#server/features/uses/entries.sql.ts'
import { countJobs } from '#server/jobs/count-jobs.ts'
import { mailJob } from '#server/jobs/send-mail.ts'
import { readUsedQuota } from '#server/platforms/quota.ts'
import { PLATFORMS } from '#server/platforms/platforms.ts'
import { Refusal } from '#server/refusal.ts'

type Report = CommandOutput<'today show'>
type Figure = Pick<Report['daily'][number], 'unit' | 'list'>

const DAYS = 14

const listed = (unit: Figure['unit'], command: CommandKey, input: Figure['list']['input'] = {}): Figure => ({
  unit,
  list: { command, input },
})

const entries = (kind: Daily) => listed('uses', 'uses entries', { kind })

/** The list behind each figure; of a day's, with that day as `since` and `until`. */
const LISTS: Readonly<Record<Daily | Standing, Figure>> = {
  paid: listed('kopecks', 'payments list', { paid: true }),
  refunded: listed('kopecks', 'payments refunds', { state: 'succeeded' }),
  receipts_failed: listed('count', 'payments list', { unreceipted: true }),
  sold: entries('sold'),
  spent: entries('spent'),
  given: entries('given'),
  returned: entries('returned'),
  withdrawn: entries('withdrawn'),
  taken: entries('taken'),
  sign_ups: listed('count', 'users list'),
  reveals: listed('count', 'reveals list'),
  bounced: listed('count', 'reveals list', { bounced: true }),
  owed: listed('kopecks', 'uses owed'),
  owed_uses: listed('uses', 'uses owed'),
  uncredited: listed('count', 'payments list', { uncredited: true }),
  invoices: listed('count', 'invoices list'),
  reports: listed('count', 'reports list'),
  requests: listed('count', 'requests list'),
  requests_late: listed('count', 'requests list'),
  jobs_failed: listed('count', 'today jobs', { failed: true }),
  emails_waiting: listed('count', 'today jobs', { emails: true }),
  checks_broken: listed('count', 'today checks', { broken: true }),
}

/** @throws Refusal wrong_field: the days are in the wrong order, or too many */
export async function showToday(app: App, _by: Operator, asked: CommandInput<'today show'>): Promise<Report> {
  const { db, clock, config, databases } = app
  const now = clock.now()
  const { until = moscowDate(now) } = asked
  const { since = daysBefore(until, DAYS - 1) } = asked
  const days = daysOf(since, until)
  const period = { since, until }
  const counted = await Promise.all([
    countMoney(db, period),
    countEntries(db, period),
    countSignUps(db, period),
    countReveals(db, period),
  ])
  const values = new Map(counted.flat().map(({ day, metric, value }) => [`${metric} ${day}`, value]))
  const daily = DAILY.map((metric) => ({
    metric,
    ...LISTS[metric],
    values: days.map((day) => values.get(`${metric} ${day}`) ?? 0),
  }))
  const requests = await countRequests(db, moscowDate(now))
  const [first] = await openRequests(db, 1)
  const checks = await readChecks(db)
  const quotas = await Promise.all(
    PLATFORMS.map(async ({ name, quota }) => {
      const used = await readUsedQuota(db, { platform: name, day: quota.dayOf(now).day })
      return Object.entries(quota.limits(config)).map(([bucket, limit]) => {
        const { calls, isExhausted } = used.get(bucket) ?? { calls: 0, isExhausted: false }
        return { platform: name, quota: bucket, used: isExhausted ? Math.max(calls, limit) : calls, limit }
      })
    }),
  )
  const lags = databases.replicas.lags()
  return {
    days,
    daily,
    standing: await readStanding(db, now, {
      requests: requests.open,
      requests_late: requests.late,
      checks_broken: checks.filter(({ offences }) => offences > 0).length,
    }),
    nextDue: first?.dueOn ?? null,
    searches: await readSearches(app, now),
    quotas: quotas.flat(),
    servers: [
      { server: 'primary', isUp: !databases.primary.isAway(), lag: null },
      ...databases.replicas
        .areUp()
        .map((isUp, at) => ({ server: `replica ${at + 1}`, isUp, lag: lags[at] ?? null })),
    ],
    checkedAt: checks.map(({ checkedAt }) => checkedAt).toSorted((one, other) => +one - +other)[0] ?? null,
  }
}

async function readStanding(
  db: Db,
  now: Date,
  known: Pick<Record<Standing, number>, 'requests' | 'requests_late' | 'checks_broken'>,
): Promise<Report['standing']> {
  const [owed, payments, reports, jobs] = await Promise.all([
    sumOwed(db, now),
    countWaiting(db),
    countReports(db),
    countJobs(db),
  ])
  const sum = (isWanted: (job: (typeof jobs)[number]) => boolean) =>
    jobs.filter(isWanted).reduce((total, job) => total + job.jobs, 0)
  const values: Readonly<Record<Standing, number>> = {
    owed: owed.kopecks,
    owed_uses: owed.uses,
    uncredited: payments.uncredited,
    receipts_failed: payments.unreceipted,
    invoices: payments.invoices,
    reports,
    ...known,
    jobs_failed: sum(isFailed),
    emails_waiting: sum(isEmail),
  }
  return (Object.keys(values) as Standing[]).map((metric) => ({
    metric,
    ...LISTS[metric],
    value: values[metric],
  }))
}

type Job = Awaited<ReturnType<typeof countJobs>>[number]

const EMAIL_QUEUES: readonly string[] = [mailJob.name, resetLinkJob.name, loginCodeJob.name]

const isFailed = ({ state }: Job) => state === 'failed'
const isEmail = (job: Job) => EMAIL_QUEUES.includes(job.queue) && !isFailed(job)

/** The jobs that are not done, by queue and state. */
export async function listJobs(
  { db }: Core,
  _by: Operator,
  { failed, emails }: CommandInput<'today jobs'>,
): Promise<CommandOutput<'today jobs'>> {
  const rows = (await countJobs(db))
    .filter((job) => (!failed || isFailed(job)) && (!emails || isEmail(job)))
    .map(({ queue, state, jobs, late }) => ({
      queue,
      state,
      jobs,
      late: late === null ? null : Math.round(late),
    }))
  return {
    rows,
    next: null,
    total: { count: rows.length, jobs: rows.reduce((sum, { jobs }) => sum + jobs, 0) },
  }
}

/** What was last found of each invariant. */
export async function listChecks(
  { db }: Core,
  _by: Operator,
  { broken }: CommandInput<'today checks'>,
): Promise<CommandOutput<'today checks'>> {
  const rows = (await readChecks(db))
    .filter(({ offences }) => !broken || offences > 0)
    .map(({ name, offences, checkedAt }) => ({ invariant: name, offences, checkedAt }))
  return { rows, next: null, total: { count: rows.length } }
}

/** What this server's searches took, and how many contacts were opened meanwhile. */
async function readSearches(
  { db, metrics }: Pick<App, 'db' | 'metrics'>,
  now: Date,
): Promise<Report['searches']> {
  const since = new Date(now.getTime() - process.uptime() * 1_000)
  const { values } = await metrics.searchStages.get()
  const buckets = new Map<number, number>()
  for (const { labels, value, metricName = '' } of values)
    if (labels.stage === 'database' && metricName.endsWith('_bucket')) {
      const { le } = labels as { readonly le?: number | string }
      const edge = le === '+Inf' ? Infinity : Number(le)
      buckets.set(edge, (buckets.get(edge) ?? 0) + value)
    }
  const answered = buckets.get(Infinity) ?? 0
  const within = (share: number) => {
    const [edge = Infinity] = [...buckets].find(([, count]) => count >= answered * share) ?? []
    return answered === 0 || edge === Infinity ? null : edge
  }
  const { rows } = await sql<{ reveals: number }>`
    select count(*)::integer as reveals from reveal where created_at >= ${since}`.execute(db)
  return { since, answered, reveals: rows[0]!.reveals, half: within(0.5), p95: within(0.95) }
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}

/** All dates from one to another. */
function daysOf(since: string, until: string): string[] {
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS + 1
  if (days < 1 || days > DAYS_MAX)
    throw new Refusal('wrong_field', { extras: { field: 'since', problem: 'days' } })
  return Array.from({ length: days }, (_, at) => daysBefore(until, days - 1 - at))
}
