import type { ListedVideo } from '#server/platforms/videos.ts'
import type { Tx } from '#server/db/connect.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import { withoutAddresses } from '#server/features/catalogue/mask-addresses.ts'
import { titleWords } from '#shared/rules/title-words.ts'
import { type RecentUploads, writeRecent } from './recent.sql.ts'

/** The first page of a channel's uploads, as the platform listed it. */
export interface ListedUploads {
  readonly videos: readonly ListedVideo[]
  /** There are no more uploads than these. */
  readonly isWhole: boolean
}

/** A channel whose uploads were listed. */
export interface ListedChannel {
  readonly id: number
  readonly platformId: string
  readonly name: string
  readonly uploads: ListedUploads
}

/** How many months are counted. */
const MONTHS = 12

/** Keeps what lists of uploads tell about channels: what they are about, and how often they publish. Titles are not kept. */
export async function keepRecent(tx: Tx, channels: readonly ListedChannel[], now: Date): Promise<void> {
  const rows = channels.map(({ id, platformId, name, uploads }) => ({
    id,
    platformId,
    ...readRecent(uploads, name, now),
  }))
  await writeRecent(tx, rows, now)
}

/** When uploads were published. Some have no date, and some are announced before they are out. */
export function uploadTimes(videos: readonly ListedVideo[], now: Date): number[] {
  return videos
    .map(({ publishedAt }) => publishedAt?.getTime() ?? Number.NaN)
    .filter((time) => time <= now.getTime())
}

/**
 * What a list of uploads tells.
 * @param isNameTelling as for `titleWords`
 */
export function readRecent(
  { videos, isWhole }: ListedUploads,
  name: string,
  now: Date,
  isNameTelling = true,
): RecentUploads {
  const titles = videos.map(({ title }) => withoutAddresses(cleanText(title)))
  // Of no titles, not even their kind is known.
  const { terms, pairs, speech } =
    titles.length === 0 ? { terms: [], pairs: [], speech: null } : titleWords(titles, name, isNameTelling)
  const times = uploadTimes(videos, now)
  return {
    keys: terms.map(({ key }) => key),
    words: terms.map(({ word }) => word),
    pairs,
    speech,
    months: monthsOf(times, now),
    listedSince: isWhole || times.length === 0 ? null : new Date(Math.min(...times)),
  }
}

/** How many of these times are in each of the twelve months up to now. */
export function monthsOf(times: readonly number[], now: Date): number[] {
  const months = Array.from({ length: MONTHS }, () => 0)
  for (const time of times) {
    const at = MONTHS - 1 - (monthOf(now) - monthOf(new Date(time)))
    if (at >= 0) months[at] = (months[at] ?? 0) + 1
  }
  return months
}

const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
