import type { ChannelFacts } from './use-channel.ts'

/** A month of the calendar of uploads. */
export interface Month {
  /** `YYYY-MM` */
  readonly month: string
  readonly count: number
  /** Whether all uploads of the month were listed, only its later ones, or none. */
  readonly listed: 'all' | 'some' | 'none'
  /** Its count as a part of the greatest, 0 to 1. */
  readonly share: number
}

/** @param listedSince before it more uploads may exist than were listed; null when all were */
export function monthsOf(uploads: ChannelFacts['uploads'], listedSince: string | null): readonly Month[] {
  const greatest = Math.max(1, ...uploads.map(({ count }) => count))
  const since = listedSince?.slice(0, 7) ?? ''
  return uploads.map(({ month, count }) => ({
    month,
    count,
    listed: month > since ? 'all' : month === since || count > 0 ? 'some' : 'none',
    share: count / greatest,
  }))
}
