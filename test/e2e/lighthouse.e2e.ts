import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserLaunchOptions } from '#test/support/browser.ts'
import { freePort } from '#test/support/processes.ts'
import { expect, test } from './fixtures.ts'

const ADDRESSES = ['/', '/search']
const CATEGORIES = ['accessibility', 'best-practices', 'seo']

test('Lighthouse finds no fault on a phone', async ({ server }) => {
  test.setTimeout(240_000)
  const port = await freePort()
  const options = browserLaunchOptions(process.env)
  const browser = await chromium.launch({
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  })
  try {
    for (const address of ADDRESSES) {
      const result = await lighthouse(`${server.baseUrl}${address}`, {
        port,
        onlyCategories: CATEGORIES,
        formFactor: 'mobile',
        logLevel: 'silent',
        // None of these categories measures time, or needs a picture. All but 'simulate' would wait 5 s for quiet.
        throttlingMethod: 'simulate',
        disableFullPageScreenshot: true,
        pauseAfterFcpMs: 0,
        pauseAfterLoadMs: 0,
        networkQuietThresholdMs: 500,
        cpuQuietThresholdMs: 500,
      })
      if (result === undefined) throw new Error(`${address}: Lighthouse gave no report`)
      const { categories, audits } = result.lhr
      for (const category of CATEGORIES) {
        const failed = (categories[category]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
          .map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details ?? audits[id]?.explanation)}`)
        expect.soft(failed, `${address}, ${category}`).toEqual([])
        expect.soft(categories[category]?.score, `${address}, ${category}`).toBe(1)
      }
    }
  } finally {
    await browser.close()
  }
})
