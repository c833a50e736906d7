import { sql } from 'kysely'
import type { SubjectKind } from '#shared/api/audit.ts'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { type Invariant, missingTriggers } from '#server/db/invariant.ts'

/** An entry as the operator reads it. */
export type AuditEntry = CommandOutput<'audit list'>[number]

export interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

interface Wanted {
  /** Entries about any of them; null: about anything. */
  readonly subjects: readonly Subject[] | null
  readonly since: Date | null
  /** Entries before this one; null: from the newest. */
  readonly after: number | null
  readonly limit: number
}

/** Entries of the audit, newest first. */
export async function listEntries(
  db: Db | Tx,
  { subjects, since, after, limit }: Wanted,
): Promise<AuditEntry[]> {
  const kinds = subjects?.map(({ kind }) => kind) ?? []
  const ids = subjects?.map(({ id }) => id) ?? []
  const { rows } = await sql<AuditEntry>`
    select id, at, actor, operator_id as "operatorId", verb, subject_kind as kind, subject_id as subject, reason, before, after
    from audit_entry
    where (${subjects === null} or (subject_kind, subject_id) in (
        select kind, id from unnest(${kinds}::text[], ${ids}::text[]) wanted (kind, id)))
      and (${after}::bigint is null or audit_entry.id < ${after})
      and (${since}::timestamptz is null or at >= ${since})
    order by audit_entry.id desc limit ${limit}`.execute(db)
  return rows
}

/** What must always hold for the audit. */
export const auditInvariants: readonly Invariant[] = [
  {
    name: 'audit-append-only',
    sentence: 'The audit is guarded against change.',
    offences: missingTriggers({ audit_entry: ['audit_entry_fixed', 'audit_entry_not_truncated'] }),
  },
  {
    name: 'audit-without-addresses',
    sentence: 'No mail address stands in the audit.',
    // The signs of `noteChange`: what it leaves, such as (@handle), is no address.
    offences: sql`
      select format('entry %s', id) as offence from audit_entry
      where concat_ws(' ', actor, subject_id, reason, before, after) ~ '[^\\s@<>()\\[\\]{},;:"''«»“”]@[^\\s@<>()\\[\\]{},;:"''«»“”]'`,
  },
]
