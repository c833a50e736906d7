import { diceFor } from '#local/demo/dice.ts'
import { demoTitle } from '#local/demo/titles.ts'
import { MAX_VIDEOS, type VideoPlace, videoIdOf } from './video-ids.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** What the stand-in knows of a channel: its row of the catalogue. */
export interface CatalogueChannel {
  readonly id: number
  readonly platformId: string
  readonly name: string
  readonly handle: string | null
  readonly thumbnailUrl: string | null
  readonly subscribers: number | null
  readonly views: number | null
  readonly uploads: number | null
  readonly country: string | null
  readonly language: string | null
  /** A bit set. */
  readonly contentTypes: number
  readonly lastUploadAt: Date | null
}

/** The columns of `channel` for it. */
export const CATALOGUE_COLUMNS = `id, platform_id as "platformId", name, handle, thumbnail_url as "thumbnailUrl", subscribers, views,
  uploads, country, language, content_types as "contentTypes", last_upload_at as "lastUploadAt"`

/** A video with its numbers at one moment; null is hidden or switched off. */
export interface MadeVideo {
  readonly videoId: string
  readonly channelId: string
  readonly title: string
  readonly publishedAt: Date
  readonly views: number
  readonly likes: number | null
  readonly comments: number | null
}

/** The newest upload of channels of which none is known. */
const USUAL_UPLOAD = Date.UTC(2026, 0, 15, 12)
const USUAL_UPLOADS = 24
/** When the platform began to count every start of a video as a view. */
const RECOUNT = Date.UTC(2026, 7, 24)
const RECOUNT_DAYS = 4
const SEED = 0x71de0

/** How many videos a channel has here. */
export function videoCount(channel: CatalogueChannel): number {
  return Math.min(channel.uploads ?? USUAL_UPLOADS, 400, MAX_VIDEOS)
}

/** Index of the newest video that was out at a moment; those after it are older. */
export function firstIndex(channel: CatalogueChannel, now: Date): number {
  const count = videoCount(channel)
  for (let index = 0; index < count; index += 1)
    if (publishedAt(channel, index) <= now.getTime()) return index
  return count
}

/** One video of a channel as it is at a moment; the same for the same place and moment. Null while it is not out. */
export function makeVideo(channel: CatalogueChannel, index: number, now: Date): MadeVideo | null {
  const published = publishedAt(channel, index)
  if (index >= videoCount(channel) || published > now.getTime()) return null
  const dice = diceFor(SEED + channel.id, index)
  const title = demoTitle(dice, channel, videoCount(channel) - index)
  const reach = (channel.subscribers ?? 5_000) * (0.02 + 0.5 * dice.next() ** 3) + 50 + 400 * dice.next()
  const views = grow(reach, published, now.getTime())
  const likeRate = 0.015 + 0.05 * dice.next()
  const commentRate = 0.001 + 0.006 * dice.next()
  const place: VideoPlace = { channel: channel.id, index }
  return {
    videoId: videoIdOf(place),
    channelId: channel.platformId,
    title,
    publishedAt: new Date(published),
    views,
    likes: dice.chance(0.05) ? null : Math.floor(views * likeRate),
    comments: dice.chance(0.05) ? null : Math.floor(views * commentRate),
  }
}

/** When the newest videos that are out were published, at most `count`. */
export function publishedTimes(channel: CatalogueChannel, now: Date, most: number): number[] {
  const first = firstIndex(channel, now)
  const count = Math.min(most, videoCount(channel) - first)
  return Array.from({ length: count }, (_, at) => publishedAt(channel, first + at))
}

/** Most views come within days, some within weeks, and a trickle never ends; from the recount on a fifth is added. */
function grow(reach: number, published: number, now: number): number {
  const days = (now - published) / DAY_MS
  const share =
    0.5 * (1 - Math.exp(-days / 1.5)) + 0.3 * (1 - Math.exp(-days / 18)) + 0.2 * Math.log1p(days / 10)
  const recounted = Math.min(1, Math.max(0, (now - RECOUNT) / DAY_MS / RECOUNT_DAYS))
  return Math.floor(reach * share * (1 + 0.2 * recounted))
}

/** Uploads follow each other by a rhythm that is the channel's own. */
function publishedAt({ id, lastUploadAt }: CatalogueChannel, index: number): number {
  const rhythm = diceFor(SEED, id)
  const days = 2 + rhythm.below(9)
  const last = lastUploadAt?.getTime() ?? USUAL_UPLOAD
  return last - index * days * DAY_MS - (index === 0 ? 0 : diceFor(SEED - id, index).below(DAY_MS))
}
