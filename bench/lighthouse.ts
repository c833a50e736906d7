/**
 * Lighthouse's performance figures on a phone, medians per page: `simulated` loads at full speed and computes what a slow
 * network and processor would do; `devtools` really slows both down in the browser. Run: `node_modules/.bin/node
 * bench/lighthouse.ts URL [runs] [addresses, by commas]`
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { type BrowserEnvironment, browserLaunchOptions } from '#test/support/browser.ts'

const ADDRESSES = '/en,/en/search,/en/terms,/ru,/ru/search,/ru/terms'
const THROTTLING = { simulated: 'simulate', devtools: 'devtools' } as const
const METRICS = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'speed-index': 'SI',
  'cumulative-layout-shift': 'CLS',
}

const [base, runs = '5', addresses = ADDRESSES] = process.argv.slice(2)
if (base === undefined)
  throw new Error('Say where the product runs: node bench/lighthouse.ts http://127.0.0.1:3000')

const root = path.join(import.meta.dirname, '..')
const found = execFileSync(process.execPath, [path.join(root, 'test/support/ensure-browser.ts')], {
  encoding: 'utf8',
})
const environment = JSON.parse(found.trim().split('\n').at(-1) ?? '') as BrowserEnvironment
const { CHROMIUM_PATH: _, ...libraries } = environment
const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as { port: number }
server.close()
await once(server, 'close')
const options = browserLaunchOptions(environment)
const browser = await chromium.launch({
  ...options,
  args: [...options.args, `--remote-debugging-port=${port}`],
  env: { ...process.env, ...libraries },
})

for (const address of addresses.split(',')) {
  for (const [name, throttlingMethod] of Object.entries(THROTTLING)) {
    const figures = new Map<string, number[]>()
    for (let run = 0; run < Number(runs); run += 1) {
      const result = await lighthouse(`${base}${address}`, {
        port,
        onlyCategories: ['performance'],
        formFactor: 'mobile',
        throttlingMethod,
        logLevel: 'silent',
      })
      if (result === undefined) throw new Error(`${address}: Lighthouse gave no report`)
      const { categories, audits } = result.lhr
      note(figures, 'score', (categories['performance']?.score ?? 0) * 100)
      for (const [metric, short] of Object.entries(METRICS)) {
        note(figures, short, audits[metric]?.numericValue ?? Number.NaN)
      }
      noteScripts(figures, result.lhr)
    }
    const medians = [...figures].map(([figure, values]) => `${figure} ${round(median(values))}`)
    console.log(`${address.padEnd(10)} ${name.padEnd(9)} ${medians.join('  ')}`)
  }
}
await browser.close()

/** Notes how many scripts were loaded, how many of them were requested before the first paint, and their size. */
function noteScripts(figures: Map<string, number[]>, { audits }: Result): void {
  const requests = audits['network-requests']?.details
  const timings = audits['metrics']?.details
  if (requests?.type !== 'table' || timings?.type !== 'debugdata')
    throw new Error('The report lacks requests')
  const begin = Number(requests.debugData?.['networkStartTimeTs']) / 1000
  const [observed] = timings['items'] as { readonly observedFirstContentfulPaintTs: number }[]
  const painted = (observed?.observedFirstContentfulPaintTs ?? Number.NaN) / 1000 - begin
  const scripts = requests.items.filter(({ resourceType }) => resourceType === 'Script')
  const early = scripts.filter(({ networkRequestTime }) => Number(networkRequestTime) < painted)
  note(figures, 'scripts', scripts.length)
  note(figures, 'before paint', early.length)
  note(figures, 'kB', scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0) / 1000)
}

function note(figures: Map<string, number[]>, name: string, value: number): void {
  figures.set(name, [...(figures.get(name) ?? []), value])
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function round(value: number): number {
  return value < 1 ? Math.round(value * 1000) / 1000 : Math.round(value)
}
