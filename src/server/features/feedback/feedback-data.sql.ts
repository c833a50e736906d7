import type { PersonalData } from '#server/app.ts'

/** A person's vote and review. The vote is deleted with the account; the review stays, anonymously. */
export const feedbackData: PersonalData = {
  name: 'feedback',
  async read(db, personId) {
    const vote = await db
      .selectFrom('vote')
      .select(['feature', 'created_at as createdAt'])
      .where('person_id', '=', personId)
      .executeTakeFirst()
    const review = await db
      .selectFrom('review')
      .select(['text', 'mark', 'written_at as writtenAt'])
      .where('person_id', '=', personId)
      .executeTakeFirst()
    return { vote: vote ?? null, review: review ?? null }
  },
}
