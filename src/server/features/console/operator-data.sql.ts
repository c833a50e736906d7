import type { PersonalData } from '#server/app.ts'

export const operatorData: PersonalData = {
  name: 'operator',
  read: async (db, personId) =>
    (await db
      .selectFrom('operator')
      .select(['role', 'added_at as addedAt'])
      .where('person_id', '=', personId)
      .executeTakeFirst()) ?? null,
}
