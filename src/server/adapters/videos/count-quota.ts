import { Gauge } from 'prom-client'
import type { App } from '../../app.ts'
import type { Core } from '../../core.ts'
import { gaugeOfDatabase } from '../../database-metrics.ts'
import { readQuotaLimits, readUsedQuota } from './youtube-quota.ts'

/** Calls that are left today, of each quota of the video platform, for all servers together. */
export function quotaLeft(app: Core & Pick<App, 'databases'>): Gauge {
  const limits = Object.entries(readQuotaLimits(app.config.youtubeQuota))
  return gaugeOfDatabase({
    name: 'youtube_quota_left_calls',
    help: 'Calls of the video platform that are left until its midnight, by quota; 0 once it has said that there are none',
    labelNames: ['quota'],
    read: readUsedQuota,
    values: (used) =>
      limits.map(([quota, limit]) => {
        const { calls, isExhausted } = used.get(quota) ?? { calls: 0, isExhausted: false }
        return [{ quota }, isExhausted ? 0 : Math.max(0, limit - calls)]
      }),
  })(app)
}

export function quotaLimit({ config }: Core): Gauge {
  const gauge = new Gauge({
    name: 'youtube_quota_limit_calls',
    help: 'Calls of the video platform a day, by quota, as YOUTUBE_QUOTA has them',
    labelNames: ['quota'],
    registers: [],
  })
  for (const [quota, limit] of Object.entries(readQuotaLimits(config.youtubeQuota)))
    gauge.set({ quota }, limit)
  return gauge
}
