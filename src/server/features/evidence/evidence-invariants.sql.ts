import { sql } from 'kysely'
import type { Invariant } from '#server/db/invariant.ts'

/** What must always hold for checks and reports of contacts, and for the uses that come back. */
export const evidenceInvariants: readonly Invariant[] = [
  {
    name: 'returned-by-report',
    sentence: 'A use came back by a report exactly where one report of the reveal says so.',
    offences: sql`
      select format('reveal %s of holder %s', coalesce(report.reveal_id, back.reveal_id),
        coalesce(report.holder_id, back.holder_id)) as offence
      from (
        select holder_id, reveal_id, count(*) as reports from bad_contact_report
        where state = 'credited' and reason <> 'returned'
        group by holder_id, reveal_id
      ) report
      full join (select * from uses_lot where cause = 'report') back
        on back.holder_id = report.holder_id and back.reveal_id = report.reveal_id
      where report.reports is distinct from 1 or back.reveal_id is null`,
  },
  {
    name: 'returned-settles-reports',
    sentence:
      'No report waits of a reveal whose use came back, and none says that it came back otherwise where it did not.',
    offences: sql`
      select format('report %s of holder %s', report.id, report.holder_id) as offence
      from bad_contact_report report
      left join uses_lot back on back.holder_id = report.holder_id and back.reveal_id = report.reveal_id
      where (back.reveal_id is not null and report.state = 'review')
        or (back.reveal_id is null and report.reason = 'returned')`,
  },
  {
    name: 'returned-in-time',
    sentence: 'A use came back by a report that was made within the days after the reveal.',
    offences: sql`
      select format('report %s of holder %s', report.id, report.holder_id) as offence
      from bad_contact_report report
      join reveal on reveal.holder_id = report.holder_id and reveal.id = report.reveal_id
      where report.reported_at not between reveal.created_at - interval '1 minute' and reveal.created_at + interval '31 days'`,
  },
]
