import { Gauge } from 'prom-client'
import type { App } from '../app.ts'
import type { Core } from '../core.ts'
import { gaugeOfDatabase } from '../database-metrics.ts'
import type { Platform } from './platform.ts'
import { readUsedQuota } from './quota.ts'

/** Calls that are left today, of each quota of a video platform, for all servers together. */
export function quotaLeft({ name, quota }: Platform) {
  return (app: Core & Pick<App, 'databases'>): Gauge => {
    const limits = Object.entries(quota.limits(app.config))
    return gaugeOfDatabase({
      name: `${name}_quota_left_calls`,
      help: 'Calls of the video platform that are left until its midnight, by quota; 0 once it has said that there are none',
      labelNames: ['quota'],
      read: (db, now) => readUsedQuota(db, { platform: name, day: quota.dayOf(now).day }),
      values: (used) =>
        limits.map(([bucket, limit]) => {
          const { calls, isExhausted } = used.get(bucket) ?? { calls: 0, isExhausted: false }
          return [{ quota: bucket }, isExhausted ? 0 : Math.max(0, limit - calls)]
        }),
    })(app)
  }
}

export function quotaLimit({ name, quota }: Platform) {
  return ({ config }: Core): Gauge => {
    const gauge = new Gauge({
      name: `${name}_quota_limit_calls`,
      help: 'Calls of the video platform a day, by quota, as the settings have them',
      labelNames: ['quota'],
      registers: [],
    })
    for (const [bucket, limit] of Object.entries(quota.limits(config))) gauge.set({ quota: bucket }, limit)
    return gauge
  }
}
