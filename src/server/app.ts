import type pg from 'pg'
import type { Captcha } from './adapters/captcha/captcha.ts'
import type { Dns } from './adapters/dns/dns.ts'
import type { IdentityProviders } from './adapters/identity/identity.ts'
import type { BounceAddresses } from './adapters/mail/bounce-address.ts'
import type { Mail } from './adapters/mail/mail.ts'
import type { Payments } from './adapters/payments/payments.ts'
import type { Videos } from './adapters/videos/videos.ts'
import type { Core } from './core.ts'
import type { CatalogueReader } from './db/catalogue-reader.ts'
import type { Db, Tx } from './db/connect.ts'
import type { Lane } from './db/lanes.ts'
import type { Readiness } from './db/read-readiness.ts'
import type { PrimaryWatch } from './db/watch-primary.ts'
import type { ReplicaWatch } from './db/watch-replicas.ts'
import type { FaultPoints } from './faults.ts'
import type { Metrics } from './open-metrics.ts'
import type { Legal } from './legal.ts'

/** What is assembled at the start: the core and the adapters. */
export interface App extends Core, AsyncDisposable {
  /** Connections to the primary itself, for streams and benchmarks; `direct` uses them. */
  readonly pool: pg.Pool
  /** The primary, for what has to keep one connection for longer: locks of a session. */
  readonly direct: Db
  /** One connection to the primary for what `/metrics` reads, so that no crowd hides it; a statement may take a second. */
  readonly metricsDb: Db
  /** One connection to the primary for checks at night; a statement may take two minutes. */
  readonly checksDb: Db
  /** What is counted while the app works. */
  readonly metrics: Metrics
  readonly lanes: Lanes
  /** Whether the primary answers, for calls that can do without it. */
  readonly primary: PrimaryWatch
  readonly readiness: Readiness
  /** How far the replicas are behind; the server starts the watch. */
  readonly replicas: ReplicaWatch & { readonly areUp: () => readonly boolean[] }
  /**
   * Runs a read of the catalogue on a replica, or on the primary when no replica is set, answers and is up to date. Nothing
   * about a person is read there: people must see their own changes.
   */
  readonly readCatalogue: CatalogueReader
  readonly mail: Mail
  /** Null without MAIL_BOUNCES. */
  readonly bounces: BounceAddresses | null
  readonly captcha: Captcha
  readonly payments: Payments
  /** What features store about a person: exported on request, erased with the account. */
  readonly personalData: readonly PersonalData[]
  readonly videos: Videos
  readonly dns: Dns
  readonly identity: IdentityProviders
  /** Whether demo channels are served; never beside a real payment provider. */
  readonly withDemo: boolean
  readonly legal: Legal
  /** The page with the emails of a local trial; null where emails are really sent or other machines have access. */
  readonly localInboxUrl: string | null
  /** The account of a demonstration that everybody may use; null elsewhere. */
  readonly demoBuyer: Credentials | null
  readonly faults: FaultPoints
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Who waits for whom: a crowd in one lane holds up no other. */
export interface Lanes {
  /** The primary, for money and everything that has no lane of its own; `db` runs in it. */
  readonly main: Lane
  /** The primary, for sessions and limits, which every call needs. */
  readonly sessions: Lane
  /** One for each replica, and one on the primary. */
  readonly search: readonly Lane[]
}

/** What one feature stores about a person, and what becomes of it. */
export interface PersonalData {
  /** Its key in the file that a person downloads. */
  readonly name: string
  /**
   * Everything linked to the person and nothing of others, in a form that JSON can hold. Secrets are excluded: hashes of
   * passwords, of tokens and codes.
   */
  read(db: Db | Tx, personId: number): Promise<unknown>
  /** Runs when the account is deleted, before the person's row: removes or unlinks what that row does not cascade to. */
  forget?(tx: Tx, personId: number): Promise<void>
  /** Runs when the accounting period is over: removes what was kept. The person's row is gone. */
  purge?(tx: Tx, personId: number): Promise<void>
}
