/**
 * The fields of answers that Channelbook computes from the platform's metrics, by endpoint. The platform's terms allow them only
 * to an installation that it accepted under its amendment: without YOUTUBE_AMENDMENT_ACCEPTED=true no answer has any of them,
 * which tests check of every answer that they get. The differences between two days in the statistics of a video that a person
 * follows are not among them: they are what that page is for, and subtract the platform's metrics of that one video.
 */
export const DERIVED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'GET /channels/{channelId}/videos': [
    'calculated',
    'calculated.medianViews',
    'calculated.usualViews',
    'calculated.usualViews.from',
    'calculated.usualViews.to',
    'calculated.engagementPer1000',
    'calculated.videos',
  ],
}

/** Names that a metric of our own would have; a field of such a name must be in the list. */
export const DERIVED_NAME =
  /calculated|median|average|avg|growth|trend|expected|forecast|score|engagement|per\d/i
