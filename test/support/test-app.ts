import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { serveDemoThumbnails } from '#local/demo/thumbnails.ts'
import { startLocalDns } from '#local/dns/local-dns.ts'
import { type LocalGoogle, startLocalGoogle } from '#local/identity/local-google.ts'
import { type LocalIssuer, startLocalIssuer } from '#local/identity/local-issuer.ts'
import { startLocalMail } from '#local/mail/local-mail.ts'
import { type LocalYookassa, startLocalYookassa } from '#local/yookassa/local-yookassa.ts'
import { startLocalYoutube } from '#local/youtube/local-youtube.ts'
import type { App } from '#server/app.ts'
import { type AppOptions, createApp } from '#start/compose.ts'
import { readConfig } from '#server/config/config.ts'
import { jobs } from '#server/features.ts'
import { openLocalListener } from '#server/http/local-listener.ts'
import { openMetrics } from '#server/http/serve-metrics.ts'
import { createServer, type RegisterRoutes } from '#server/http/server.ts'
import { LOCAL_SHOP } from '#server/config/shop.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { watchLog } from '#test/support/log-lines.ts'
import { openLeakOracle } from '#test/support/leak-oracle.ts'
import { shared } from '#test/support/shared.ts'
import { type AnswerWatcher, TestClient } from '#test/support/test-client.ts'
import { TestClock } from '#test/support/test-clock.ts'

interface TestAppOptions {
  /** Settings, as in the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Shares another test app's database, as a second server would. */
  readonly databaseUrl?: string
  readonly clock?: TestClock
  /** Replaces the leak oracle, which watches by default. */
  readonly watch?: AnswerWatcher
  /** Whether the local payment provider sends notifications by itself; true by default. */
  readonly notifies?: boolean
  readonly overrides?: Partial<AppOptions>
}

/** The whole product on a database of its own: real PostgreSQL, real SMTP, real sockets; the test sets only the clock. */
export interface TestApp extends AsyncDisposable {
  readonly app: App
  readonly fastify: FastifyInstance
  readonly baseUrl: string
  /** The URL of the stand-ins and of metrics without a token. */
  readonly localUrl: string
  readonly databaseUrl: string
  readonly clock: TestClock
  readonly mail: Awaited<ReturnType<typeof startLocalMail>>
  readonly yookassa: LocalYookassa
  /** Present with GOOGLE_SIGN_IN=local. */
  readonly google: LocalGoogle | null
  /** Present with OIDC_ISSUER=local. */
  readonly issuer: LocalIssuer | null
  /** A new browser. */
  client(): TestClient
}

/** The product for all tests of a file or a block. */
export const useTestApp = (options: TestAppOptions = {}): TestApp => shared(() => createTestApp(options))

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  await using started = new AsyncDisposableStack()
  const databaseUrl = options.databaseUrl ?? started.use(await createTestDatabase()).url
  const dataDir = await mkdtemp(join(tmpdir(), 'channelbook-app-'))
  started.defer(() => rm(dataDir, { recursive: true, force: true }))
  const log = pino({ level: 'silent' })
  const listener = started.use(await openLocalListener(0))
  const { url: localUrl } = listener
  const mail = await startLocalMail({ log })
  started.defer(() => mail.close())
  const clock = options.clock ?? new TestClock()
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    APP_SECRET: 'a secret of tests, long enough to be one',
    // The usual work would take most of many tests' time.
    CAPTCHA_WORK: '9',
    ...options.env,
  })
  let baseUrl = ''
  const yookassa = startLocalYookassa({
    log,
    ...LOCAL_SHOP,
    notifyUrl: options.notifies === false ? null : () => `${baseUrl}/api/payments/notifications`,
    now: () => clock.now(),
    retryMs: 50,
    lateMs: 50,
  })
  started.defer(() => yookassa.close())
  const youtube = await startLocalYoutube({ databaseUrl, publicUrl: config.publicUrl, clock, log })
  started.defer(() => youtube.close())
  const dns = await startLocalDns({ log })
  started.defer(() => dns.close())
  const google = config.googleSignIn === 'local' ? await startLocalGoogle({ clock, url: localUrl }) : null
  started.defer(async () => google?.close())
  const issuer = config.oidcIssuer === 'local' ? await startLocalIssuer({ clock, url: localUrl }) : null
  const app = started.use(
    createApp(config, {
      databaseUrl,
      smtpUrl: mail.smtpUrl,
      platformAccess: { youtube: youtube.access },
      dnsServers: [dns.server],
      localIdentity: { google, issuer },
      localPaymentsUrl: () => `${localUrl}/local/yookassa/v3`,
      localInboxUrl: `${localUrl}/local/mail`,
      clock,
      log: started.use(watchLog()).log,
      ...options.overrides,
    }),
  )
  const metrics = openMetrics(app)
  const fastify = await createServer({
    app,
    metrics,
    distFolder: null,
    extraRoutes: [serveDemoThumbnails],
    // A machine that is busy with other tests is no overload.
    readDelayMs: () => 0,
  })
  const routes = [mail, yookassa, youtube, google, issuer].map(
    (local): RegisterRoutes =>
      (instance) =>
        local?.register(instance),
  )
  if (config.metricsToken === null) routes.push((instance) => metrics.serve(instance, null))
  await listener.serve(routes, log)
  started.defer(async () => {
    const closed = fastify.close()
    // A connection on which no request came, such as one of a cancelled call, would hold it open for a minute.
    fastify.server.closeAllConnections()
    await closed
  })
  // Schedules use the machine's clock; a test calls scheduled work when its own clock says so.
  await app.jobs.start(jobs, app, { isScheduled: false })
  const watch = options.watch ?? started.use(openLeakOracle(databaseUrl)).watch
  baseUrl = await fastify.listen({ port: 0, host: '127.0.0.1' })
  const running = started.move()
  return {
    app,
    fastify,
    baseUrl,
    localUrl,
    databaseUrl,
    clock,
    mail,
    yookassa,
    google,
    issuer,
    client: () =>
      new TestClient({
        baseUrl,
        clientKey: config.clientKey,
        watch,
        mayDerive: config.youtubeAmendmentAccepted,
      }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
