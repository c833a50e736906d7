import type { PersonalData } from '#server/app.ts'
import { eraseActor } from '#server/holders/members.sql.ts'
import { revealNumber } from '#server/features/uses/uses-data.sql.ts'

/**
 * What a person reported of contacts, and the uses that came back. Reports outlive the account without what was pasted, and go
 * with the ledger.
 */
export const reportsData: PersonalData = {
  name: 'reports',
  async read(db, holderId) {
    const reports = await db
      .selectFrom('bad_contact_report')
      .select([
        revealNumber(holderId, 'reveal_id').as('revealId'),
        'kind',
        'evidence',
        'code',
        'state',
        'reason',
      ])
      .select(['reported_at as reportedAt', 'decided_at as decidedAt'])
      .where('holder_id', '=', holderId)
      .orderBy('id')
      .execute()
    const returns = await db
      .selectFrom('uses_lot')
      .select([revealNumber(holderId, 'reveal_id').as('revealId'), 'cause', 'created_at as returnedAt'])
      .where('holder_id', '=', holderId)
      .where('reveal_id', 'is not', null)
      .orderBy('reveal_id')
      .execute()
    return { reports, returns }
  },
  async forget(tx, holderId) {
    await eraseActor(tx, 'bad_contact_report', holderId)
    await tx
      .updateTable('bad_contact_report')
      .set({ evidence: null })
      .where('holder_id', '=', holderId)
      .execute()
  },
}
