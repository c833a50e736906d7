import type {
  BodyOf,
  Contract,
  DataOf,
  EndpointKey,
  ExtrasOf,
  ParamsOf,
  QueryOf,
} from '#shared/api/contract.ts'
import type { Language } from '#shared/i18n/messages.ts'
import type { App } from './app.ts'
import type { Holdings, Caller } from './people/caller.ts'

/** What a route knows about the HTTP request besides its validated parts. */
export interface RequestFacts {
  /** The caller's network, which limits count by: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string
  /** The caller's IP address. */
  readonly address: string
  readonly userAgent: string
  readonly language: Language
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
  /** The logged-in person; never null where the contract requires a session. */
  readonly caller: Contract[K]['who'] extends 'user' | 'sponsor' ? Caller : Caller | null
  /** Read together with the session where the contract says `restored`. */
  readonly holdings: Contract[K] extends { readonly session: 'restored' } ? Holdings : null
  readonly request: RequestFacts
}

/** A route's answer: data and the declared extra fields. `dataJson` is data that is already JSON text. */
export type Answer<K extends EndpointKey> = ({ readonly data: DataOf<K> } | { readonly dataJson: string }) &
  ExtrasOf<K>

export type Route<K extends EndpointKey> = (context: RouteContext<K>) => Promise<Answer<K>>

/** A route for every endpoint; a missing one does not compile. */
export type Routes = { readonly [K in EndpointKey]: Route<K> }
