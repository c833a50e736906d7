import type { contractByFeature } from '#shared/api/contract.ts'
import { core } from './core.ts'
import type { Part } from './feature.ts'
import { accounts } from './features/accounts/feature.ts'
import { catalogue } from './features/catalogue/feature.ts'
import { feedback } from './features/feedback/feature.ts'
import { importing } from './features/import/feature.ts'
import { objections } from './features/objections/feature.ts'
import { payments } from './features/payments/feature.ts'
import { profile } from './features/profile/feature.ts'
import { refresh } from './features/refresh/feature.ts'
import { reveals } from './features/reveals/feature.ts'
import { search } from './features/search/feature.ts'
import { statistics } from './features/statistics/feature.ts'
import { uses } from './features/uses/feature.ts'
import type { Routes } from './route.ts'

/** All features. Each may import only those before it. */
export const features = [
  uses,
  catalogue,
  search,
  objections,
  importing,
  refresh,
  reveals,
  accounts,
  profile,
  payments,
  statistics,
  feedback,
] as const

type FeatureName = (typeof features)[number]['name']
type WithoutFeature = Exclude<keyof typeof contractByFeature, FeatureName>

const parts: readonly Part[] = [...core, ...features]

/** The routes of all endpoints. Does not compile when the contract names a feature that is missing from the list. */
export const routes: [WithoutFeature] extends [never] ? Routes : WithoutFeature = Object.assign(
  {},
  ...parts.map((part) => part.routes),
)

export const jobs = parts.flatMap((part) => part.jobs ?? [])

/** Everything that `verify` checks in a database. */
export const invariants = parts.flatMap((part) => part.invariants ?? [])

export const metrics = parts.flatMap((part) => part.metrics ?? [])

/** The first sections of a person's data export, in order; those of other features follow. */
const FIRST_SECTIONS = [
  'account',
  'sessions',
  'signInAccounts',
  'knownBrowsers',
  'secondFactor',
  'uses',
  'purchases',
  'payments',
  'feedback',
  'followedVideos',
]

/** Everything that is stored about a person, in the order of the data export. */
export const personalData = parts
  .flatMap((part) => part.personalData ?? [])
  .toSorted((a, b) => placeOf(a.name) - placeOf(b.name))

function placeOf(section: string): number {
  const place = FIRST_SECTIONS.indexOf(section)
  return place === -1 ? FIRST_SECTIONS.length : place
}

/** The operator commands of features. */
export type FeatureCommand = Extract<
  (typeof features)[number],
  { readonly commands: readonly string[] }
>['commands'][number]

/** The only folder under `src/server` that writes each table. */
export const writerOf: ReadonlyMap<string, string> = findWriters()

function findWriters(): Map<string, string> {
  const writers = new Map<string, string>()
  const owned = [
    ...core.flatMap(({ name, tables = [] }: Part) => tables.map((table) => [table, name] as const)),
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
