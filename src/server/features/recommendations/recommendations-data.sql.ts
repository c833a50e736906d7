import type { PersonalData } from '#server/app.ts'

/** What a person never wants to be recommended, and whether their purchases count. Deleted with the account. */
export const recommendationsData: PersonalData = {
  name: 'recommendations',
  async read(db, holderId) {
    const dismissed = await db
      .selectFrom('dismissed_channel')
      .innerJoin('channel', 'channel.id', 'dismissed_channel.channel_id')
      .select(['channel.name as channelName', 'dismissed_channel.dismissed_at as dismissedAt'])
      .where('holder_id', '=', holderId)
      .orderBy('dismissed_at')
      .orderBy('channel_id')
      .execute()
    const choice = await db
      .selectFrom('recommendation_choice')
      .select('counts_purchases as countsPurchases')
      .where('holder_id', '=', holderId)
      .executeTakeFirst()
    return { dismissed, countsPurchases: choice?.countsPurchases ?? true }
  },
}
