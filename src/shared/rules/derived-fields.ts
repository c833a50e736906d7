/**
 * Fields of answers that Channelbook computes from the platform's figures, by endpoint. The platform's terms allow them only to
 * an installation that was accepted under its amendment: without YOUTUBE_AMENDMENT_ACCEPTED=true no answer has any of them.
 */
export const DERIVED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'GET /channels/{channelId}/videos': ['calculated'],
}

/** Words in names of fields that would be figures of our own. */
export const DERIVED_NAME =
  /calculated|median|mean(?!s)|average|avg|growth|trend|expected|forecast|score|engagement|per\d|percent|ratio/i
