import type { Config } from '../config/config.ts'
import type { Platform, PlatformAccess } from './platform.ts'
import { openQuota } from './quota.ts'
import { youtubeVideos } from './youtube-client.ts'
import { channelAt, toAddress, videoAt, youtubeNames } from './youtube-links.ts'
import { checkRefresh, pacificDay, readQuotaLimits } from './youtube-quota.ts'

const API = 'https://www.googleapis.com/youtube/v3'

/** Access to the real platform if a key is configured, otherwise null. */
export function youtubeAccess({
  youtubeUrl,
  youtubeApiKey,
}: Pick<Config, 'youtubeUrl' | 'youtubeApiKey'>): PlatformAccess | null {
  return youtubeApiKey === null ? null : { url: youtubeUrl || API, key: youtubeApiKey }
}

/** Used when there is neither a key nor a stand-in: nothing listens there. */
const NOWHERE: PlatformAccess = { url: 'http://127.0.0.1:9', key: '' }

export const youtube: Platform = {
  ...youtubeNames,
  aliases: ['yt'],
  pictureHosts: ['yt3.ggpht.com', 'yt4.ggpht.com', 'yt3.googleusercontent.com', 'i.ytimg.com'],
  toAddress,
  channelAt,
  videoAt,
  // It has the channel's id with other first letters, so that it need not be asked for.
  uploadsList: (channelId) => `UU${channelId.slice(2)}`,
  // https://developers.google.com/youtube/terms/developer-policies, III.E.4
  terms: ({ statisticsRetentionDays, youtubeAmendmentAccepted }) => ({
    keptDays: statisticsRetentionDays,
    mayCalculate: youtubeAmendmentAccepted,
  }),
  quota: { limits: ({ youtubeQuota }) => readQuotaLimits(youtubeQuota), dayOf: pacificDay },
  check: checkRefresh,
  open({ config, access, db, clock, ...parts }) {
    const limits = readQuotaLimits(config.youtubeQuota)
    const reservePercent = config.youtubeReserve
    const quota = openQuota({
      db,
      clock,
      platform: youtubeNames.name,
      limits,
      reservePercent,
      dayOf: pacificDay,
    })
    return youtubeVideos({ ...(access ?? youtubeAccess(config) ?? NOWHERE), quota, ...parts })
  },
}
