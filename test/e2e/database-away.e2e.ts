import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Db, openDatabase, openPool } from '#server/db/connect.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { startTcpProxy, type TcpProxy } from '#test/support/tcp-proxy.ts'
import { expect, test as base } from './fixtures.ts'
import { launchProduct } from './launch-product.ts'

interface World {
  readonly baseUrl: string
  readonly localUrl: string
  readonly db: Db
  readonly primary: TcpProxy
  readonly replica: TcpProxy
}

const QUIET = { info: () => undefined, error: () => undefined }

const test = base.extend<{ readonly world: World }>({
  world: async ({ browserName: _ }, use) => {
    await using stack = new AsyncDisposableStack()
    const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-e2e-database-'))
    stack.defer(() => rm(dataDir, { recursive: true, force: true }))
    // As root the database runs as another user, who must be able to enter the folder.
    await chmod(dataDir, 0o711)
    const postgres = stack.use(await openEmbeddedPostgres({ dataDir, memory: 512, role: 'tool', log: QUIET }))
    const primary = stack.use(await startTcpProxy(postgres.url))
    const replica = stack.use(await startTcpProxy(postgres.url))
    const product = stack.use(
      await launchProduct({
        DATABASE_URL: primary.url,
        DATABASE_REPLICA_URLS: replica.url,
        SEED_DEMO: 'false',
        LOG_LEVEL: 'silent',
      }),
    )
    const db = openDatabase(openPool(postgres.url, { max: 1, onLost: () => undefined }))
    stack.defer(() => db.destroy())
    await use({ baseUrl: product.url, localUrl: product.localUrl, db, primary, replica })
  },
  database: async ({ world: { db } }, use) => use(db),
  server: async ({ world: { baseUrl, localUrl } }, use) => use({ baseUrl, localUrl }),
})

// Starting a product takes long.
test.describe.configure({ timeout: 480_000 })
// With the primary back, a repeated search may come before the page knows its session: it is refused for want of the token,
// and repeated with it.
test.use({ refusals: [403, 503] })

test('while the primary does not answer, people can search; with no server left, the search repeats itself', async ({
  page,
  world: { primary, replica },
  person: _,
  makeChannel,
  texts,
}) => {
  const channel = await makeChannel('Bread and Butter')
  const card = page.getByRole('article', { name: channel.channel_name, exact: true })
  const profile = page.getByRole('banner').getByRole('link', { name: texts.shell.profile })
  const address = `/search?q=${encodeURIComponent(channel.channel_name)}`
  await page.goto(address)
  await expect(card).toBeVisible()
  await expect(profile).toBeVisible()

  primary.freeze()
  await page.goto(address)
  await expect(card).toBeVisible({ timeout: 30_000 })
  await expect(profile).toBeHidden()

  primary.thaw()
  await expect(profile).toBeVisible({ timeout: 60_000 })
  await expect(card).toBeVisible()

  primary.freeze()
  replica.freeze()
  await page.goto(address)
  await expect(page.getByRole('main').getByText(texts.search.busyTitle)).toBeVisible({ timeout: 60_000 })
  primary.thaw()
  replica.thaw()
  await expect(card).toBeVisible({ timeout: 60_000 })
})
