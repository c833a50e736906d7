/**
 * Settlement under load: 2,000 payments, 10,000 shuffled and duplicated notifications of them and 500 forged ones, 32 at
 * once over HTTP, on a fresh embedded database with the local payment provider. Exits with 1 unless there are exactly 2,000
 * credits. Run: `node_modules/.bin/node bench/settlement.ts [payments] [notifications] [forged] [at once]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { startLocalYookassa } from '#local/yookassa/local-yookassa.ts'
import { createApp } from '#server/create-app.ts'
import { readConfig } from '#server/config/config.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createServer } from '#server/http/server.ts'
import { LOCAL_SHOP } from '#server/config/shop.ts'
import { stampede } from '#test/support/payment-stampede.ts'

const [payments = 2_000, notifications = 10_000, forged = 500, atOnce = 32] = process.argv
  .slice(2)
  .map(Number)
const log = pino({ level: 'fatal' })

await using stack = new AsyncDisposableStack()
const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-bench-'))
stack.defer(() => rm(dataDir, { recursive: true, force: true }))
const postgres = await openEmbeddedPostgres({ dataDir, role: 'tool', log })
stack.defer(() => postgres.close())
await migrate(postgres.url)

let baseUrl = ''
const yookassa = startLocalYookassa({ log, ...LOCAL_SHOP, notifyUrl: null })
stack.defer(() => yookassa.close())
const app = stack.use(
  createApp(readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' }), {
    databaseUrl: postgres.url,
    smtpUrl: 'smtp://127.0.0.1:9',
    localPaymentsUrl: () => `${baseUrl}/local/yookassa/v3`,
    log,
  }),
)
const fastify = await createServer({
  app,
  distFolder: null,
  extraRoutes: [(instance) => yookassa.register(instance)],
})
stack.defer(async () => fastify.close())
baseUrl = await fastify.listen({ port: 0, host: '127.0.0.1' })

const result = await stampede({ app, baseUrl, yookassa }, { payments, notifications, forged, atOnce })
const { credits, creditedTwice, forgedCredits, refused, seconds, broken } = result
process.stdout.write(
  `${payments} payments, ${notifications} notifications, ${forged} forged, ${atOnce} at once: ${seconds.toFixed(1)} s
credits ${credits}, credited twice ${creditedTwice}, forged credits ${forgedCredits}, not answered 200 ${refused}
verify: ${broken.length === 0 ? 'every invariant holds' : `broken: ${broken.join(', ')}`}\n`,
)
if (credits !== payments || forgedCredits !== 0 || broken.length > 0) process.exitCode = 1
