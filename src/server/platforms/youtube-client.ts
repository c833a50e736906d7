import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { type OutsideCalls, outcomeOfStatus, UNWATCHED } from '#server/outside-calls.ts'
import { readJsonAnswer } from '../adapters/answers/read-answer.ts'
import {
  classifyError,
  type AnsweredList,
  channelsAnswer,
  countersAnswer,
  searchAnswer,
  uploadsAnswer,
  videosAnswer,
} from './youtube-answers.ts'
import type { Quota } from './quota.ts'
import { youtubeNames } from './youtube-links.ts'
import type { Bucket } from './youtube-quota.ts'
import { IDS_PER_CALL, type Purpose, type Videos, VideosUnavailable } from './videos.ts'

interface YoutubeOptions {
  /** The API's base address, e.g. `https://www.googleapis.com/youtube/v3`. */
  readonly url: string
  readonly key: string
  readonly quota: Quota<Bucket>
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** Waits between attempts, in ms; one more attempt than waits. */
  readonly waits?: readonly number[]
  readonly calls?: OutsideCalls
}

interface Call {
  readonly method: string
  readonly query: Readonly<Record<string, string>>
  readonly bucket: Bucket
  readonly purpose: Purpose
  /** When to give up. */
  readonly signal?: AbortSignal | undefined
}

type ListShape<T> = z.ZodType<AnsweredList<T>>

const ANSWER_MS = 10_000
/** In bytes; fifty videos with the longest descriptions are about a fifth of it. */
const ANSWER_MAX = 4 * 1024 * 1024
/** The status of a failing server. */
const NO_ANSWER = 503
const WAITS_MS = [300, 1_200]
const SEARCHED = 10

/** YouTube Data API v3. https://developers.google.com/youtube/v3/docs */
export function youtubeVideos({
  url,
  key,
  quota,
  log,
  waits = WAITS_MS,
  calls = UNWATCHED,
}: YoutubeOptions): Videos {
  /** One call, retried while the platform is busy. @returns null when the requested thing does not exist */
  async function ask<T>(call: Call, shape: ListShape<T>): Promise<AnsweredList<T> | null> {
    for (let tries = 0; ; tries += 1) {
      if (call.signal?.aborted === true) throw await refused(call, 'busy', NO_ANSWER)
      await quota.take(call.bucket, call.purpose)
      const { status, body } = await send(call)
      if (status === 200) return read(call, shape, body)
      const failure = classifyError(status, body)
      if (failure === 'missing') return null
      const wait = waits[tries]
      if (failure === 'busy' && wait !== undefined)
        await pause(wait, undefined, { signal: call.signal }).catch(() => undefined)
      else throw await refused(call, failure, status)
    }
  }

  async function send({
    method,
    query,
    signal,
  }: Call): Promise<{ readonly status: number; readonly body: unknown }> {
    const parameters = new URLSearchParams({ ...query, key })
    const outcomeOf = ({ status }: { readonly status: number }) => outcomeOfStatus(status)
    try {
      return await calls.watch({ service: youtubeNames.name, operation: method, outcomeOf }, async () => {
        const response = await fetch(`${url}/${method}?${parameters.toString()}`, {
          headers: { accept: 'application/json' },
          redirect: 'error',
          signal: AbortSignal.any([
            AbortSignal.timeout(ANSWER_MS),
            ...(signal === undefined ? [] : [signal]),
          ]),
        })
        return { status: response.status, body: await readJsonAnswer(response, ANSWER_MAX) }
      })
    } catch {
      // Not reached or cut off: treated as a failing server. The error itself would carry the URL with the key.
      return { status: NO_ANSWER, body: null }
    }
  }

  /** Drops malformed items; an answer with no other items is malformed as a whole. */
  function read<T>({ method, query }: Call, shape: ListShape<T>, body: unknown): AnsweredList<T> {
    const parsed = shape.safeParse(body)
    const malformed = parsed.data?.malformed ?? []
    if (parsed.success && malformed.length === 0) return parsed.data
    const fields =
      parsed.error?.issues.map(({ path }) => path.join('.')) ?? malformed.flatMap((item) => item.fields)
    log.error(
      { method, malformed: malformed.length, fields: [...new Set(fields)].slice(0, 10) },
      'the video platform answered in a shape that is not documented',
    )
    const isOfIds = query['id'] !== undefined
    if (parsed.success && parsed.data.found.length > 0 && !isOfIds) return parsed.data
    throw new VideosUnavailable(
      'answer',
      `${method} answered in another shape`,
      null,
      isOfIds ? idsOf(malformed) : [],
    )
  }

  /** Asks about several ids, where a missing one does not exist: none may be missing because it was malformed. */
  async function askByIds<T>(
    ids: readonly string[],
    call: Omit<Call, 'query'> & { readonly part: string },
    shape: ListShape<T>,
  ): Promise<T[]> {
    if (ids.length > IDS_PER_CALL) throw new Error(`One call takes ${IDS_PER_CALL} ids, not ${ids.length}`)
    if (ids.length === 0) return []
    const answer = await ask({ ...call, query: { part: call.part, id: ids.join(',') } }, shape)
    // One id that does not exist must not make the others count as gone.
    if (answer === null && ids.length > 1)
      throw new VideosUnavailable('answer', `${call.method} answered 404`)
    return [...(answer?.found ?? [])]
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
    // An answer, which the caller counts.
    if (reason === 'closed') return new VideosUnavailable(reason, `${method} answered ${status}`)
    if (reason === 'key') log.error({ method, status }, 'the video platform refuses YOUTUBE_API_KEY')
    else log.warn({ method, status, reason }, 'the video platform did not answer')
    return new VideosUnavailable(reason, `${method} answered ${status}`)
  }

  return {
    async channels(ids, purpose, signal) {
      const part = 'snippet,statistics,contentDetails'
      return askByIds(ids, { method: 'channels', part, bucket: 'other', purpose, signal }, channelsAnswer)
    },
    async videos(ids, purpose, signal) {
      const part = 'snippet,statistics'
      return askByIds(ids, { method: 'videos', part, bucket: 'other', purpose, signal }, videosAnswer)
    },
    async counters(ids, purpose) {
      const call = { method: 'videos:batchGetStats', part: 'id,statistics', bucket: 'statistics' } as const
      return askByIds(ids, { ...call, purpose }, countersAnswer)
    },
    async uploads(list, page, purpose, signal) {
      const query = {
        part: 'snippet,contentDetails',
        playlistId: list,
        maxResults: String(IDS_PER_CALL),
        ...(page === null ? {} : { pageToken: page }),
      }
      const found = await ask(
        { method: 'playlistItems', query, bucket: 'other', purpose, signal },
        uploadsAnswer,
      )
      return { videos: found?.found ?? [], next: found?.next ?? null }
    },
    async searchInChannel(channelId, text, purpose) {
      const query = { part: 'snippet', type: 'video', channelId, q: text, maxResults: String(SEARCHED) }
      const answer = await ask({ method: 'search', query, bucket: 'search', purpose }, searchAnswer)
      return (answer?.found ?? []).filter((video) => video !== null)
    },
  }
}

/** The ids of malformed items; none when one of them is unreadable, because then it may be any of the missing ones. */
function idsOf(malformed: AnsweredList<unknown>['malformed']): string[] {
  const ids = malformed.flatMap(({ id }) => id ?? [])
  return ids.length === malformed.length ? ids : []
}
