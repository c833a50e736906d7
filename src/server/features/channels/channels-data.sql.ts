import type { PersonalData } from '#server/app.ts'

/** The channels that a person said still publish. */
export const aliveReports: PersonalData = {
  name: 'aliveReports',
  async read(db, personId) {
    return db
      .selectFrom('alive_report')
      .innerJoin('channel', 'channel.id', 'alive_report.channel_id')
      .select(['channel.name', 'alive_report.reported_at as reportedAt'])
      .where('person_id', '=', personId)
      .orderBy('alive_report.reported_at')
      .orderBy('channel_id')
      .execute()
  },
}
