/**
 * The nightly snapshot of very many followed videos: its duration and its share of the daily quota, against the platform's
 * local stand-in, which runs in the same process and generates every number. Run: `node_modules/.bin/node
 * bench/statistics.ts [videos]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startLocalYoutube } from '#local/youtube/local-youtube.ts'
import { videoIdOf } from '#local/youtube/video-ids.ts'
import { readQuotaLimits } from '#server/adapters/videos/youtube-quota.ts'
import type { App } from '#server/app.ts'
import { createApp } from '#server/create-app.ts'
import { readConfig } from '#server/config/config.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { snapshotStatistics } from '#server/features/statistics/snapshot-statistics.ts'
import { TRACKED_MAX } from '#shared/rules/statistics.ts'
import { makeChannels, makePerson, type TestChannel } from '#test/support/factories.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { footprintText, watchFootprint } from './footprint.ts'
import { megabytes, percent, print } from './print-figures.ts'

const log = pino({ level: 'warn' })
/** The stand-in gives so many videos to a channel that it does not know. */
const VIDEOS_OF_CHANNEL = 20
/** How many people are created at a time. */
const AT_ONCE = 16

async function main(): Promise<void> {
  const videos = Number(process.argv[2] ?? 100_000)
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'tool', log })
  stack.defer(() => postgres.close())
  await migrate(postgres.url)
  const clock = new TestClock()
  const local = await startLocalYoutube({
    databaseUrl: postgres.url,
    publicUrl: 'http://127.0.0.1:1',
    clock,
    log,
  })
  stack.defer(() => local.close())
  const config = readConfig({ DATA_DIR: dataDir })
  const app = stack.use(
    createApp(config, {
      databaseUrl: postgres.url,
      smtpUrl: 'smtp://127.0.0.1:9',
      videos: local.access,
      clock,
      log,
    }),
  )
  await follow(app, videos)

  for (const day of ['the first day', 'the day after']) {
    clock.advance({ days: 1 })
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
}

/**
 * Adds people who follow the maximum number of videos, of channels that they bought; written as lookups write them, without
 * their cost.
 */
async function follow(app: App, videos: number): Promise<void> {
  const channels = await makeChannels(app, Math.ceil(videos / VIDEOS_OF_CHANNEL))
  const ofPerson = TRACKED_MAX / VIDEOS_OF_CHANNEL
  const now = app.clock.now()
  const shares = Array.from({ length: Math.ceil(channels.length / ofPerson) }, (_, at) =>
    channels.slice(at * ofPerson, (at + 1) * ofPerson),
  )
  for (let at = 0; at < shares.length; at += AT_ONCE) {
    await Promise.all(
      shares.slice(at, at + AT_ONCE).map(async (share) => {
        const person = await makePerson(app, { uses: ofPerson })
        await followAll(app, person.id, share, now)
      }),
    )
  }
  await sql`analyze`.execute(app.db)
}

async function followAll(
  app: App,
  personId: number,
  channels: readonly TestChannel[],
  now: Date,
): Promise<void> {
  const videos = channels.flatMap(({ id, channelId }) =>
    Array.from({ length: VIDEOS_OF_CHANNEL }, (_, index) => ({
      platform_id: videoIdOf({ channel: id, index }),
      platform_channel_id: channelId,
    })),
  )
  await sql`
    with lot as (
      update uses_lot set spent = granted where person_id = ${personId} returning person_id, id
    ), bought as (
      insert into reveal (person_id, channel_id, contact_id, created_at)
      select ${personId}, channel_id, id, ${now} from contact where channel_id = any(${channels.map(({ id }) => id)})
      returning person_id, id, channel_id, created_at
    ), recorded as (
      insert into purchase (person_id, reveal_id, channel_name, created_at)
      select person_id, bought.id, channel.name, bought.created_at
      from bought join channel on channel.id = bought.channel_id
    ), entered as (
      insert into uses_entry (person_id, lot_id, amount, reason, reveal_id, created_at)
      select person_id, lot.id, -1, 'reveal', bought.id, created_at from bought join lot using (person_id)
    ), found as (
      insert into video (platform_id, platform_channel_id, title, fetched_at, asked_on)
      select platform_id, platform_channel_id, 'A video', ${now}, ${now}::date
      from jsonb_to_recordset(${JSON.stringify(videos)}::jsonb) v (platform_id text, platform_channel_id text)
      returning id
    )
    insert into tracking (person_id, video_id, created_at) select ${personId}, id, ${now} from found`.execute(
    app.db,
  )
}

await main()
