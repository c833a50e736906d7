import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/connect.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits/rate-limiter.ts'
import type { KeyedMutex } from './people/keyed-mutex.ts'
import type { OpenPlatform } from './platforms/platform.ts'
import type { Random } from './random.ts'
import type { SecurityLog } from './security-log.ts'

/** What every verb gets. A verb that talks to an outside service names its adapter too: `Core & Pick<App, 'mail'>`. */
export interface Core {
  readonly config: Config
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Events that concern the security of accounts. Contains no names, addresses or tokens. */
  readonly security: SecurityLog
  /** The key of signatures and keyed hashes. */
  readonly secret: Buffer
  /** The primary, for money and everything that has no lane of its own. Only a transaction is sure of one connection. */
  readonly db: Db
  readonly jobs: Jobs
  readonly limits: Limits
  /** The video platforms; ids of the first are bare in the API. */
  readonly platforms: readonly OpenPlatform[]
  /** Queues work with the same key in this process, so that it does not wait on database connections. */
  readonly runExclusive: KeyedMutex<string>
  /** Set where no real money is taken; demo channels are served only there. */
  readonly demo: Demo | null
}

export interface Demo {
  /** The account of a demonstration that everybody may use; null elsewhere. */
  readonly buyer: Credentials | null
}

export interface Credentials {
  readonly email: string
  readonly password: string
}
