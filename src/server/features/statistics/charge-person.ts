import type { Videos } from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'

/** The daily quota allows a hundred times as many other calls. */
const SEARCH_UNITS = 100

/** The calls that may be made on a person's behalf. */
export type PersonsVideos = Pick<Videos, 'channels' | 'videos' | 'uploads' | 'searchInChannel'>

/**
 * The platform with a daily limit per person, so that nobody uses up everybody's quota. Its calls also throw Refusal
 * too_many_requests, when the person's limit for the day is reached.
 */
export function chargePerson(
  { limits, videos }: Pick<App, 'limits' | 'videos'>,
  personId: number,
): PersonsVideos {
  const charge = (units: number) => limits.consume('platform_units', String(personId), units)
  return {
    async channels(...asked) {
      await charge(1)
      return videos.channels(...asked)
    },
    async videos(...asked) {
      await charge(1)
      return videos.videos(...asked)
    },
    async uploads(...asked) {
      await charge(1)
      return videos.uploads(...asked)
    },
    async searchInChannel(...asked) {
      await charge(SEARCH_UNITS)
      return videos.searchInChannel(...asked)
    },
  }
}
