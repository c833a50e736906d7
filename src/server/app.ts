import type { Captcha } from './adapters/captcha/captcha.ts'
import type { Dns } from './adapters/dns/dns.ts'
import type { IdentityProviders } from './adapters/identity/identity.ts'
import type { BounceAddresses } from './adapters/mail/bounce-address.ts'
import type { Mail } from './adapters/mail/mail.ts'
import type { Payments } from './adapters/payments/payments.ts'
import type { Core } from './core.ts'
import type { Db, Tx } from './db/connect.ts'
import type { Databases } from './db/databases.ts'
import type { FaultPoints } from './faults.ts'
import type { Metrics } from './open-metrics.ts'
import type { Legal } from './legal.ts'

/** What is assembled at the start: the core and the adapters. */
export interface App extends Core, AsyncDisposable {
  readonly databases: Databases
  /** What is counted while the app works. */
  readonly metrics: Metrics
  readonly mail: Mail
  /** Null without MAIL_BOUNCES. */
  readonly bounces: BounceAddresses | null
  readonly captcha: Captcha
  readonly payments: Payments
  /** What features store about a person: exported on request, erased with the account. */
  readonly personalData: readonly PersonalData[]
  readonly dns: Dns
  readonly identity: IdentityProviders
  readonly legal: Legal
  /** The page with the emails of a local trial; null where emails are really sent or other machines have access. */
  readonly localInboxUrl: string | null
  readonly faults: FaultPoints
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
