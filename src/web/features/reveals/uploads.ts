import { isCheckOld } from '#shared/rules/filters.ts'
import { call } from '#web/kit/api/call.ts'
import { createStore, useStore } from '#web/kit/stores/store.ts'

/** What is known of a channel's uploads. */
export interface Uploads {
  readonly lastUploadAt: string | null
  readonly uploadsCheckedAt: string | null
}

interface WithUploads extends Uploads {
  readonly channelId: string
}

/** What the platform said about channels that were reported as alive, in this visit. */
const answers = createStore<ReadonlyMap<string, Uploads>>(new Map())

/** Keeps what the platform has just said of a channel: everything that shows the channel shows it. */
export function noteUploads(channelId: string, uploads: Uploads): void {
  answers.set(new Map([...answers.get(), [channelId, uploads]]))
}

/** A person who presses 'get data' does not wait longer for the platform. */
const PATIENCE_MS = 1_000

/**
 * What is known of a channel's uploads before a use is spent: where the last check is old, the platform is asked, as it is for the
 * list of videos on the channel's page. Without a timely answer it is what was known before.
 */
export async function checkUploads(channel: WithUploads): Promise<Uploads> {
  const known = latestOf(channel, answers.get())
  if (!isCheckOld(known.uploadsCheckedAt === null ? null : new Date(known.uploadsCheckedAt), new Date()))
    return known
  try {
    const { channelId } = channel
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const { data } = await call('GET /channels/{channelId}/videos', {
      params: { channelId },
      handles: 'all',
      signal,
    })
    const published = data.videos.flatMap(({ publishedAt }) => publishedAt ?? []).toSorted()
    const told = { lastUploadAt: published.at(-1) ?? null, uploadsCheckedAt: data.fetchedAt }
    if (told.lastUploadAt !== null) noteUploads(channelId, told)
    return latestOf(channel, answers.get())
  } catch {
    // Too slow or refused: a check is no condition of a purchase.
    return known
  }
}

/** What is known of channels' uploads: of their own answer and the one to a report, the later. */
export function useUploads(): (channel: WithUploads) => Uploads {
  const known = useStore(answers)
  return (channel) => latestOf(channel, known)
}

function latestOf(channel: WithUploads, known: ReadonlyMap<string, Uploads>): Uploads {
  const answer = known.get(channel.channelId)
  const checked = ({ uploadsCheckedAt }: Uploads) => Date.parse(uploadsCheckedAt ?? '1970-01-01')
  return answer !== undefined && checked(answer) >= checked(channel) ? answer : channel
}
