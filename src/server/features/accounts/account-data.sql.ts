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
        'announced_terms as announcedTerms',
        'first_steps_ended_at as firstStepsEndedAt',
        'language',
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

export const identitiesData: PersonalData = {
  name: 'signInAccounts',
  read: (db, personId) =>
    db
      .selectFrom('identity')
      .select(['issuer', 'subject', 'created_at as connectedAt'])
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute(),
}

export const browsersData: PersonalData = {
  name: 'knownBrowsers',
  read: (db, personId) =>
    db
      .selectFrom('known_browser')
      .select('seen_at as seenAt')
      .where('person_id', '=', personId)
      .orderBy('seen_at')
      .execute(),
}
