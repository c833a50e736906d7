import { sql } from 'kysely'
import type { CommandOutput } from '#shared/api/commands.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Language } from '#shared/i18n/messages.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'

// What the operator sees of reports.

export interface OpenReport {
  readonly id: number
  readonly holderId: number
  readonly revealId: number
  readonly contactId: number
  readonly state: string
  readonly kind: string
  readonly reason: string
  readonly code: string | null
  readonly evidence: string | null
  readonly reportedAt: Date
  readonly boughtAt: Date
  readonly channelId: number | null
  readonly channelName: string
  /** Of the person who reported it; null: erased. */
  readonly email: string | null
  readonly language: Language
  /** Of the same contact, by others; and what came back to this holder by reports in the days before. */
  readonly others: number
  readonly returns: number
}

const REPORTS = sql`
  select report.id, report.holder_id as "holderId", report.reveal_id as "revealId",
    report.contact_id as "contactId", report.state, report.kind, report.reason,
    report.code, report.evidence, report.reported_at as "reportedAt",
    reveal.created_at as "boughtAt", reveal.channel_id as "channelId", coalesce(channel.name, '') as "channelName",
    person.email, coalesce(person.language, 'en') as language,
    (select count(*)::integer from bad_contact_report other
      where other.contact_id = report.contact_id and other.holder_id <> report.holder_id) as others,
    (select count(*)::integer from uses_lot returned
      where returned.holder_id = report.holder_id and returned.cause = 'report'
        and returned.created_at > report.reported_at - make_interval(days => ${WARRANTY_DAYS})) as returns
  from bad_contact_report report
  join reveal on reveal.holder_id = report.holder_id and reveal.id = report.reveal_id
  left join channel on channel.id = reveal.channel_id
  left join person on person.id = told_person(report.holder_id, report.actor_id)`

/** Reports of holders with an account that wait for the operator, the oldest first. Those that wait for a second one come, too. */
export async function openReports(db: Db, limit: number): Promise<OpenReport[]> {
  const { rows } = await sql<OpenReport>`${REPORTS} where report.state = 'review'
      and exists (select from holder where id = report.holder_id)
      order by report.id limit ${limit}`.execute(db)
  return rows
}

/** How many there are. */
export async function countReports(db: Db): Promise<number> {
  const { rows } = await sql<{ reports: number }>`
    select count(*)::integer as reports from bad_contact_report report
    where state = 'review' and exists (select from holder where id = report.holder_id)`.execute(db)
  return rows[0]!.reports
}

export async function findReport(db: Db | Tx, id: number): Promise<OpenReport | undefined> {
  const { rows } = await sql<OpenReport>`${REPORTS} where report.id = ${id}`.execute(db)
  return rows[0]
}

type Contact = CommandOutput<'reports show'>['contact']

/** What is known of a contact that is reported; null when it is deleted or its owner has objected. */
export async function reportedContact(db: Db, contactId: number): Promise<Contact> {
  const { rows } = await sql<NonNullable<Contact>>`
    select address, contact_source(source_kind, source_url) as source, verification, verified_at as "verifiedAt",
      bounced_at as "bouncedAt"
    from known_contact where id = ${contactId} and suppressed_at is null`.execute(db)
  return rows[0] ?? null
}
