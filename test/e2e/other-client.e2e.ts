import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '#test/support/processes.ts'
import { expect, test as base } from './fixtures.ts'
import { launchProduct, type LaunchedProduct } from './launch-product.ts'

const SERVE = path.resolve(import.meta.dirname, '../../docs/examples/other-client/serve.mjs')

interface Clients {
  readonly product: LaunchedProduct
  /** The example at the origin that is allowed. */
  readonly client: string
  /** The same at one that is not. */
  readonly stranger: string
}

/** The example of docs/examples as it is, beside a product that allows its origin. */
const test = base.extend<object, { readonly clients: Clients }>({
  clients: [
    async ({ browserName: _ }, use) => {
      const [port, other] = [await freePort(), await freePort()]
      const client = `http://127.0.0.1:${port}`
      await using product = await launchProduct({ ALLOWED_ORIGINS: client })
      await using served = new AsyncDisposableStack()
      for (const each of [port, other]) {
        const server = spawn(process.execPath, [SERVE, product.url, String(each)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        served.defer(async () => {
          const exited = once(server, 'exit')
          server.kill('SIGTERM')
          await exited
        })
        await once(server.stdout, 'data')
      }
      await use({ product, client, stranger: `http://127.0.0.1:${other}` })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: async ({ clients: { product } }, use) => use({ baseUrl: product.url, localUrl: product.localUrl }),
  // A browser would ask whether the page may send what the other tests add to each request.
  extraHTTPHeaders: {},
  providers: async ({ clients: { client, stranger } }, use) => use([client, stranger]),
})

test.describe('a client at an allowed origin', () => {
  // Before the login there is no session; Chromium also asks for nothing else.
  test.use({ refusals: [401] })

  test('logs in, searches, shows pictures, buys a contact, and keeps its session', async ({
    page,
    clients: { client, product },
    makePerson,
    popular,
  }) => {
    const person = await makePerson()
    const [channel] = await popular('en')
    await page.goto(client, { waitUntil: 'commit' })
    await expect(page.getByRole('status')).toHaveText('Nobody is logged in.')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('status')).toHaveText(`${person.username}, 3 uses`)
    await page.getByLabel('Search').fill(channel.channel_name)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const found = page.getByRole('listitem').filter({ hasText: channel.channel_name }).first()
    const picture = found.locator('img')
    await expect(picture).toHaveAttribute('src', new RegExp(`^${product.url}/thumbnails/`))
    // Loaded, and not only asked for.
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    await found.getByRole('button').click()
    await expect(found).toContainText('@')
    await expect(page.getByRole('status')).toHaveText(`${person.username}, 2 uses`)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('status')).toHaveText(`${person.username}, 2 uses`)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('status')).toHaveText('Nobody is logged in.')
  })
})

test.describe('a client at any other origin', () => {
  test.use({ complaints: [/blocked by CORS policy|ERR_FAILED/], refusals: [401, 404] })

  test('is refused by the browser, also while the person is logged in', async ({
    page,
    person,
    clients: { stranger },
  }) => {
    await page.goto(stranger, { waitUntil: 'commit' })
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch')
    await expect(page.getByRole('status')).toHaveText('Nobody is logged in.')
    await page.getByLabel('Search').fill('music')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch')
    await expect(page.getByRole('listitem')).toHaveCount(0)
    // The session itself works where it may.
    expect((await person.client.call('GET /cookie')).status).toBe(200)
  })
})
