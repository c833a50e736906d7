import type { PersonalData } from '#server/app.ts'
import { VIDEO_ID } from './tracking.sql.ts'

/** Which videos a person follows. It goes with the person's row. */
export const trackingData: PersonalData = {
  name: 'followedVideos',
  async read(db, personId) {
    return db
      .selectFrom('tracking')
      .innerJoin('video', 'video.id', 'tracking.video_id')
      .select([
        VIDEO_ID.as('videoId'),
        'video.title',
        'tracking.created_at as followedSince',
        'tracking.advertised_on as advertisedOn',
      ])
      .where('tracking.person_id', '=', personId)
      .orderBy('tracking.created_at')
      .orderBy('video.id')
      .execute()
  },
}
