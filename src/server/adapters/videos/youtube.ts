import type { Logger } from 'pino'
import type { z } from 'zod'
import { classifyError } from './youtube-errors.ts'
import {
  channelsAnswer,
  countersAnswer,
  searchAnswer,
  uploadsAnswer,
  videosAnswer,
} from './youtube-answers.ts'
import type { Bucket, Quota } from './youtube-quota.ts'
import { IDS_PER_CALL, type Purpose, type Videos, VideosUnavailable } from './videos.ts'

interface YoutubeOptions {
  /** The API's base address, e.g. `https://www.googleapis.com/youtube/v3`. */
  readonly url: string
  readonly key: string
  readonly quota: Quota
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** Waits between tries, in ms; there are as many further tries as waits. */
  readonly waits?: readonly number[]
}

interface Call {
  readonly method: string
  readonly query: Readonly<Record<string, string>>
  readonly bucket: Bucket
  readonly purpose: Purpose
}

const ANSWER_MS = 10_000
const WAITS_MS = [300, 1_200]
const SEARCHED = 10

/** YouTube Data API v3. https://developers.google.com/youtube/v3/docs */
export function youtubeVideos({ url, key, quota, log, waits = WAITS_MS }: YoutubeOptions): Videos {
  /** One call, tried again while the platform is busy. @returns null when what was asked for does not exist */
  async function ask<T extends z.ZodType>(call: Call, shape: T): Promise<z.output<T> | null> {
    for (let tries = 0; ; tries += 1) {
      await quota.take(call.bucket, call.purpose)
      const { status, body } = await send(call)
      if (status === 200) return read(call, shape, body)
      const failure = classifyError(status, body)
      if (failure === 'missing') return null
      const wait = waits[tries]
      if (failure === 'busy' && wait !== undefined) await pause(wait)
      else throw await refused(call, failure, status)
    }
  }

  async function send({ method, query }: Call): Promise<{ readonly status: number; readonly body: unknown }> {
    const parameters = new URLSearchParams({ ...query, key })
    try {
      const response = await fetch(`${url}/${method}?${parameters.toString()}`, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      return { status: response.status, body: parseJson(await response.text()) }
    } catch {
      // Not reached, or cut off: like a server that fails. The error itself would carry the address with the key.
      return { status: 503, body: null }
    }
  }

  function read<T extends z.ZodType>({ method }: Call, shape: T, body: unknown): z.output<T> {
    const parsed = shape.safeParse(body)
    if (parsed.success) return parsed.data
    const fields = parsed.error.issues.map(({ path }) => path.join('.'))
    log.error(
      { method, fields: fields.slice(0, 10) },
      'the video platform answered in a shape that is not documented',
    )
    throw new VideosUnavailable('answer', `${method} answered in another shape`)
  }

  async function refused(
    { method, bucket }: Call,
    reason: VideosUnavailable['reason'],
    status: number,
  ): Promise<VideosUnavailable> {
    if (reason === 'quota') {
      log.warn({ bucket }, 'the quota of the video platform is used up')
      return quota.exhaust(bucket)
    }
    if (reason === 'key') log.error({ method, status }, 'the video platform refuses YOUTUBE_API_KEY')
    else log.warn({ method, status, reason }, 'the video platform did not answer')
    return new VideosUnavailable(reason, `${method} answered ${status}`)
  }

  return {
    async channels(ids, purpose) {
      const query = { part: 'snippet,statistics,contentDetails', ...several(ids) }
      if (ids.length === 0) return []
      return (await ask({ method: 'channels', query, bucket: 'other', purpose }, channelsAnswer)) ?? []
    },
    async videos(ids, purpose) {
      const query = { part: 'snippet,statistics', ...several(ids) }
      if (ids.length === 0) return []
      return (await ask({ method: 'videos', query, bucket: 'other', purpose }, videosAnswer)) ?? []
    },
    async counters(ids, purpose) {
      const query = { part: 'id,statistics', ...several(ids) }
      if (ids.length === 0) return []
      const call = { method: 'videos:batchGetStats', query, bucket: 'statistics', purpose } as const
      return (await ask(call, countersAnswer)) ?? []
    },
    async uploads(list, page, purpose) {
      const query = {
        part: 'snippet,contentDetails',
        playlistId: list,
        maxResults: String(IDS_PER_CALL),
        ...(page === null ? {} : { pageToken: page }),
      }
      const found = await ask({ method: 'playlistItems', query, bucket: 'other', purpose }, uploadsAnswer)
      return found ?? { videos: [], next: null }
    },
    async searchInChannel(channelId, text, purpose) {
      const query = { part: 'snippet', type: 'video', channelId, q: text, maxResults: String(SEARCHED) }
      return (await ask({ method: 'search', query, bucket: 'search', purpose }, searchAnswer)) ?? []
    },
  }
}

function several(ids: readonly string[]): { readonly id: string } {
  if (ids.length > IDS_PER_CALL) throw new Error(`One call takes ${IDS_PER_CALL} ids, not ${ids.length}`)
  return { id: ids.join(',') }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
