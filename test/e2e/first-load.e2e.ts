import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { waitUntilUsable } from './page-scripts.ts'

const ADDRESSES = ['/', '/search', '/terms']
/** The most script files that a page may load before it is usable; the build counts them too. */
const MAX_FILES = 6

interface FirstLoad {
  readonly scripts: readonly string[]
  /** Those of them that were requested before something was painted. */
  readonly early: readonly string[]
  /** By how much visible parts moved, as browsers count it. */
  readonly shift: number
}

/** What the page loaded until its buttons worked. */
async function watchFirstLoad(page: Page, address: string): Promise<FirstLoad> {
  await page.goto(address, { waitUntil: 'commit' })
  await waitUntilUsable(page)
  return page.evaluate<FirstLoad>(`new Promise((resolve) => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    const names = (entries) => entries.map(({ name }) => name)
    let shift = 0
    const observer = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shift += value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    const early = scripts.filter(({ startTime }) => paint === undefined || startTime < paint.startTime)
    requestAnimationFrame(() => setTimeout(() => resolve({ scripts: names(scripts), early: names(early), shift })))
  })`)
}

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`in ${look.language}, ${look.width} px`, () => {
    test.use({ look })

    test('scripts are few, wait for the first paint, and move nothing', async ({ page }) => {
      for (const address of ADDRESSES) {
        const { scripts, early, shift } = await watchFirstLoad(page, address)
        expect(scripts.length, address).toBeGreaterThan(2)
        expect(scripts.length, `${address}: ${scripts.join(' ')}`).toBeLessThanOrEqual(MAX_FILES)
        expect(early, address).toEqual([])
        expect(shift, address).toBeLessThan(0.01)
      }
    })
  })
}

test.describe('a page whose paint nobody reports', () => {
  test.use({ look: LOOKS.laptopEnglish })

  const UNREPORTED = {
    'in the background': `Object.defineProperty(document, 'hidden', { value: true })`,
    'in a browser that reports none': `Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { value: [] })`,
    'in a browser that fails to': `window.requestAnimationFrame = () => 0`,
  }
  for (const [where, script] of Object.entries(UNREPORTED)) {
    test(`starts nevertheless, ${where}`, async ({ page, texts }) => {
      await page.addInitScript(`{
        PerformanceObserver.prototype.observe = () => {}
        ${script}
      }`)
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.getByRole('region', { name: texts.shell.cookieBanner })).toBeVisible()
    })
  }
})
