import type { Feature } from '#server/feature.ts'
import { FREQUENT, SCHEDULED } from '#server/jobs/job.ts'
import { forgetPlatformNumbers } from './forget-platform-numbers.ts'
import { refreshChannels } from './refresh-channels.ts'

/** Facts of channels, asked anew at their platform, and forgotten when its terms end. */
export const refresh = {
  name: 'refresh',
  jobs: [
    // In step with nothing else; the quota of the platform lasts for as many runs as it lasts.
    { name: 'refresh_channels', cron: '5-59/10 * * * *', options: FREQUENT, run: refreshChannels },
    { name: 'forget_platform_numbers', cron: '37 * * * *', options: SCHEDULED, run: forgetPlatformNumbers },
  ],
} as const satisfies Feature<'refresh'>
