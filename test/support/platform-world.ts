import { pino } from 'pino'
import type { App } from '#server/app.ts'
import type { Videos } from '#server/platforms/videos.ts'
import { startLocalYoutube } from '#local/youtube/local-youtube.ts'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { refreshSearch } from '#test/support/catalogue-world.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { makeChannel, type TestChannel } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { TestClock } from '#test/support/test-clock.ts'

/** What the platform tells of a channel, unless a test says otherwise. */
export const FACTS = {
  subscribers: 1_234,
  views: 50_000,
  uploads: 40,
  last_upload_at: new Date('2026-03-01T10:00:00Z'),
}
type Facts = { readonly [Fact in keyof typeof FACTS]?: (typeof FACTS)[Fact] | null }

/** Nothing listens there. */
export const AWAY = { url: 'http://127.0.0.1:9', key: '' }

/** The client of the first platform. */
export const videosOf = ({ platforms }: App): Videos => platforms[0]!.videos

/** An app with some methods of the platforms replaced. */
export function withVideos(app: App, change: Partial<Videos>): App {
  const platforms = app.platforms.map((platform) => ({
    ...platform,
    videos: { ...platform.videos, ...change },
  }))
  return { ...app, platforms }
}

/** The product beside a platform with a catalogue of its own, so that it can differ from ours. */
export interface PlatformWorld extends AsyncDisposable {
  readonly testApp: TestApp
  readonly platform: Db
  readonly clock: TestClock
  /** A second server on our database. @param videos where it looks for the platform */
  startSecond(env?: Readonly<Record<string, string>>, videos?: typeof AWAY): Promise<TestApp>
}

export async function createPlatformWorld(): Promise<PlatformWorld> {
  await using started = new AsyncDisposableStack()
  const clock = new TestClock()
  const { url } = started.use(await createTestDatabase())
  const platform = openDatabase(openPool(url, { max: 3, onLost: () => undefined }))
  started.defer(() => platform.destroy())
  const log = pino({ level: 'silent' })
  const local = await startLocalYoutube({ databaseUrl: url, publicUrl: 'http://127.0.0.1:1', clock, log })
  started.defer(() => local.close())
  const env = { RATE_LIMITS: 'off' }
  const testApp = started.use(
    await createTestApp({ env, clock, overrides: { platformAccess: { youtube: local.access } } }),
  )
  const running = started.move()
  return {
    testApp,
    platform,
    clock,
    async startSecond(given = {}, videos = local.access) {
      const { databaseUrl } = testApp
      const settings = {
        env: { ...env, ...given },
        clock,
        databaseUrl,
        overrides: { platformAccess: { youtube: videos } },
      }
      return running.use(await createTestApp(settings))
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** A channel in both our catalogue and the platform's. */
export async function makeKnown(
  { testApp: { app }, platform, clock }: PlatformWorld,
  given: Parameters<typeof makeChannel>[1] = {},
  facts: Facts = {},
): Promise<TestChannel> {
  const channel = await makeChannel(app, given)
  await refreshSearch(app.db, [channel.id])
  await makeChannel({ db: platform, clock }, { ...given, platformId: channel.channelId })
  await tell(platform, channel, { ...FACTS, ...facts })
  return channel
}

/** Changes what the platform answers about a channel from now on. */
export async function tell(
  platform: Db,
  { channelId }: Pick<TestChannel, 'channelId'>,
  facts: Facts & { readonly name?: string; readonly status?: string },
): Promise<void> {
  await platform.updateTable('channel').set(facts).where('platform_id', '=', channelId).execute()
}

/** How many calls of the platform have been made. */
export async function callsMade(db: Db): Promise<number> {
  const rows = await db.selectFrom('platform_quota').select('used').execute()
  return rows.reduce((sum, { used }) => sum + used, 0)
}
