import type { Core } from '#server/core.ts'
import { type AuditEntry, listEntries } from '#server/audit/audit.sql.ts'
import type { Operator } from '#server/actor/actor.ts'

/** Who calls the operator's verbs in tests. */
export const OPERATOR: Operator = { kind: 'operator', name: 'Olga', reason: 'a test' }

/** All entries of the audit, newest first. */
export function auditOf({ db }: Core): Promise<readonly AuditEntry[]> {
  return listEntries(db, { subjects: null, since: null, after: null, limit: 1_000 })
}
