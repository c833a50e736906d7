// node bench/lighthouse.ts URL: Lighthouse's performance figures on a phone (its own throttling), median of five runs per
// page.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { type BrowserEnvironment, browserLaunchOptions } from '#test/support/browser.ts'

const RUNS = 5
const ADDRESSES = ['/', '/search', '/terms']
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

const base = process.argv[2]
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

for (const address of ADDRESSES) {
  const figures = new Map<string, number[]>()
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(`${base}${address}`, {
      port,
      onlyCategories: ['performance'],
      formFactor: 'mobile',
      logLevel: 'silent',
    })
    if (result === undefined) throw new Error(`${address}: Lighthouse gave no report`)
    const { categories, audits } = result.lhr
    note(figures, 'score', (categories['performance']?.score ?? 0) * 100)
    for (const metric of METRICS) note(figures, metric, audits[metric]?.numericValue ?? Number.NaN)
  }
  const medians = [...figures].map(([name, values]) => `${name} ${round(median(values))}`)
  console.log(`${address.padEnd(8)} ${medians.join('  ')}`)
}
await browser.close()

function note(figures: Map<string, number[]>, name: string, value: number): void {
  figures.set(name, [...(figures.get(name) ?? []), value])
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function round(value: number): number {
  return value < 1 ? Math.round(value * 1000) / 1000 : Math.round(value)
}
