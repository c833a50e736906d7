import type { Feature } from '#server/feature.ts'
import { FREQUENT, SCHEDULED } from '#server/jobs/job.ts'
import { forgetPlatformNumbers, refreshChannels } from './refresh-channels.ts'

/** Channel facts: refreshed from the platform, and deleted when its terms no longer allow storing them. */
export const refresh = {
  name: 'refresh',
  jobs: [
    // Offset from the other schedules. Runs stop when the platform's quota is used up.
    { name: 'refresh_channels', cron: '5-59/10 * * * *', options: FREQUENT, run: refreshChannels },
    { name: 'forget_platform_numbers', cron: '37 * * * *', options: SCHEDULED, run: forgetPlatformNumbers },
  ],
} as const satisfies Feature<'refresh'>
