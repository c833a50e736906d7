import type { z } from 'zod'
import { accountsEndpoints } from './accounts.ts'
import { cardsEndpoints } from './cards.ts'
import { channelsEndpoints } from './channels.ts'
import { creatorsEndpoints } from './creators.ts'
import type { Endpoint } from './endpoint.ts'
import { commandEndpoints } from './command-endpoints.ts'
import { consoleEndpoints } from './console.ts'
import { importEndpoints } from './import.ts'
import { paymentsEndpoints } from './payments.ts'
import { evidenceEndpoints } from './evidence.ts'
import { feedbackEndpoints } from './feedback.ts'
import { objectionsEndpoints } from './objections.ts'
import { profileEndpoints } from './profile.ts'
import { recommendationsEndpoints } from './recommendations.ts'
import { revealsEndpoints } from './reveals.ts'
import { savedSearchesEndpoints } from './saved-searches.ts'
import { searchEndpoints } from './search.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { seedsEndpoints } from './seeds.ts'
import { sessionsEndpoints } from './sessions.ts'
import { usesEndpoints } from './uses.ts'
import { statisticsEndpoints } from './statistics.ts'
import { teamsEndpoints } from './teams.ts'
import { templatesEndpoints } from './templates.ts'
import { topicsEndpoints } from './topics.ts'

/** The endpoints of each feature; their routes are in the server's folder of the same name. */
export const contractByFeature = {
  accounts: accountsEndpoints,
  sessions: sessionsEndpoints,
  'second-factor': secondFactorEndpoints,
  profile: profileEndpoints,
  search: searchEndpoints,
  topics: topicsEndpoints,
  channels: channelsEndpoints,
  recommendations: recommendationsEndpoints,
  seeds: seedsEndpoints,
  creators: creatorsEndpoints,
  objections: objectionsEndpoints,
  payments: paymentsEndpoints,
  reveals: revealsEndpoints,
  cards: cardsEndpoints,
  evidence: evidenceEndpoints,
  feedback: feedbackEndpoints,
  uses: usesEndpoints,
  statistics: statisticsEndpoints,
  teams: teamsEndpoints,
  'saved-searches': savedSearchesEndpoints,
  templates: templatesEndpoints,
  import: importEndpoints,
  console: consoleEndpoints,
  /** Derived from the operators' commands. */
  commands: commandEndpoints,
}

/** The intersection of a union's members. */
type Joined<T> = (T extends unknown ? (all: T) => void : never) extends (all: infer All) => void ? All : never

export type Contract = Joined<(typeof contractByFeature)[keyof typeof contractByFeature]>

/** All endpoints of the API. Routes, web calls, validation, OpenAPI and the contract test are derived from it. */
export const contract = Object.assign({}, ...Object.values(contractByFeature)) as Contract

export type EndpointKey = keyof Contract

type Output<T> = T extends z.ZodType ? z.output<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined
type Part<K extends EndpointKey, P extends keyof Endpoint> =
  Contract[K] extends Record<P, infer T> ? T : undefined

/** What a route receives, after validation. */
export type ParamsOf<K extends EndpointKey> = Output<Part<K, 'params'>>
export type QueryOf<K extends EndpointKey> = Output<Part<K, 'query'>>
export type BodyOf<K extends EndpointKey> = Output<Part<K, 'body'>>

/** What a caller sends. */
export type ParamsGiven<K extends EndpointKey> = Input<Part<K, 'params'>>
export type QueryGiven<K extends EndpointKey> = Input<Part<K, 'query'>>
export type BodyGiven<K extends EndpointKey> = Input<Part<K, 'body'>>

export type DataOf<K extends EndpointKey> = z.output<Contract[K]['data']>
export type ExtrasOf<K extends EndpointKey> =
  Part<K, 'extras'> extends z.ZodType ? z.output<Part<K, 'extras'>> : object
