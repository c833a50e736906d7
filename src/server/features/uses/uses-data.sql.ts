import type { PersonalData } from '#server/app.ts'

/** A person's ledger: every lot and every movement. It outlives the account, anonymously. */
export const usesData: PersonalData = {
  name: 'uses',
  async read(db, personId) {
    const lots = await db
      .selectFrom('uses_lot')
      .select(['id', 'kind', 'reason', 'granted', 'spent', 'valid_on as validOn', 'created_at as createdAt'])
      .where('person_id', '=', personId)
      .orderBy('id')
      .execute()
    const entries = await db
      .selectFrom('uses_entry')
      .select([
        'id',
        'lot_id as lotId',
        'amount',
        'reason',
        'reveal_id as revealId',
        'created_at as createdAt',
      ])
      .where('person_id', '=', personId)
      .orderBy('id')
      .execute()
    return { lots, entries }
  },
}
