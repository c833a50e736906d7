import type { PersonalData } from '#server/app.ts'

export const sessionsData: PersonalData = {
  name: 'sessions',
  read: (db, personId) =>
    db
      .selectFrom('session')
      .select([
        'user_agent as userAgent',
        'created_at as createdAt',
        'last_seen_at as lastSeenAt',
        'expires_at as expiresAt',
      ])
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute(),
}
