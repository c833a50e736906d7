import { setTimeout as pause } from 'node:timers/promises'
import type { DataOf } from '#shared/api/contract.ts'
import { oldestKept } from '#server/retention.ts'
import { parseThumbnail } from '#server/platforms/pictures.ts'
import { type OpenPlatform, platformOf, refOf } from '#server/platforms/platform.ts'
import {
  askWithBisection,
  isUnavailable,
  type ListedVideo,
  patienceOfPeople,
  type Purpose,
  VideosUnavailable,
} from '#server/platforms/videos.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { cleanText } from '#shared/rules/clean-text.ts'
import { findChannel } from '#server/features/catalogue/find-channel.sql.ts'
import { withoutAddresses } from '#server/features/catalogue/mask-addresses.ts'
import { storeLastUpload } from '#server/features/catalogue/platform-facts.sql.ts'
import { lastUpload, listUploads } from '#server/features/refresh/list-uploads.ts'
import { holdOffImports } from '#server/features/catalogue/import-lock.sql.ts'
import { keepRecent, type ListedChannel } from '#server/features/topics/keep-recent.ts'
import { Refusal } from '#server/refusal.ts'
import { calculate } from './calculate-metrics.ts'
import {
  claimAsking,
  dropClaim,
  keepVideos,
  type KeptVideos,
  noteProblem,
  type Problem,
  readKept,
  type ShownVideo,
} from './channel-videos.sql.ts'
import { DAY_MS } from '#shared/rules/time.ts'

type Answer = DataOf<'GET /channels/{channelId}/videos'>

/** A platform that gave no answer is not asked again for this time; nor does a server that died keep others waiting longer. */
const CLAIM_MS = 60_000
/** How long a call waits for the answer to another one. */
const WAITS = { times: 50, ms: 100 }
const SHOWN = 10
/** Calls of the platform for one list: the uploads, and the metrics of the newest. */
const CALLS = 2

/** Who looks. The platform's calls count towards the person's limit or, of visitors, towards the network's. */
interface Looker {
  readonly personId: number | null
  readonly network: string
}

/**
 * A channel's last ten videos. The platform is asked when nobody looked within a day; calls of all servers that come meanwhile
 * wait for the same answer. When it gives none, or may not be asked, what is kept is shown with its date.
 * @throws Refusal not_found; too_many_requests when the caller has made the platform be asked too often and nothing is kept
 */
export async function listVideos(
  app: Core,
  { channelId, looker }: { readonly channelId: string; readonly looker: Looker },
): Promise<Answer> {
  const channel = await findChannel(app.db, channelId, app)
  if (channel === null) throw new Refusal('not_found')
  const { id, platformId, name } = channel
  const platform = platformOf(app.platforms, channel.platform)
  if (platform === null || platformId === null) return { videos: [], fetchedAt: null, problem: null }
  const answerOf = (kept: Answered) => describeAnswer(app, platform, kept)
  for (let waited = 0; ; waited += 1) {
    const kept = await readKept(app.db, id, oldestKept(app))
    const now = app.clock.now()
    const age = (since: Date | null) => now.getTime() - (since?.getTime() ?? 0)
    if (kept !== null && age(kept.fetchedAt) < DAY_MS) return answerOf(kept)
    const isAsked = kept !== null && age(kept.askedAt) < CLAIM_MS
    if (isAsked && (kept.problem !== null || waited === WAITS.times))
      return answerOf({ ...kept, problem: kept.problem ?? 'unavailable' })
    if (isAsked) await pause(WAITS.ms)
    else if (await claimAsking(app.db, { id, now, before: new Date(now.getTime() - CLAIM_MS) })) {
      const problem = await askWithinLimits(
        app,
        { id, platform, platformId, name },
        { looker, isKept: kept?.videos != null },
      )
      if (problem !== null) return answerOf({ ...(kept ?? NOTHING), problem })
    }
    // An import has merged it.
    else if ((await findChannel(app.db, channelId, app))?.id !== id) throw new Refusal('not_found')
  }
}

const NOTHING = { videos: null, fetchedAt: null }

interface Asked {
  readonly id: number
  readonly platform: OpenPlatform
  readonly platformId: string
  readonly name: string
}

/**
 * Asks within the caller's limits. Who may not ask keeps nobody else from it.
 * @returns why nobody was asked, if a list is kept to show instead
 * @throws Refusal too_many_requests if there is none
 */
async function askWithinLimits(
  app: Core,
  channel: Asked,
  { looker: { personId, network }, isKept }: { readonly looker: Looker; readonly isKept: boolean },
): Promise<Problem | null> {
  try {
    if (personId === null) await app.limits.consume('platform_videos', network)
    else await app.limits.consume('platform_units', String(personId), CALLS)
    await ask(app, channel, personId === null ? 'visitor' : 'person')
    return null
  } catch (error) {
    const isQuota = isUnavailable(error, 'quota')
    if (!isQuota && !(error instanceof Refusal)) throw error
    await dropClaim(app.db, channel.id)
    if (isQuota || (isKept && error.code === 'too_many_requests')) return 'quota'
    throw error
  }
}

/**
 * Asks the platform, and keeps its answer or that there is none.
 * @throws VideosUnavailable when the quota that the purpose may use is spent
 */
async function ask(app: Core, channel: Asked, purpose: Purpose): Promise<void> {
  const { id, platform, platformId } = channel
  try {
    const signal = patienceOfPeople()
    const uploadsList = platform.uploadsList(platformId)
    const uploads = await listUploads(platform, { uploadsList }, purpose, signal)
    const now = app.clock.now()
    await keepUploads(app, { ...channel, uploads }, now)
    const videos = await describe(app, platform, newestOf(uploads.videos, now), { purpose, signal })
    await keepVideos(app.db, { id, videos, now })
  } catch (error) {
    if (!(error instanceof VideosUnavailable) || isUnavailable(error, 'quota')) throw error
    await noteProblem(app.db, id, 'unavailable')
  }
}

/**
 * Keeps what the list tells, as the refresh does: no page calls a channel inactive beside a video of yesterday. While an import
 * is being written nothing is kept; the next refresh does it.
 */
async function keepUploads({ db }: Core, channel: ListedChannel, now: Date): Promise<void> {
  const lastUploadAt = lastUpload(channel.uploads, now)
  // A list that does not exist is empty, too; then the platform is asked whether there is such a channel, by the refresh.
  if (lastUploadAt === null) return
  await transact(db, async (tx) => {
    if (!(await holdOffImports(tx))) return
    await storeLastUpload(tx, { id: channel.id, lastUploadAt, now })
    await keepRecent(tx, [channel], now)
  })
}

const timeOf = ({ publishedAt }: Pick<ListedVideo, 'publishedAt'>) => publishedAt?.getTime() ?? 0
const byTime = (one: Pick<ListedVideo, 'publishedAt'>, other: Pick<ListedVideo, 'publishedAt'>) =>
  timeOf(other) - timeOf(one)

/** Some channels order the list themselves, and some announce uploads before they are out. */
function newestOf(listed: readonly ListedVideo[], now: Date): readonly ListedVideo[] {
  return listed
    .filter((video) => timeOf(video) <= now.getTime())
    .toSorted(byTime)
    .slice(0, SHOWN)
}

async function describe(
  { platforms, config }: Core,
  { name, videos }: OpenPlatform,
  newest: readonly ListedVideo[],
  { purpose, signal }: { readonly purpose: Purpose; readonly signal: AbortSignal },
): Promise<ShownVideo[]> {
  const ids = newest.map(({ videoId }) => videoId)
  const { found } = await askWithBisection(ids, (part) => videos.videos(part, purpose, signal))
  return found.toSorted(byTime).map(({ videoId, title, thumbnail, publishedAt, views, likes, comments }) => ({
    videoId: refOf(platforms, name, videoId),
    title: withoutAddresses(cleanText(title)),
    thumbnail: pictureOf(thumbnail, config.publicUrl, platforms),
    publishedAt: publishedAt?.toISOString() ?? null,
    views,
    likes,
    comments,
  }))
}

/** A picture that pages may load: of the platform's hosts, or of our own, where the stand-in's are. */
function pictureOf(url: string | null, publicUrl: string, platforms: Core['platforms']): string | null {
  if (url === null) return null
  return url.startsWith(`${publicUrl}/thumbnails/`)
    ? url.slice(publicUrl.length)
    : parseThumbnail(url, platforms)
}

type Answered = Pick<KeptVideos, 'videos' | 'fetchedAt' | 'problem'>

function describeAnswer(
  { clock }: Core,
  { mayCalculate }: OpenPlatform,
  { videos, fetchedAt, problem }: Answered,
): Answer {
  return {
    videos: [...(videos ?? [])],
    fetchedAt: fetchedAt?.toISOString() ?? null,
    problem,
    ...(mayCalculate && { calculated: calculate(videos ?? [], clock.now()) }),
  }
}
