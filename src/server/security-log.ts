import { type DestinationStream, type Logger, pino } from 'pino'
import type { EndpointKey } from '#shared/api/contract.ts'
import type { ErrorCode } from '#shared/api/errors.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import { keyedHash } from '#server/config/secret.ts'
import { ConfigError } from './config/settings.ts'

/** Events with the words that may accompany them. Never contains text that somebody typed. */
interface SecurityEvents {
  account_created: 'password' | 'identity'
  account_deleted: 'person' | 'operator'
  account_blocked: null
  account_unblocked: null
  login: 'password' | 'code' | 'identity'
  login_failed: 'password' | 'code' | 'identity' | 'second_factor'
  /** A call refused because of a limit or a missing right, with the error's code. */
  refused: ErrorCode
  code_sent: 'signIn' | 'change' | 'login'
  link_sent: 'reset' | 'delete' | 'team'
  reset_asked: null
  reset_done: null
  password_changed: null
  username_changed: null
  second_factor: 'added' | 'removed' | 'recovery_used' | 'recovery_renewed'
  identity: 'linked' | 'cut'
  session_ended: 'own' | 'other' | 'all_others' | 'operator' | 'mailed_link'
  exported: null
  /** Somebody made a team, came to one, was given another role or budget, went; or it got another owner, or ended. */
  team: 'made' | 'invited' | 'joined' | 'changed' | 'left' | 'removed' | 'handed_over' | 'deleted'
  payment_started: null
  payment_succeeded: null
  payment_refunded: null
}

export type SecurityEvent = keyof SecurityEvents

/** Whom an event concerns, in plain text; only keyed hashes of it are written. */
interface About {
  readonly personId?: number
  /** Set when only the address is known, or beside the person when both are. */
  readonly email?: string
  readonly network?: string
  /** The endpoint that was called. */
  readonly route?: EndpointKey
}

/** One line for each event that concerns the security of accounts, separate from the lines about requests. */
export interface SecurityLog {
  /** Writes a line at once; no event makes it throw. */
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
  /** Receives the lines unless the setting names a file. A silent log drops them. */
  readonly log: Logger
  /** Receives the lines in tests. */
  readonly destination?: DestinationStream
}

/** @throws ConfigError when the file of SECURITY_LOG_FILE cannot be written */
export function openSecurityLog(options: SecurityLogOptions): SecurityLog {
  const { config, clock, secret, log } = options
  const file = config.securityLogFile === null ? null : openFile(config.securityLogFile)
  const destination = options.destination ?? file
  // Stays at info whatever LOG_LEVEL says: an investigation of an attack needs the earlier lines.
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

/** What stands for a person in the lines, so that an operator who knows the person can find them. */
export function securityNames(
  secret: Buffer,
  { id, email }: { readonly id: number; readonly email: string },
): { readonly person: string; readonly address: string } {
  return { person: hashed(secret, 'person', String(id)), address: hashed(secret, 'address', email) }
}

/** The same for an address alone. */
export function addressName(secret: Buffer, address: string): string {
  return hashed(secret, 'address', address)
}

/** 96 bits: enough to distinguish everybody, and short enough to compare by eye. */
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
