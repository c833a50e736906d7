import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '#test/support/processes.ts'
import { test as base } from './configured-product.ts'
import { expect } from './fixtures.ts'

const SERVE = path.resolve(import.meta.dirname, '../../docs/examples/other-client/serve.mjs')

interface Clients {
  /** The example at the origin that is allowed. */
  readonly client: string
  /** The same at one that is not. */
  readonly stranger: string
}

// The allowed origin has one port.
base.describe.configure({ mode: 'default' })

/** The example of docs/examples as it is, beside a product that allows its origin. */
const test = base.extend<{ readonly clients: Clients }>({
  clients: async ({ server: { baseUrl } }, use) => {
    const clients = {
      client: process.env['E2E_CLIENT_URL'] ?? '',
      stranger: `http://localhost:${await freePort()}`,
    }
    await using served = new AsyncDisposableStack()
    for (const url of Object.values(clients)) {
      const server = spawn(process.execPath, [SERVE, baseUrl, new URL(url).port], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      served.defer(async () => {
        const exited = once(server, 'exit')
        server.kill('SIGTERM')
        await exited
      })
      await once(server.stdout, 'data')
    }
    await use(clients)
  },
  // A browser would ask whether the page may send what the other tests add to each request.
  extraHTTPHeaders: {},
  providers: async ({ clients: { client, stranger } }, use) => use([client, stranger]),
})

test.describe('a client at an allowed origin', () => {
  // Before the login there is no session; Chromium also asks for nothing else.
  test.use({ refusals: [401] })

  test('logs in, searches, shows pictures, buys a contact, and keeps its session', async ({
    page,
    clients: { client },
    server,
    database,
    makePerson,
    makeChannel,
  }) => {
    const person = await makePerson()
    const channel = await makeChannel('Lighthouse Keepers')
    const thumbnail = `/thumbnails/demo/UCdemo${'a'.repeat(18)}-LK.svg`
    await database
      .updateTable('channel')
      .set({ thumbnail_url: thumbnail })
      .where('id', '=', channel.id)
      .execute()
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
    await expect(picture).toHaveAttribute('src', new RegExp(`^${server.baseUrl}/thumbnails/`))
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
