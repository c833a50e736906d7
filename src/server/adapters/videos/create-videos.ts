import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/connect.ts'
import type { OutsideCalls } from '../../outside-calls.ts'
import type { Videos } from './videos.ts'
import { youtubeVideos } from './youtube.ts'
import { openQuota, readQuotaLimits } from './youtube-quota.ts'

/** The URL and the key of the video platform. */
export interface VideosAccess {
  readonly url: string
  readonly key: string
}

const YOUTUBE_URL = 'https://www.googleapis.com/youtube/v3'

/** Access to the real platform if a key is configured, otherwise null. */
export function platformAccess({
  youtubeUrl,
  youtubeApiKey,
}: Pick<Config, 'youtubeUrl' | 'youtubeApiKey'>): VideosAccess | null {
  return youtubeApiKey === null ? null : { url: youtubeUrl || YOUTUBE_URL, key: youtubeApiKey }
}

/** Used when there is neither a key nor a stand-in: nothing listens there. */
export const NO_PLATFORM: VideosAccess = { url: 'http://127.0.0.1:9', key: '' }

interface VideosOptions {
  readonly config: Pick<Config, 'youtubeQuota' | 'youtubeReserve'>
  readonly access: VideosAccess
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly calls?: OutsideCalls
}

/** The video platform of this installation. */
export function createVideos({ config, access, db, clock, log, calls }: VideosOptions): Videos {
  const limits = readQuotaLimits(config.youtubeQuota)
  const quota = openQuota({ db, clock, limits, reservePercent: config.youtubeReserve })
  return youtubeVideos({ ...access, quota, log, ...(calls === undefined ? {} : { calls }) })
}
