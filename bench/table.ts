/**
 * The table of the kit with 10,000 rows, in a browser at 1280 px and at 390 px: how soon it shows, how long frames take while it
 * is scrolled, and how soon a jump, a chosen row, all of them, or another order shows; then the product's list with as many
 * cards, of which it prints what misses a promise. Fails where one press in twenty takes longer than 200 ms, or a frame has no
 * row. Run: `npm run build && node_modules/.bin/node bench/table.ts`
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { type BrowserEnvironment, browserLaunchOptions } from '#test/support/browser.ts'
import { measureCardList } from './card-list.ts'
import { scroll, timesOf } from './page-times.ts'
import { openReport, percentilesOf, print } from './print.ts'

const ROOT = path.resolve(import.meta.dirname, 'page')
const TIMES = 20
/** Beyond it a press feels slow. */
const NOTICED_MS = 200

const press = (selector: string, more = '{}') =>
  `document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...${more} }))`

const folder = await mkdtemp(path.join(tmpdir(), 'channelbook-table-'))
await build({
  root: ROOT,
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  build: { outDir: folder, emptyOutDir: true, target: 'esnext' },
})
const server = await preview({
  root: ROOT,
  configFile: false,
  build: { outDir: folder },
  preview: { port: 0 },
})
const ENSURE = path.resolve(import.meta.dirname, '../test/support/ensure-browser.ts')
const found = JSON.parse(execFileSync(process.execPath, [ENSURE], { encoding: 'utf8' })) as BrowserEnvironment
Object.assign(process.env, found)
const browser = await chromium.launch(browserLaunchOptions(found))
const report = openReport()
let isSlow = false
for (const width of [1280, 390]) {
  report.part(`10,000 rows at ${width} px`)
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const shown = performance.now()
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  await page.locator('tr[data-index]').first().waitFor()
  report.line('shown', { ms: performance.now() - shown, rows: await page.locator('tr').count() })
  for (const [name, px] of [
    ['scrolled slowly', 40],
    ['scrolled fast', 400],
  ] as const) {
    const times = await scroll(page, px)
    report.line(`${name}, ${px} px a frame`, times)
    isSlow ||= times.empty > 0
  }
  const all = '[role="columnheader"] input'
  const presses: readonly (readonly [name: string, times: number[]])[] = [
    ['a jump', await timesOf(page, TIMES, (time) => `scrollTo(0, ${((time * 7 + 3) % TIMES) * 20_000})`)],
    ['a row chosen', await timesOf(page, TIMES, () => press('td input'))],
    ['all chosen', width < 1_000 ? [] : await timesOf(page, TIMES, () => press(all))],
    [
      'ordered',
      width < 1_000
        ? []
        : await timesOf(page, TIMES, (time) => press(`th:nth-child(${2 + (time % 5)}) button`)),
    ],
  ]
  for (const [name, times] of presses.filter(([, one]) => one.length > 0)) {
    const percentiles = percentilesOf(times)
    report.line(name, percentiles)
    isSlow ||= percentiles.p95 > NOTICED_MS
  }
  await page.close()
}
await server.close()
await rm(folder, { recursive: true })
const slow = await measureCardList(browser, report)
await browser.close()
if (isSlow) print(`\nWORSE: a press in twenty took longer than ${NOTICED_MS} ms, or a frame had no row`)
for (const one of slow) print(`MISSED by a list of cards: ${one}`)
if (isSlow) process.exitCode = 1
