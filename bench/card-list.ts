import type { Browser, Page } from '@playwright/test'
import { sql } from 'kysely'
import { CARDS_MAX, STAGES } from '#shared/rules/cards.ts'
import { transact } from '#server/db/connect.ts'
import { insertList } from '#server/features/cards/lists.sql.ts'
import { scroll, timesOf } from './page-times.ts'
import { addChannels, addPeople, addPurchases, type BenchPerson } from './people.ts'
import { median, percentilesOf, type Report } from './print.ts'
import { openApp, openEmptyDatabase } from './product.ts'
import { startServer } from './server.ts'

const VISITS = 5
/** From the answer until its rows are on the screen. */
const ROWS_MS = 300
/** From a letter until it is on the screen. */
const LETTER_MS = 50
/** At 60 frames a second. */
const FRAME_MS = 1_000 / 60
/** Only ends what hangs. */
const ALL_MS = 60_000
const WORDS = 'channel 12'

/** Keeps when the first rows were on the screen. */
const WATCH = `new MutationObserver((_, observer) => {
  if (document.querySelector('tr[data-channel]') === null) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => (window.rowsAt = performance.now())))
}).observe(document, { childList: true, subtree: true })`

const ROWS_AFTER = `window.rowsAt - performance.getEntriesByType('resource')
  .find(({ name }) => name.includes('/api/cards?')).responseEnd`

/** Letters, and then each taken away. */
const typeAt = (time: number) =>
  time < WORDS.length
    ? `document.execCommand('insertText', false, ${JSON.stringify(WORDS[time])})`
    : `document.execCommand('delete')`

/** A person's list of as many cards as there may be, every tenth bought. */
async function makeList(databaseUrl: string): Promise<BenchPerson> {
  await using app = openApp(databaseUrl)
  const bought = CARDS_MAX / 10
  const [person] = await addPeople(app, 1, { uses: bought })
  const holderId = person!.id
  const channels = await addChannels(app, CARDS_MAX)
  await addPurchases(app, holderId, channels.slice(0, bought))
  const now = app.clock.now()
  await transact(app.db, (tx) => insertList(tx, { holderId, name: 'Spring', now }))
  await sql`
    insert into card (holder_id, channel_id, added_at) select ${holderId}, id, ${now} from channel
    on conflict do nothing`.execute(app.db)
  await sql`
    update card set tags = array['tag ' || channel_id % 20], note = 'note ' || channel_id || ' of what was said',
      stage = (${STAGES}::text[])[1 + channel_id % ${STAGES.length}], next_step_on = current_date + (channel_id % 30)::integer,
      price = channel_id * 100, currency = 'EUR'`.execute(app.db)
  await sql`
    insert into list_card (holder_id, list_id, channel_id, added_at)
    select holder_id, 1, channel_id, added_at from card`.execute(app.db)
  await app.databases.pool.query('vacuum analyze')
  return person!
}

async function openList(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/lists?list=1`)
  await page.waitForFunction('window.rowsAt')
  return page.evaluate<number>(ROWS_AFTER)
}

/**
 * A list with as many cards as there may be, in the product: how soon rows show after the answer, frames while it is scrolled, and
 * how soon a letter in its filter shows. @returns what is slower than promised
 */
export async function measureCardList(browser: Browser, report: Report): Promise<readonly string[]> {
  await using database = await openEmptyDatabase()
  const person = await makeList(database.url)
  await using server = await startServer({ databaseUrl: database.url, withWeb: true })
  const slow: string[] = []
  const check = (name: string, value: number, promised: number) => {
    if (value > promised) slow.push(`${name} ${value.toFixed(1)} ms, promised ${promised.toFixed(0)}`)
  }
  for (const width of [1280, 390]) {
    report.part(`a list of ${CARDS_MAX.toLocaleString('en')} cards at ${width} px`)
    await using context = await browser.newContext({
      viewport: { width, height: 900 },
      // Its own check of a condition is a text.
      bypassCSP: true,
    })
    const [name = '', value = ''] = person.headers['cookie']!.split('=')
    await context.addCookies([{ name, value, url: server.url }])
    await context.addInitScript(WATCH)
    const page = await context.newPage()
    await page.setContent('<div style="block-size: 500000px">')
    report.line('an empty page scrolled', await scroll(page, 40))
    const shown: number[] = []
    while (shown.length < VISITS) shown.push(await openList(page, server.url))
    report.line('first rows after the answer', percentilesOf(shown))
    // Other programs only make it slower.
    check('first rows', Math.min(...shown), ROWS_MS)
    report.line('scrolled while others arrive', await scroll(page, 40))
    await page.locator(`table[aria-rowcount="${CARDS_MAX + 1}"]`).waitFor({ timeout: ALL_MS })
    for (const [speed, px] of [
      ['slowly', 40],
      ['fast', 400],
    ] as const) {
      const times = await scroll(page, px)
      report.line(`scrolled ${speed}, ${px} px a frame`, times)
      check(`work for a frame, scrolled ${speed}`, times.work, FRAME_MS)
      if (times.empty > 0) slow.push(`${times.empty} frames without a row`)
    }
    await page.evaluate('scrollTo(0, 0)')
    await page.locator('search input:not([type=checkbox])').focus()
    const letters = await timesOf(page, 2 * WORDS.length, typeAt)
    report.line('a letter in the filter', percentilesOf(letters))
    check('a letter', median(letters), LETTER_MS)
  }
  return slow
}
