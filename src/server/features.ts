import type { commandsByFeature } from '#shared/api/commands.ts'
import type { contractByFeature } from '#shared/api/contract.ts'
import { baseParts } from './base-parts.ts'
import type { Part, Routes, Verbs } from './feature.ts'
import { checkingJob } from './jobs/check-invariants.ts'
import { accounts } from './features/accounts/feature.ts'
import { cards } from './features/cards/feature.ts'
import { catalogue } from './features/catalogue/feature.ts'
import { channels } from './features/channels/feature.ts'
import { consoleFeature } from './features/console/feature.ts'
import { creators } from './features/creators/feature.ts'
import { evidence } from './features/evidence/feature.ts'
import { feedback } from './features/feedback/feature.ts'
import { importing } from './features/import/feature.ts'
import { objections } from './features/objections/feature.ts'
import { payments } from './features/payments/feature.ts'
import { profile } from './features/profile/feature.ts'
import { recommendations } from './features/recommendations/feature.ts'
import { refresh } from './features/refresh/feature.ts'
import { reveals } from './features/reveals/feature.ts'
import { savedSearches } from './features/saved-searches/feature.ts'
import { search } from './features/search/feature.ts'
import { secondFactor } from './features/second-factor/feature.ts'
import { seeds } from './features/seeds/feature.ts'
import { sessions } from './features/sessions/feature.ts'
import { statistics } from './features/statistics/feature.ts'
import { teams } from './features/teams/feature.ts'
import { today } from './features/today/feature.ts'
import { topics } from './features/topics/feature.ts'
import { templates } from './features/templates/feature.ts'
import { uses } from './features/uses/feature.ts'

/** All features. Each may import only those before it. */
export const features = [
  uses,
  catalogue,
  creators,
  search,
  topics,
  importing,
  refresh,
  reveals,
  cards,
  evidence,
  objections,
  channels,
  recommendations,
  seeds,
  sessions,
  secondFactor,
  accounts,
  profile,
  payments,
  statistics,
  feedback,
  teams,
  savedSearches,
  templates,
  today,
  consoleFeature,
] as const

type FeatureName = (typeof features)[number]['name']
type WithoutFeature = Exclude<keyof typeof contractByFeature, FeatureName | 'commands'>

const parts: readonly Part[] = [...baseParts, ...features]

/** The routes of all endpoints but those of commands. Does not compile when the contract names a feature that is missing from the list. */
export const routes: [WithoutFeature] extends [never] ? Routes : WithoutFeature = Object.assign(
  {},
  ...parts.map((part) => part.routes),
)

/** Everything that `verify` checks in a database. */
export const invariants = parts.flatMap((part) => part.invariants ?? [])

export const jobs = [...parts.flatMap((part) => part.jobs ?? []), checkingJob(invariants)]

export const metrics = parts.flatMap((part) => part.metrics ?? [])

/** Everything that is stored about a person. */
export const personalData = parts.flatMap((part) => part.personalData ?? [])

type WithoutCommands = Exclude<keyof typeof commandsByFeature, FeatureName | 'audit' | 'notices'>

/** The verbs of all operators' commands. Does not compile when the contract names a feature that is missing from the list. */
export const verbs: [WithoutCommands] extends [never] ? Verbs : WithoutCommands = Object.assign(
  {},
  ...parts.map((part) => part.commands),
)

/** The only folder under `src/server` that writes each table. */
export const writerOf: ReadonlyMap<string, string> = findWriters()

function findWriters(): Map<string, string> {
  const writers = new Map<string, string>()
  const owned = [
    ...baseParts.flatMap(({ name, tables = [] }: Part) => tables.map((table) => [table, name] as const)),
    ...features.flatMap(({ name, tables = [] }: Part) =>
      tables.map((table) => [table, `features/${name}`] as const),
    ),
  ]
  for (const [table, place] of owned) {
    if (writers.has(table)) throw new Error(`two parts own the table ${table}`)
    writers.set(table, place)
  }
  return writers
}
