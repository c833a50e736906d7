import type { PersonalData } from '#server/app.ts'
import { readChoice } from './choice.sql.ts'

/** What a person never wants to be recommended, and whether their purchases count. Deleted with the account. */
export const recommendationsData: PersonalData = {
  name: 'recommendations',
  async read(db, personId) {
    const dismissed = await db
      .selectFrom('dismissed_channel')
      .innerJoin('channel', 'channel.id', 'dismissed_channel.channel_id')
      .select(['channel.name as channelName', 'dismissed_channel.dismissed_at as dismissedAt'])
      .where('person_id', '=', personId)
      .orderBy('dismissed_at')
      .orderBy('channel_id')
      .execute()
    return { dismissed, countsPurchases: await readChoice(db, personId) }
  },
}
