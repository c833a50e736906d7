import type { PersonalData } from '#server/app.ts'
import { VIDEO_ID } from './tracking.sql.ts'

/** Which videos a person follows. It goes with the holder's row. */
export const trackingData: PersonalData = {
  name: 'followedVideos',
  async read(db, holderId) {
    return db
      .selectFrom('tracking')
      .innerJoin('video', 'video.id', 'tracking.video_id')
      .select([
        VIDEO_ID.as('videoId'),
        'video.title',
        'tracking.created_at as followedSince',
        'tracking.advertised_on as advertisedOn',
      ])
      .where('tracking.holder_id', '=', holderId)
      .orderBy('tracking.created_at')
      .orderBy('video.id')
      .execute()
  },
}
