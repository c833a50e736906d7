import { sql } from 'kysely'
import type { SubjectKind } from '#shared/api/audit.ts'
import type { CommandKey } from '#shared/api/commands.ts'
import { SOURCE_KINDS } from '#shared/rules/evidence.ts'
import type { Operator } from '#server/actor/actor.ts'
import type { Core } from '#server/core.ts'
import { keyedHash } from '#server/config/secret.ts'
import type { Tx } from '#server/db/connect.ts'
import { addressName } from '#server/security-log.ts'

/** Numbers, states, dates. Names and texts of people only as `textName`, addresses as `addressName`. */
type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/** The command that does the same; two that `contacts sources` does have names of their own. */
type Verb = CommandKey | 'contacts switch-off' | 'contacts switch-on'

interface Change {
  readonly verb: Verb
  readonly kind: SubjectKind
  readonly id: string | number
  readonly before?: Facts
  readonly after?: Facts
}

/** Writes an entry of the audit in the transaction that makes the change, so that neither is there without the other. */
export async function noteChange(
  tx: Tx,
  { clock, secret }: Core,
  by: Operator,
  { verb, kind, id, before, after }: Change,
): Promise<void> {
  const json = (facts: Facts | undefined) =>
    facts === undefined ? null : sql`${JSON.stringify(facts)}::jsonb`
  await sql`
    insert into audit_entry (at, actor, operator_id, verb, subject_kind, subject_id, reason, before, after)
    values (${clock.now()}, ${withoutAddresses(secret, by.name)}, ${by.personId ?? null}, ${verb}, ${kind}, ${String(id)},
      ${by.reason === null ? null : withoutAddresses(secret, by.reason)}, ${json(before)}, ${json(after)})`.execute(
    tx,
  )
}

const ADDRESS = /[^\s@<>()[\]{},;:"'«»“”]+@[^\s@<>()[\]{},;:"'«»“”]*[^\s@<>()[\]{},;:"'«»“”.!?]/gu

/** What an operator types may hold addresses; the audit names them as the lines of security events do. */
export function withoutAddresses(secret: Buffer, text: string): string {
  return text.replace(ADDRESS, (address) => `address ${addressName(secret, address.toLowerCase())}`)
}

/** What stands for a name in the audit: it shows whether two are the same, and cannot be reversed. */
export function textName(secret: Buffer, text: string): string
export function textName(secret: Buffer, text: string | null): string | null
export function textName(secret: Buffer, text: string | null): string | null {
  return text === null ? null : keyedHash(secret, 'audit text', text).subarray(0, 12).toString('base64url')
}

/** What the audit calls a source: a known kind by its word, anything else, such as a person's own site, by a keyed hash. */
export function sourceName({ secret }: Pick<Core, 'secret'>, source: string): string {
  return SOURCE_KINDS.some((kind) => kind === source) ? source : textName(secret, source)
}
