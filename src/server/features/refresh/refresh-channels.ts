import { keptDays, NEXT_PURGE_MS, oldestKept } from '#server/retention.ts'
import {
  askWithBisection,
  type ChannelFacts,
  IDS_PER_CALL,
  type Purpose,
  REFUSALS,
  refreshAfterDays,
  isOfSingleIds,
  isUnavailable,
  patienceOfPeople,
} from '#server/platforms/videos.ts'
import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { forEachPlatform, type OpenPlatform } from '#server/platforms/platform.ts'
import { transact } from '#server/db/connect.ts'
import { withSessionLock } from '#server/db/session-lock.ts'
import { holdOffImports, isLockTimeout, waitForImport } from '#server/features/catalogue/import-lock.sql.ts'
import { deferChannels, storeFacts, forgetNumbers } from '#server/features/catalogue/platform-facts.sql.ts'
import { keepRecent, type ListedUploads } from '#server/features/topics/keep-recent.ts'
import { forgetRecent } from '#server/features/topics/recent.sql.ts'
import { lastUpload, listUploads } from './list-uploads.ts'
import { type DueChannel, type DueKind, listDue } from './refresh-channels.sql.ts'

/** Concurrent calls about channels. */
const AT_ONCE = 8
/** Channels of a platform per run. The next run follows in minutes, so that a day's quota is not spent in its first hour. */
const MAX_CHANNELS = 20_000
const LOCK = 'channelbook channel refresh'
/** How many channels one transaction forgets. */
const BATCH = 500

/**
 * Refreshes channels from the platform: first bought ones, then those with the oldest facts, and with the rest of the quota
 * those whose last upload is unknown, and at last those whose titles would soon have to be forgotten. It can be stopped, or
 * started on several servers, at any time: only one works, and the next run does what is missing. Stops without an error when
 * its share of the quota is used up, and while an import is being written. A channel with a malformed or refused answer is
 * set aside for a day.
 * @returns how many channels were asked about
 * @throws VideosUnavailable when the platform does not answer for another reason; its earlier answers are stored
 */
export async function refreshChannels(app: Core & Pick<App, 'databases'>): Promise<number> {
  // A server that dies gives it up.
  const refresh = () => forEachPlatform(app.platforms, (platform) => refreshDue(app, platform))
  return (await withSessionLock(app.databases.direct, LOCK, refresh)) ?? 0
}

async function refreshDue(app: Core, platform: OpenPlatform): Promise<number> {
  let asked = 0
  const afterDays = refreshAfterDays(keptDays(app))
  for (const kind of ['bought', 'facts', 'overdue', 'uploads', 'words'] as const) {
    while (asked < MAX_CHANNELS) {
      const due = await listDue(app.db, kind, {
        platform: platform.name,
        now: app.clock.now(),
        afterDays,
        limit: AT_ONCE * IDS_PER_CALL,
      })
      if (due.length === 0) break
      if (!(await holdOffImports(app.db))) return asked
      const groups = Array.from({ length: Math.ceil(due.length / IDS_PER_CALL) }, (_, at) =>
        due.slice(at * IDS_PER_CALL, (at + 1) * IDS_PER_CALL),
      )
      const results = await Promise.allSettled(
        groups.map((group) => ask(app, platform, { kind, asked: group, purpose: 'refresh' })),
      )
      const failures = results.flatMap((result) =>
        result.status === 'rejected' ? [{ error: result.reason as unknown }] : [],
      )
      asked += results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
      const other = failures.find(({ error }) => !isUnavailable(error, 'quota'))
      if (other !== undefined) throw other.error
      if (
        failures.length > 0 ||
        results.some((result) => result.status === 'fulfilled' && result.value === 0)
      ) {
        app.log.info({ asked }, 'the refresh of channels goes on later')
        return asked
      }
    }
  }
  return asked
}

/**
 * Asks about one channel at once, on a person's behalf, who does not wait long: facts and uploads.
 * @returns whether the answer could be stored, which an import prevents that is written for longer than a person waits
 * @throws VideosUnavailable
 */
export async function refreshChannel(
  app: Core,
  platform: OpenPlatform,
  channel: Pick<DueChannel, 'id' | 'platformId'>,
): Promise<boolean> {
  const asked = [{ ...channel, uploads: null, isUploadKnown: false }]
  const signal = patienceOfPeople()
  return (await ask(app, platform, { kind: 'uploads', asked, purpose: 'person', signal })) > 0
}

interface Asking {
  readonly kind: DueKind
  readonly asked: readonly DueChannel[]
  readonly purpose: Purpose
  readonly signal?: AbortSignal
}

/** @returns how many channels were asked about; 0 when an import began meanwhile and nothing could be stored */
async function ask(
  app: Core,
  platform: OpenPlatform,
  { kind, asked, purpose, signal }: Asking,
): Promise<number> {
  const ids = asked.map(({ platformId }) => platformId)
  const { found, malformed } = await askWithBisection(ids, (part) =>
    platform.videos.channels(part, purpose, signal),
  )
  const known = new Map(asked.map((channel) => [channel.platformId, channel]))
  const factsById = new Map(found.map((facts) => [facts.channelId, facts]))
  // In the order asked, the most urgent first: the quota may end before the last.
  const inOrder = asked.flatMap(({ platformId }) => factsById.get(platformId) ?? [])
  const wanted = inOrder.filter(
    (facts) =>
      kind === 'uploads' ||
      kind === 'words' ||
      (kind === 'bought' && hasNews(known.get(facts.channelId), facts)),
  )
  const uploads = new Map<string, ListedUploads>()
  const unread = new Set<string>()
  let closed = 0
  let failure: { readonly error: unknown } | null = null
  for (const facts of wanted) {
    try {
      uploads.set(facts.channelId, await listUploads(platform, facts, purpose, signal))
    } catch (error) {
      if (isOfSingleIds(error)) unread.add(facts.channelId)
      if (isUnavailable(error, 'closed')) closed += 1
      const isForAll = uploads.size === 0 && closed === 0 && unread.size === REFUSALS
      if (isForAll) unread.clear()
      if (isForAll || !isOfSingleIds(error)) {
        failure = { error }
        break
      }
    }
  }
  const isKept = await transact(app.db, async (tx) => {
    // Nobody asks again for a person; the refresh comes again by itself.
    if (purpose === 'person') await waitForImport(tx)
    else if (!(await holdOffImports(tx))) return false
    const now = app.clock.now()
    const answered = asked.filter(({ platformId }) => !malformed.has(platformId))
    await storeFacts(tx, {
      platform,
      asked: answered,
      found,
      lastUploads: new Map([...uploads].map(([platformId, listed]) => [platformId, lastUpload(listed, now)])),
      now,
      afterDays: refreshAfterDays(keptDays(app)),
    })
    const listed = wanted.flatMap(({ channelId: platformId, name }) => {
      const [channel, list] = [known.get(platformId), uploads.get(platformId)]
      return channel === undefined || list === undefined ? [] : [{ ...channel, name, uploads: list }]
    })
    await keepRecent(tx, listed, now)
    const aside = asked.filter(({ platformId }) => malformed.has(platformId) || unread.has(platformId))
    await deferChannels(tx, { ids: aside.map(({ id }) => id), now })
    return true
  }).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
    return false
  })
  if (malformed.size + unread.size > 0)
    app.log.warn(
      { malformed: malformed.size, uploads: unread.size, closed },
      'the platform gives malformed or no answers about channels, which are set aside for a day',
    )
  if (failure !== null) throw failure.error
  return isKept ? asked.length : 0
}

/** A changed number of uploads, or old words of titles, make it worth a call to ask for them. */
function hasNews(known: DueChannel | undefined, { uploads }: ChannelFacts): boolean {
  return known?.isUploadKnown !== true || uploads !== known.uploads
}

/**
 * Deletes what titles showed, and resets channel numbers from the platform to unknown, when they could not be refreshed within the
 * time that its terms allow storing them. Words come first, so that a failure with numbers does not keep them. Numbers stay
 * while an import is being written; the next run resets them.
 */
export async function forgetPlatformNumbers(app: Core): Promise<void> {
  const { db } = app
  const oldest = oldestKept(app, NEXT_PURGE_MS)
  while ((await forgetRecent(db, oldest, BATCH)) === BATCH);
  let forgotten = BATCH
  while (forgotten === BATCH) {
    forgotten = await transact(db, async (tx) =>
      (await holdOffImports(tx)) ? forgetNumbers(tx, oldest, BATCH) : 0,
    )
  }
}
