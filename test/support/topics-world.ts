import type { App } from '#server/app.ts'
import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { countWords } from '#server/features/topics/count-words.ts'
import { keepRecent } from '#server/features/topics/keep-recent.ts'
import { addChannels, type SearchedChannel } from './catalogue-world.ts'

/** A channel of a test's catalogue with the titles of its recent videos. */
export interface TitledChannel extends SearchedChannel {
  readonly titles?: readonly string[]
}

// Makes the platform's ids within one test file unique.
let made = 0

/** Adds channels and keeps the words of their titles, as the refresh does. @returns their ids, in the given order */
export async function addTitledChannels(app: Core, channels: readonly TitledChannel[]): Promise<number[]> {
  const identified = channels.map((channel) => {
    made += 1
    return { ...channel, platformId: channel.platformId ?? `UC${String(made).padStart(22, 't')}` }
  })
  const ids = await addChannels(app, identified)
  const now = app.clock.now()
  const listed = identified.flatMap(({ name, platformId, titles }, at) =>
    titles === undefined
      ? []
      : [{ id: ids[at]!, platformId, name, uploads: { videos: titles.map(videoOf), isWhole: true } }],
  )
  await transact(app.db, (tx) => keepRecent(tx, listed, now))
  return ids

  function videoOf(title: string, at: number) {
    return { videoId: `v${at}`, title, publishedAt: new Date(now.getTime() - (at + 1) * 86_400_000) }
  }
}

/** The catalogue as the nightly jobs leave it: words are counted, and PostgreSQL knows about how many channels have some. */
export async function settleTopics(app: Core & Pick<App, 'databases'>): Promise<void> {
  await app.databases.pool.query('analyze channel_recent')
  await countWords(app)
}
