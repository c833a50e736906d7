import { type DestinationStream, type Logger, pino } from 'pino'
import type { EndpointKey } from '#shared/api/contract.ts'
import type { ErrorCode } from '#shared/api/errors.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import { keyedHash } from './config/secret.ts'
import { ConfigError } from './config/settings.ts'

/** What happened, and the words that may stand beside it: never any text that somebody typed. */
interface SecurityEvents {
  account_created: 'password' | 'identity'
  account_deleted: 'person' | 'operator'
  login: 'password' | 'code' | 'identity'
  login_failed: 'password' | 'code' | 'identity' | 'second_factor'
  /** A call that was refused by a limit or by its right; beside it the code of the error. */
  refused: ErrorCode
  code_sent: 'signIn' | 'change' | 'login'
  link_sent: 'reset' | 'delete'
  reset_asked: null
  reset_done: null
  password_changed: null
  username_changed: null
  second_factor: 'added' | 'removed' | 'recovery_used' | 'recovery_renewed'
  identity: 'linked' | 'cut'
  session_ended: 'own' | 'other' | 'all_others' | 'operator'
  exported: null
  payment_started: null
  payment_succeeded: null
  payment_refunded: null
}

export type SecurityEvent = keyof SecurityEvents

/** Whom an event is about, in the clear: only keyed hashes of these are written. */
interface About {
  readonly personId?: number
  /** Where no more than an address is known, and beside the person where both are. */
  readonly email?: string
  readonly network?: string
  /** The call that it came by. */
  readonly route?: EndpointKey
}

/** One line for each event that matters to the safety of accounts, apart from the lines about requests. */
export interface SecurityLog {
  /** Writes a line at once; never throws for what it is told. */
  record<E extends SecurityEvent>(
    event: E,
    about: About,
    ...what: SecurityEvents[E] extends null ? [] : [what: SecurityEvents[E]]
  ): void
  close(): void
}

interface SecurityLogOptions {
  readonly config: Pick<Config, 'securityLogFile'>
  readonly clock: Clock
  readonly secret: Buffer
  /** Where the lines go unless the setting names a file; silent when it is. */
  readonly log: Logger
  /** What a test reads instead. */
  readonly destination?: DestinationStream
}

/** @throws ConfigError when the file of SECURITY_LOG_FILE cannot be written */
export function openSecurityLog(options: SecurityLogOptions): SecurityLog {
  const { config, clock, secret, log } = options
  const file = config.securityLogFile === null ? null : openFile(config.securityLogFile)
  const destination = options.destination ?? file
  // Kept at info whatever LOG_LEVEL says: who looks for an attack needs the lines from before.
  const lines =
    destination === null
      ? log.child({ log: 'security' }, { level: log.level === 'silent' ? 'silent' : 'info' })
      : pino({ base: { log: 'security' } }, destination)
  return {
    record(event, { personId, email, network, route }, ...[what]) {
      lines.info({
        at: clock.now().toISOString(),
        event,
        ...(what == null ? {} : { what }),
        ...(route === undefined ? {} : { route }),
        ...(personId === undefined ? {} : { person: hashed(secret, 'person', String(personId)) }),
        ...(email === undefined ? {} : { address: hashed(secret, 'address', email) }),
        ...(network === undefined ? {} : { network: hashed(secret, 'network', network) }),
      })
    },
    close: () => file?.end(),
  }
}

/** What stands for a person in the lines, so that an operator who knows them finds theirs. */
export function securityNames(
  secret: Buffer,
  { id, email }: { readonly id: number; readonly email: string },
): { readonly person: string; readonly address: string } {
  return { person: hashed(secret, 'person', String(id)), address: hashed(secret, 'address', email) }
}

/** 96 bits: enough to tell everybody apart, and short enough to compare by eye. */
function hashed(secret: Buffer, kind: string, text: string): string {
  return keyedHash(secret, `security ${kind}`, text).subarray(0, 12).toString('base64url')
}

function openFile(path: string) {
  try {
    return pino.destination({ dest: path, append: true, mkdir: true, mode: 0o600, sync: true })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`SECURITY_LOG_FILE cannot be written: ${reason}`)
  }
}
