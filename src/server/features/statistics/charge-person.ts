import type { Videos } from '#server/adapters/videos/videos.ts'
import type { App } from '#server/app.ts'

/** Of a day's quota there are a hundred times as many other calls. */
const SEARCH_UNITS = 100

/** What may be asked in the name of a person. */
export type PersonsVideos = Pick<Videos, 'channels' | 'videos' | 'uploads' | 'searchInChannel'>

/**
 * The platform with every call counted for a person first, so that nobody uses up what all have.
 * Its calls also throw Refusal too_many_requests, when the person's share of the day is used up.
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
