/**
 * The nightly snapshot of very many followed videos: its duration and its share of the daily quota, against the platform's
 * local stand-in, which runs in the same process and generates every number. Run: `node_modules/.bin/node
 * bench/statistics.ts [videos]`
 */
import { sql } from 'kysely'
import { startLocalYoutube } from '#local/youtube/local-youtube.ts'
import { videoIdOf } from '#local/youtube/video-ids.ts'
import { readQuotaLimits } from '#server/platforms/youtube-quota.ts'
import type { App } from '#server/app.ts'
import { snapshotStatistics } from '#server/features/statistics/snapshot-statistics.ts'
import { TRACKED_MAX } from '#shared/rules/statistics.ts'
import { footprintText, watchFootprint } from './footprint.ts'
import { addChannels, addPeople, addPurchases, type BenchChannel } from './people.ts'
import { megabytes, percent, print } from './print.ts'
import { log, openApp, openEmptyDatabase } from './product.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** The number of videos that the stand-in gives a channel that it does not know. */
const VIDEOS_OF_CHANNEL = 20
/** How many people are created at a time. */
const AT_ONCE = 16

const videos = Number(process.argv[2] ?? 100_000)
await using stack = new AsyncDisposableStack()
const { url: databaseUrl, dataDir } = stack.use(await openEmptyDatabase())
let now = new Date()
const clock = { now: () => now }
const publicUrl = 'http://127.0.0.1:1'
const local = await startLocalYoutube({ databaseUrl, publicUrl, clock, log })
stack.defer(() => local.close())
const app = stack.use(openApp(databaseUrl, {}, { platformAccess: { youtube: local.access }, clock }))
await follow(videos)

for (const day of ['the first day', 'the day after']) {
  now = new Date(now.getTime() + DAY_MS)
  const begin = performance.now()
  const processor = process.cpuUsage()
  const readFootprint = await watchFootprint(app, dataDir)
  const asked = await snapshotStatistics(app)
  const seconds = (performance.now() - begin) / 1_000
  const { user, system } = process.cpuUsage(processor)
  print(
    `${day}: ${asked} videos in ${seconds.toFixed(1)} s, ${Math.round(asked / seconds)} a second; ` +
      `processor of client and stand-in ${((user + system) / 1e6).toFixed(1)} s`,
  )
  print(`  one video a day: ${footprintText(await readFootprint(asked))}`)
}
const { rows } = await sql<{ used: number; bucket: 'statistics' }>`
  select bucket, max(used) as used from platform_quota group by bucket`.execute(app.db)
for (const { bucket, used } of rows) {
  const limit = readQuotaLimits([])[bucket]
  print(`calls a day of ${bucket}: ${used} of ${limit} (${percent(used / limit)})`)
}
const { rows: counted } = await sql<{ rows: number; bytes: number }>`
  select count(*) as rows, pg_total_relation_size('video_statistics') as bytes from video_statistics`.execute(
  app.db,
)
print(`${counted[0]?.rows} rows of daily numbers, ${megabytes(counted[0]?.bytes ?? 0)} with their index`)

/** Adds people who follow the maximum number of videos of bought channels; written as lookups write them, without their cost. */
async function follow(count: number): Promise<void> {
  const channels = await addChannels(app, Math.ceil(count / VIDEOS_OF_CHANNEL))
  const ofPerson = TRACKED_MAX / VIDEOS_OF_CHANNEL
  const people = await addPeople(app, Math.ceil(channels.length / ofPerson), { uses: ofPerson })
  for (let first = 0; first < people.length; first += AT_ONCE) {
    await Promise.all(
      people.slice(first, first + AT_ONCE).map(async ({ id }, at) => {
        const bought = channels.slice((first + at) * ofPerson, (first + at + 1) * ofPerson)
        await addPurchases(app, id, bought)
        await followAll(app, id, bought)
      }),
    )
  }
  await sql`analyze`.execute(app.db)
}

async function followAll({ db }: App, holderId: number, channels: readonly BenchChannel[]): Promise<void> {
  const found = channels.flatMap(({ id, channelId }) =>
    Array.from({ length: VIDEOS_OF_CHANNEL }, (_, index) => ({
      platform_id: videoIdOf({ channel: id, index }),
      platform_channel_id: channelId,
    })),
  )
  await sql`
    with found as (
      insert into video (platform, platform_id, platform_channel_id, title, fetched_at, asked_on)
      select 'youtube', platform_id, platform_channel_id, 'A video', ${now}, ${now}::date
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) v (platform_id text, platform_channel_id text)
      returning id
    )
    insert into tracking (holder_id, video_id, created_at) select ${holderId}, id, ${now} from found`.execute(
    db,
  )
}
