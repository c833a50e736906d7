import type { ReadableStream } from 'node:stream/web'
import type { Metric } from 'prom-client'
import type {
  contractByFeature,
  EndpointKey,
  BodyOf,
  Contract,
  DataOf,
  ExtrasOf,
  ParamsOf,
  QueryOf,
} from '#shared/api/contract.ts'
import type { CommandInput, CommandKey, CommandOutput, commandsByFeature } from '#shared/api/commands.ts'
import type { Endpoint } from '#shared/api/endpoint.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { App, PersonalData } from './app.ts'
import type { Operator } from '#server/actor/actor.ts'
import type { Invariant } from './db/invariant.ts'
import type { DB } from './db/tables.ts'
import type { AnyJob } from './jobs/job.ts'
import type { Json } from './json.ts'
import type { Actor, Creator, Holdings, Person, SessionOperator } from './actor/actor.ts'

type Table = keyof DB

/** What a part of the server contributes; each lists only what it has. */
export interface Part {
  /** Its folder: under `features` for a feature, otherwise under `src/server`. */
  readonly name: string
  readonly routes?: Partial<Routes>
  /** The tables that it owns. Every part may read them; only the owner writes them. */
  readonly tables?: readonly Table[]
  readonly jobs?: readonly AnyJob<App>[]
  /** What `verify` checks of its tables. */
  readonly invariants?: readonly Invariant[]
  /** What it stores about a person. */
  readonly personalData?: readonly PersonalData[]
  readonly metrics?: readonly ((app: App) => Metric)[]
  /** The verbs of its operators' commands. */
  readonly commands?: Partial<Verbs>
}

/** A feature has a route for every endpoint of its contract, a verb for every command, and no others. */
export type Feature<Name extends string> = Part & {
  readonly name: Name
} & (Name extends keyof typeof contractByFeature
    ? { readonly routes: RoutesOf<Name> }
    : { readonly routes?: never }) &
  (Name extends keyof typeof commandsByFeature
    ? { readonly commands: VerbsOf<Name> }
    : { readonly commands?: never })

/** What an operator's command does. */
type Verb<K extends CommandKey> = (
  app: App,
  by: Operator,
  input: CommandInput<K>,
) => Promise<CommandOutput<K>>

/** A verb for every command; a missing one does not compile. */
export type Verbs = { readonly [K in CommandKey]: Verb<K> }

export type VerbsOf<Name extends keyof typeof commandsByFeature> = {
  readonly [K in keyof (typeof commandsByFeature)[Name] & CommandKey]: Verb<K>
} & { readonly [K in Exclude<CommandKey, keyof (typeof commandsByFeature)[Name]>]?: never }

type RoutesOf<Name extends keyof typeof contractByFeature> = {
  readonly [K in keyof (typeof contractByFeature)[Name] & EndpointKey]: Route<K>
} & { readonly [K in Exclude<EndpointKey, keyof (typeof contractByFeature)[Name]>]?: never }

/** What a route knows about the HTTP request besides its validated parts. */
export interface RequestFacts {
  /** The caller's network, which limits count by: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string
  /** The caller's IP address. */
  readonly address: string
  readonly userAgent: string
  readonly language: Language
  /** Aborts when the caller has gone before the answer. */
  readonly signal: AbortSignal
  /** The value of the cookie that recognises the browser which requested a code, or null. */
  readonly browserToken: string | null
  /** Sets the session cookie; null clears it. */
  setSession(token: string | null): void
  /** Sets the cookie that recognises this browser. */
  setBrowserToken(token: string): void
}

export interface RouteContext<K extends EndpointKey> {
  readonly app: App
  readonly params: ParamsOf<K>
  readonly query: QueryOf<K>
  readonly body: BodyOf<K>
  readonly actor: ActorOf<Contract[K]['who']>
  /** Read together with the session where the contract says `restored`. */
  readonly holdings: Contract[K] extends { readonly session: 'restored' } ? Holdings : null
  readonly request: RequestFacts
}

/** Who acts, by whom the contract admits. */
type ActorOf<W extends Endpoint['who']> = W extends 'user' | 'sponsor'
  ? Person
  : W extends 'creator'
    ? Creator
    : W extends 'operator'
      ? SessionOperator
      : Actor

/** A file as an answer, sent while it is being written. */
export interface AnsweredFile {
  readonly name: string
  /** Its media type. */
  readonly type: string
  readonly body: ReadableStream<Uint8Array>
}

/**
 * A route's answer: data, which may be JSON text already, and the declared extra fields; where the contract's data is a file,
 * the answer is one.
 */
type Answer<K extends EndpointKey> =
  DataOf<K> extends File
    ? { readonly file: AnsweredFile }
    : { readonly data: DataOf<K> | Json<DataOf<K>> } & ExtrasOf<K>

type Route<K extends EndpointKey> = (context: RouteContext<K>) => Promise<Answer<K>>

/** A route for every endpoint; a missing one does not compile. */
export type Routes = { readonly [K in EndpointKey]: Route<K> }
