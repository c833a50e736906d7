/**
 * On whose behalf the platform is asked: jobs leave part of the daily quota to people and visitors, and the refresh of channels,
 * which could use it all, leaves part to the other jobs. What visitors use takes nothing from jobs.
 */
export type Purpose = 'person' | 'visitor' | 'job' | 'refresh'

/** A video's counters; null is unknown: hidden, switched off or missing. */
export interface Counters {
  readonly views: number | null
  readonly likes: number | null
  readonly comments: number | null
}

export interface VideoCounters extends Counters {
  readonly videoId: string
}

export interface VideoFacts extends VideoCounters {
  readonly channelId: string
  readonly title: string
  readonly thumbnail: string | null
  readonly publishedAt: Date | null
}

/** A video as it appears in a channel's lists. */
export interface ListedVideo {
  readonly videoId: string
  readonly title: string
  readonly publishedAt: Date | null
}

export interface ChannelFacts {
  readonly channelId: string
  readonly name: string
  readonly thumbnail: string | null
  /** Rounded by the platform; null when unknown or hidden. */
  readonly subscribers: number | null
  readonly views: number | null
  readonly uploads: number | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** The id of the list of its uploads. */
  readonly uploadsList: string | null
}

export interface UploadsPage {
  /** Newest first. */
  readonly videos: readonly ListedVideo[]
  /** The next page's token; null on the last page. */
  readonly next: string | null
}

/** The maximum number of ids in one call. */
export const IDS_PER_CALL = 50

const PATIENCE_MS = 5_000

/** Passed to all calls that one person waits for: together they end within 5 s. */
export function patienceOfPeople(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS)
}

/**
 * A video platform, asked by its own ids. Unknown ids are missing in the answers. Every call throws VideosUnavailable when
 * the platform cannot be asked or its answer is malformed, and without further attempts once a signal aborts. For several ids, one malformed item is enough;
 * `askWithBisection` isolates it.
 */
export interface Videos {
  /** @param ids 50 at most */
  channels(ids: readonly string[], purpose: Purpose, signal?: AbortSignal): Promise<ChannelFacts[]>
  /** @param ids 50 at most */
  videos(ids: readonly string[], purpose: Purpose, signal?: AbortSignal): Promise<VideoFacts[]>
  /** Counters only, from a quota of their own. @param ids 50 at most */
  counters(ids: readonly string[], purpose: Purpose): Promise<VideoCounters[]>
  /** A page of a channel's uploads, 50 at most; empty when there are none. */
  uploads(list: string, page: string | null, purpose: Purpose, signal?: AbortSignal): Promise<UploadsPage>
  /** The platform's own search in a channel's videos; the quota allows very few a day. */
  searchInChannel(channelId: string, text: string, purpose: Purpose): Promise<ListedVideo[]>
}

/**
 * Why the platform gave no answer: `quota` until its next day, `key` until an operator acts, `busy` for a while, `answer`
 * when the answer is not as documented, `closed` when it tells nothing about just this channel, list or video.
 */
export type UnavailableReason = 'quota' | 'key' | 'busy' | 'answer' | 'closed'

export class VideosUnavailable extends Error {
  override readonly name = 'VideosUnavailable'
  readonly reason: UnavailableReason
  /** When to ask again, if that is known. */
  readonly retryAt: Date | null
  /** With `answer`: the ids whose items are malformed, when only those are. */
  readonly malformedIds: readonly string[]

  constructor(
    reason: UnavailableReason,
    message: string,
    retryAt: Date | null = null,
    malformedIds: readonly string[] = [],
  ) {
    super(message)
    this.reason = reason
    this.retryAt = retryAt
    this.malformedIds = malformedIds
  }
}

/** Whether an error says that the platform gave no answer for this reason. */
export function isUnavailable(error: unknown, reason: UnavailableReason): error is VideosUnavailable {
  return error instanceof VideosUnavailable && error.reason === reason
}

/** Whether an error concerns single ids only: they are set aside, and others are asked about. */
export function isOfSingleIds(error: unknown): error is VideosUnavailable {
  return isUnavailable(error, 'answer') || isUnavailable(error, 'closed')
}

/** After this many refused calls without a proper answer, the platform is at fault and not a single id. */
export const REFUSALS = 16

export interface BisectedAnswer<T> {
  readonly found: readonly T[]
  /** Ids about which nothing is known, not even whether they still exist. */
  readonly malformed: ReadonlySet<string>
}

/**
 * Asks about several ids, so that a malformed or refused answer about one does not cost the others theirs: the ids that the
 * platform names are left out; where it names none, the list is bisected.
 * @throws VideosUnavailable as `ask` does, unless its reason is the answer to single ids
 */
export async function askWithBisection<T>(
  ids: readonly string[],
  ask: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<BisectedAnswer<T>> {
  const found: T[] = []
  const malformed = new Set<string>()
  const parts = [ids]
  let [answers, refusals] = [0, 0]
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    try {
      found.push(...(await ask(part)))
      answers += 1
    } catch (error) {
      if (!isOfSingleIds(error)) throw error
      if (error.reason === 'closed') answers += 1
      refusals += 1
      if (answers === 0 && refusals === REFUSALS) throw error
      const told = part.length === 1 ? part : part.filter((id) => error.malformedIds.includes(id))
      for (const id of told) malformed.add(id)
      const half = Math.ceil(part.length / 2)
      const rest =
        told.length > 0 ? [part.filter((id) => !malformed.has(id))] : [part.slice(0, half), part.slice(half)]
      parts.push(...rest.filter(({ length }) => length > 0))
    }
  }
  return { found, malformed }
}

/** The longest time between refreshes, well within the 30 days of the platform's terms. */
const MAX_DAYS = 20

/**
 * How many days after which the platform's data is refreshed: a quarter of the retention, which leaves room for outages
 * before the data must be deleted.
 * @param retentionDays at least 2
 */
export function refreshAfterDays(retentionDays: number): number {
  return Math.min(MAX_DAYS, retentionDays - Math.ceil(retentionDays / 4))
}
