import type { FastifyInstance } from 'fastify'
import type { Clock } from '#server/clock.ts'
import { BUCKETS, type Bucket, pacificDay, readQuotaLimits } from '#server/platforms/youtube-quota.ts'
import {
  answerChannels,
  answerCounters,
  answerSearch,
  answerUploads,
  answerVideos,
  type Query,
  type YoutubeWorld,
} from './answer-youtube.ts'
import { keyInvalid, quotaExceeded, SENTINELS, YoutubeError } from './youtube-errors.ts'

type Method = (world: YoutubeWorld, query: Query) => Promise<object>

/** Every method and its quota. */
const METHODS: Readonly<Record<string, readonly [Bucket, Method]>> = {
  '/search': ['search', answerSearch],
  '/channels': ['other', answerChannels],
  '/videos': ['other', answerVideos],
  // The colon is doubled, because a single one begins a parameter.
  '/videos::batchGetStats': ['statistics', answerCounters],
  '/playlistItems': ['other', answerUploads],
}

const LIMITS = readQuotaLimits([])

/** Creates the API with one count of the day's calls; register it below `/v3`. */
export function makeYoutubeRoutes(world: YoutubeWorld): (fastify: FastifyInstance) => Promise<void> {
  const count = countCalls(world.clock)
  const fail = failBySentinel()
  return async (fastify) => {
    fastify.setErrorHandler((error, _request, reply) => {
      const refused =
        error instanceof YoutubeError ? error : new YoutubeError(500, 'backendError', 'Backend Error')
      return reply.status(refused.status).send(refused.body)
    })
    for (const [path, [bucket, method]] of Object.entries(METHODS)) {
      fastify.get<{ Querystring: Query }>(`/v3${path}`, async ({ query }) => {
        if (query['key'] !== world.key) throw keyInvalid()
        count(bucket)
        return fail(query['id'] ?? '') ?? method(world, query)
      })
    }
  }
}

function countCalls(clock: Clock): (bucket: Bucket) => void {
  let today = ''
  const used = new Map<Bucket, number>()
  return (bucket) => {
    const { day } = pacificDay(clock.now())
    if (day !== today) for (const each of BUCKETS) used.set(each, 0)
    today = day
    const calls = (used.get(bucket) ?? 0) + 1
    used.set(bucket, calls)
    if (calls > LIMITS[bucket]) throw quotaExceeded()
  }
}

/** @returns a malformed answer, or null when nothing fails */
function failBySentinel(): (ids: string) => object | null {
  let busy = 0
  return (ids) => {
    const asked = new Set(ids.split(','))
    const unavailable = new YoutubeError(503, 'backendError', 'Backend Error')
    if (asked.has(SENTINELS.quota)) throw quotaExceeded()
    if (asked.has(SENTINELS.key)) throw keyInvalid()
    if (asked.has(SENTINELS.busy)) throw unavailable
    if (asked.has(SENTINELS.busyTwice) && ++busy % 3 !== 0) throw unavailable
    return asked.has(SENTINELS.shape) ? { kind: 'youtube#somethingElse', items: [{ id: 7 }] } : null
  }
}
