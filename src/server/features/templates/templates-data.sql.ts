import { sql } from 'kysely'
import type { PersonalData } from '#server/app.ts'

/** The email templates that a person keeps. Deleted with the account. */
export const templatesData: PersonalData = {
  name: 'templates',
  read: (db, holderId) =>
    db
      .selectFrom('email_template')
      .select(['name', 'subject', 'body', 'created_at as createdAt'])
      .where('holder_id', '=', holderId)
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute(),
}
