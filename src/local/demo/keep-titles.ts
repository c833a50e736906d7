import type { Core } from '#server/core.ts'
import { transact } from '#server/db/connect.ts'
import { monthsOf } from '#server/features/topics/keep-recent.ts'
import { type RecentUploads, sampleWords, writeRecent } from '#server/features/topics/recent.sql.ts'
import { type TitleWords, titleWords } from '#shared/rules/title-words.ts'
import { type CatalogueChannel, publishedTimes, videoCount } from '../youtube/make-videos.ts'
import { diceFor } from './dice.ts'
import { nichesOf, titlesOf } from './titles.ts'
import { holdTitles, listUntitled } from './demo-channels.sql.ts'

const BATCH = 1_000
/** Uploads that one call of the platform lists. */
const LISTED = 50
const SEED = 0x40fd5

/**
 * Keeps what the titles that invented channels have at the platform's stand-in are about, for a maximum number of channels of which
 * nothing is kept. Does nothing while another server does it. @returns how many channels
 */
export async function keepDemoTitles(
  { db, clock }: Core,
  most: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  const now = clock.now()
  return transact(db, async (tx) => {
    if (!(await holdTitles(tx))) return 0
    let [done, lastId] = [0, 0]
    while (done < most) {
      const channels = await listUntitled(tx, lastId, Math.min(BATCH, most - done))
      const last = channels.at(-1)
      if (last === undefined) break
      const rows = channels.map((channel) => ({ ...recentOf(channel, now), ...identityOf(channel) }))
      await writeRecent(tx, rows, now)
      lastId = last.id
      done += channels.length
      onProgress(done)
    }
    if (done > 0) await sampleWords(tx)
    return done
  })
}

const identityOf = ({ id, platformId }: CatalogueChannel) => ({ id, platformId })

const wordsOfNiches = new Map<string, TitleWords>()

/**
 * What a list of its uploads would tell, without reading thousands of titles: the words of all titles of its niches, less a few.
 */
function recentOf(channel: CatalogueChannel, now: Date): RecentUploads {
  const dice = diceFor(SEED, channel.id)
  const { terms, pairs, speech } = wordsOf(nichesOf(channel))
  const kept = terms.filter(({ word }) => word === '' || dice.chance(0.85))
  const times = publishedTimes(channel, now, LISTED)
  return {
    keys: kept.map(({ key }) => key),
    words: kept.map(({ word }) => word),
    pairs,
    speech,
    months: monthsOf(times, now),
    listedSince: times.length < videoCount(channel) ? new Date(Math.min(...times)) : null,
  }
}

function wordsOf(niches: readonly string[]): TitleWords {
  const name = niches.toSorted().join()
  const found = wordsOfNiches.get(name) ?? titleWords(niches.flatMap(titlesOf), '')
  wordsOfNiches.set(name, found)
  return found
}
