/**
 * The platform's quota that the refresh of channels uses a day, and what is known for it: by a model of the rules at 10,000, 1M
 * and 10M channels, and by the same model and by the product itself against the stand-in at a small size, side by side.
 * `node_modules/.bin/node bench/quota.ts [channels of the small size] [days]`
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startLocalYoutube } from '#local/youtube/local-youtube.ts'
import { readConfig } from '#server/config/config.ts'
import { createApp } from '#server/create-app.ts'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { forgetPlatformNumbers, refreshChannels } from '#server/features/refresh/refresh-channels.ts'
import { revealContact } from '#server/features/reveals/reveal-contact.ts'
import { makeChannels, makePerson } from '#test/support/factories.ts'
import { TestClock } from '#test/support/test-clock.ts'
import { percent, print } from './print-figures.ts'
import { modelQuota, type ModelOptions, type QuotaDay, uploadsByChance } from './quota-model.ts'

const [SMALL = 1_000, DAYS = 40] = process.argv.slice(2).map(Number)
const SEED = 5
/** Calls a day by the platform's usual quota, and what the refresh may use of it with the usual settings. */
const QUOTA = 10_000
const REFRESH_SHARE = 0.64
/** What visitors may use of it. */
const VISITORS_SHARE = 0.1
/** Of a page that nobody looked at within a day: the list of uploads and their figures. */
const CALLS_PER_PAGE = 2
/** One channel in a hundred is bought. */
const BOUGHT_SHARE = 0.01
const MOST_BOUGHT = 5_000

const log = pino({ level: 'silent' })

function optionsOf(channels: number, quota: number): ModelOptions {
  return {
    channels,
    bought: Math.min(MOST_BOUGHT, Math.round(channels * BOUGHT_SHARE)),
    limit: Math.floor(quota * REFRESH_SHARE),
    days: DAYS,
    hasUpload: uploadsByChance(channels, SEED),
  }
}

function report(name: string, days: readonly QuotaDay[]): void {
  const callsOn = (day: number) => String(days[day - 1]?.calls ?? '').padStart(6)
  const later = days.slice(20)
  const mean = later.reduce((sum, { calls }) => sum + calls, 0) / later.length
  const { facts = 0, lastUploads = 0, words = 0 } = days.at(-1) ?? {}
  const shares = [facts, lastUploads, words].map((share) => percent(share).padStart(8)).join('')
  const calls = `${callsOn(1)}${callsOn(2)}${callsOn(10)}${callsOn(20)}${callsOn(DAYS)}`
  print(`${name.padEnd(34)}${calls}${Math.round(mean).toString().padStart(7)}${shares}`)
}

/** The product's own refresh of a catalogue that was just imported, with a platform whose channels upload as the model's do. */
async function runProduct(
  { channels, bought, days, hasUpload }: ModelOptions,
  quota: number,
): Promise<QuotaDay[]> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-quota-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o711)
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'tool', log })
  stack.defer(() => postgres.close())
  const [databaseUrl, platformUrl] = await Promise.all(
    ['ours', 'platform'].map((name) => createDatabase(postgres.url, name)),
  )
  const platform = openDatabase(openPool(platformUrl!, { max: 2, onLost: () => undefined }))
  stack.defer(() => platform.destroy())
  const clock = new TestClock()
  const local = await startLocalYoutube({
    databaseUrl: platformUrl!,
    publicUrl: 'http://127.0.0.1:1',
    clock,
    log,
  })
  stack.defer(() => local.close())
  const config = readConfig({
    DATA_DIR: dataDir,
    APP_SECRET: 'x'.repeat(32),
    YOUTUBE_QUOTA: `other=${quota}`,
  })
  const app = stack.use(
    createApp(config, {
      databaseUrl: databaseUrl!,
      smtpUrl: 'smtp://127.0.0.1:9',
      videos: local.access,
      clock,
      log,
    }),
  )
  const ours = await makeChannels(app, channels)
  await platform
    .insertInto('channel')
    .values(
      ours.map(({ channelId, name }) => ({
        platform_id: channelId,
        source: channelId,
        name,
        name_key: name,
        search_words: '',
        subscribers: 1_000,
        uploads: 20,
        last_upload_at: new Date(clock.now().getTime() - 86_400_000),
        fetched_at: clock.now(),
      })),
    )
    .execute()
  const person = await makePerson(app, { uses: bought })
  for (const { channelId } of ours.slice(0, bought))
    await revealContact(app, { personId: person.id, channelId })
  const result: QuotaDay[] = []
  for (let day = 0; day < days; day += 1) {
    if (day > 0) {
      clock.advance({ days: 1 })
      await upload(
        platform,
        ours.filter((_, at) => hasUpload(at, day)).map(({ channelId }) => channelId),
        clock.now(),
      )
    }
    const before = await callsMade(app.db)
    await refreshChannels(app)
    await forgetPlatformNumbers(app)
    result.push({ calls: (await callsMade(app.db)) - before, ...(await known(app.db)) })
  }
  return result
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const server = openDatabase(openPool(serverUrl, { max: 1, onLost: () => undefined }))
  await sql`create database ${sql.ref(name)}`.execute(server)
  await server.destroy()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await migrate(url.href)
  return url.href
}

async function upload(platform: Db, ids: readonly string[], now: Date): Promise<void> {
  await sql`update channel set uploads = uploads + 1, last_upload_at = ${now} where platform_id = any(${ids})`.execute(
    platform,
  )
}

async function callsMade(db: Db): Promise<number> {
  const rows = await db.selectFrom('platform_quota').select('used').execute()
  return rows.reduce((sum, { used }) => sum + used, 0)
}

async function known(db: Db): Promise<Omit<QuotaDay, 'calls'>> {
  const { rows } = await sql<Omit<QuotaDay, 'calls'>>`
    select count(refreshed_at)::float8 / count(*) as facts, count(uploads_checked_at)::float8 / count(*) as "lastUploads",
      count(read_at)::float8 / count(*) as words
    from channel left join channel_recent on channel_id = id`.execute(db)
  return rows[0]!
}

print(
  `${DAYS} days after an import; a quota of ${QUOTA} calls a day, of which the refresh may use ${QUOTA * REFRESH_SHARE}`,
)
const headings = (names: readonly string[], width: number) =>
  names.map((name) => name.padStart(width)).join('')
print(
  ' '.repeat(34) +
    headings(['day 1', 'day 2', 'day 10', 'day 20', `day ${DAYS}`], 6) +
    headings(['mean'], 7) +
    headings(['facts', 'uploads', 'words'], 8),
)
for (const channels of [10_000, 100_000, 1_000_000, 10_000_000]) {
  const days = modelQuota(optionsOf(channels, QUOTA))
  report(`model, ${channels.toLocaleString('en')} channels`, days)
}
for (const quota of [SMALL, SMALL / 10]) {
  const options = optionsOf(SMALL, quota)
  const [model, product] = [modelQuota(options), await runProduct(options, quota)]
  const name = `${SMALL.toLocaleString('en')} channels, quota ${quota}`
  report(`model, ${name}`, model)
  report(`product, ${name}`, product)
  const of = (days: readonly QuotaDay[]) => days.reduce((sum, { calls }) => sum + calls, 0)
  print(`  all days: model ${of(model)} calls, product ${of(product)}`)
}
const left = Math.round(QUOTA * (1 - REFRESH_SHARE))
print(`Left to people and other jobs on a day on which the refresh uses all of its share: ${left} calls;`)
const ofVisitors = Math.round(QUOTA * VISITORS_SHARE)
print(
  `visitors may use ${ofVisitors} of them, which are ${Math.floor(ofVisitors / CALLS_PER_PAGE)} pages of channels`,
)
