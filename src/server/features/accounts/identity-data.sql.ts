import type { PersonalData } from '#server/app.ts'

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
