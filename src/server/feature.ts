import type { Metric } from 'prom-client'
import type { contractByFeature, EndpointKey } from '#shared/api/contract.ts'
import type { App, PersonalData } from './app.ts'
import type { Invariant } from './db/invariant.ts'
import type { DB } from './db/tables.ts'
import type { Job } from './jobs/job.ts'
import type { Route, Routes } from './route.ts'

type Table = keyof DB

/** What a part of the server contributes; each lists only what it has. */
export interface Part {
  /** Its folder: under `features` for a feature, otherwise under `src/server`. */
  readonly name: string
  readonly routes?: Partial<Routes>
  /** The tables that it owns. Every part may read them; only the owner writes them. */
  readonly tables?: readonly Table[]
  readonly jobs?: readonly Job<App, never>[]
  /** What `verify` checks of its tables. */
  readonly invariants?: readonly Invariant[]
  /** What it stores about a person. */
  readonly personalData?: readonly PersonalData[]
  readonly metrics?: readonly ((app: App) => Metric)[]
  /** The names of its operator commands, which are registered in `src/cli/commands.ts`. */
  readonly commands?: readonly string[]
}

/** A feature has a route for every endpoint of its contract, and no others. */
export type Feature<Name extends string> = Part & {
  readonly name: Name
} & (Name extends keyof typeof contractByFeature
    ? { readonly routes: RoutesOf<Name> }
    : { readonly routes?: never })

type RoutesOf<Name extends keyof typeof contractByFeature> = {
  readonly [K in keyof (typeof contractByFeature)[Name] & EndpointKey]: Route<K>
}
