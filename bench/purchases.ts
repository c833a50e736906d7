/**
 * The page of purchases with very many of them: how long until all are shown, how evenly it scrolls, how soon a typed
 * letter appears. The real product in a real browser; the bare equivalent is an empty frame, 16.7 ms at 60 a second. Run
 * after `npm run build`: `node bench/purchases.ts [purchases]`
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { App } from '#server/app.ts'
import { createApp } from '#server/create-app.ts'
import { readConfig } from '#server/config/config.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createServer } from '#server/http/server.ts'
import { type BrowserEnvironment, browserLaunchOptions } from '#test/support/browser.ts'
import { logIn, makeChannels, makePerson } from '#test/support/factories.ts'
import { TestClient } from '#test/support/test-client.ts'
import { percentiles, print } from './print-figures.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FRAMES = 300
const log = pino({ level: 'warn' })

/** Px per frame: a quick turn of the wheel, eight screens a second. */
const STEP = 120

/** Runs in the page: scrolls by so many px in each frame; returns the times between frames in ms. */
const SCROLL = `(step, frames) => new Promise((resolve) => {
  const times = []
  let last = performance.now()
  const frame = (now) => {
    times.push(now - last)
    last = now
    scrollBy(0, step)
    if (times.length < frames) requestAnimationFrame(frame)
    else resolve(times.slice(1))
  }
  requestAnimationFrame(frame)
})`

async function main(): Promise<void> {
  const purchases = Number(process.argv[2] ?? 10_000)
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'channelbook-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  process.env['DATA_DIR'] = dataDir
  const postgres = await openEmbeddedPostgres({ dataDir, role: 'tool', log })
  stack.defer(() => postgres.close())
  await migrate(postgres.url)
  const config = readConfig({ ...process.env, RATE_LIMITS: 'off' })
  const app = stack.use(createApp(config, { databaseUrl: postgres.url, smtpUrl: 'smtp://127.0.0.1:9', log }))
  const server = await createServer({ app, distFolder: path.join(ROOT, 'dist') })
  stack.defer(() => server.close())
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const cookies = await buy(app, purchases)

  const browser = await launch()
  stack.defer(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  await page.goto(`${url}/purchases`)
  await page.getByRole('listitem').first().waitFor()

  const begin = performance.now()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('name')
  const last = String(purchases)
  await page.waitForFunction(
    (total) => {
      const { document } = globalThis as unknown as { document: { querySelector(s: string): unknown } }
      return document.querySelector(`[aria-setsize="${total}"]`) !== null
    },
    last,
    { timeout: 300_000 },
  )
  print(
    `${purchases} purchases: all there ${((performance.now() - begin) / 1000).toFixed(1)} s after they were asked for`,
  )
  print(`a frame while nothing moves:   ${percentiles(await framesOf(page, 0))}`)
  print(`a frame while it scrolls:      ${percentiles(await framesOf(page, STEP))}`)
  print(`elements on the page after it: ${await page.locator('*').count()}`)
  print(`a typed letter until it shows: ${percentiles(await typeLetters(page))}`)
}

/** Adds a person with so many purchases, written as reveals write them, without their cost. @returns their cookies */
async function buy(app: App, purchases: number): Promise<ReadonlyMap<string, string>> {
  const person = await makePerson(app, { uses: purchases })
  const client = await logIn(
    { app, client: () => new TestClient({ baseUrl: '', apiKey: app.config.apiKey }) },
    person,
  )
  for (let left = purchases; left > 0; left -= 1_000) await makeChannels(app, Math.min(left, 1_000))
  await sql`
    with lot as (
      update uses_lot set spent = granted where person_id = ${person.id} returning person_id, id
    ), bought as (
      insert into reveal (person_id, channel_id, contact_id, created_at)
      select ${person.id}, channel_id, id, now() from contact returning person_id, id, channel_id, created_at
    ), recorded as (
      insert into purchase (person_id, reveal_id, channel_name, created_at)
      select person_id, bought.id, channel.name, bought.created_at
      from bought join channel on channel.id = bought.channel_id
    )
    insert into uses_entry (person_id, lot_id, amount, reason, reveal_id, created_at)
    select person_id, lot.id, -1, 'reveal', bought.id, created_at from bought join lot using (person_id)
  `.execute(app.db)
  return client.cookies
}

async function launch() {
  const args = [path.join(ROOT, 'test/support/ensure-browser.ts')]
  const output = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  const env = JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as BrowserEnvironment
  return chromium.launch({
    ...browserLaunchOptions(env),
    env: { ...(process.env as Record<string, string>), ...env },
  })
}

/** Times between frames while the page scrolls from its top by so many px per frame. */
async function framesOf(page: Page, step: number): Promise<number[]> {
  await page.evaluate('scrollTo(0, 0)')
  return page.evaluate<number[]>(`(${SCROLL})(${step}, ${FRAMES})`)
}

/** Times from a key press to the frame that shows the letter, for some letters. */
async function typeLetters(page: Page): Promise<number[]> {
  const field = page.getByRole('search').getByRole('textbox')
  const times: number[] = []
  for (const letter of 'channel 99') {
    const begin = performance.now()
    await field.press(letter === ' ' ? 'Space' : letter)
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    times.push(performance.now() - begin)
  }
  return times
}

await main()
