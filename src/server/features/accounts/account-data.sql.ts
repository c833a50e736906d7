import type { PersonalData } from '#server/app.ts'

export const personData: PersonalData = {
  name: 'account',
  read: (db, personId) =>
    db
      .selectFrom('person')
      .select([
        'id as userId',
        'email',
        'username',
        'is_sponsor as isSponsor',
        'agreement_version as agreementVersion',
        'agreed_at as agreedAt',
        'consent_version as consentVersion',
        'consented_at as consentedAt',
        'created_at as createdAt',
        'welcome_due_since as welcomeDueSince',
      ])
      .where('id', '=', personId)
      .executeTakeFirst(),
  // Both are keyed by address, so no foreign key deletes them.
  async forget(tx, personId) {
    const address = tx.selectFrom('person').select('email').where('id', '=', personId)
    await tx.deleteFrom('code').where('email', '=', address).execute()
    await tx.deleteFrom('login_failure').where('email', '=', address).execute()
  },
}

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
      .orderBy('id')
      .execute(),
}
