import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

const ADDRESSES = ['/', '/search', '/terms']
/** The most script files that a page may load before it is usable; the build counts them too. */
const MOST_FILES = 6

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

/** Buttons work from hydration on. */
async function waitUntilUsable(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('window.pressedEarly')).toBe('over')
}

for (const [name, look] of Object.entries(LOOKS)) {
  test.describe(name, () => {
    test.use({ look })

    test('scripts are few, wait for the first paint, and move nothing', async ({ page }) => {
      for (const address of ADDRESSES) {
        const { scripts, early, shift } = await watchFirstLoad(page, address)
        expect(scripts.length, address).toBeGreaterThan(2)
        expect(scripts.length, `${address}: ${scripts.join(' ')}`).toBeLessThanOrEqual(MOST_FILES)
        expect(early, address).toEqual([])
        expect(shift, address).toBeLessThan(0.01)
      }
    })
  })
}

test.describe('a page that is not painted, as in a tab in the background', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('starts nevertheless', async ({ page, texts }) => {
    await page.addInitScript(`{
      PerformanceObserver.prototype.observe = () => {}
      window.requestAnimationFrame = () => 0
    }`)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('region', { name: texts.shell.cookieBanner })).toBeVisible()
  })
})

test.describe('before its scripts have come', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('a page is complete; they keep its parts and its focus', async ({ page, texts }) => {
    const held = await holdScripts(page)
    for (const address of ADDRESSES) {
      await page.goto(address, { waitUntil: 'commit' })
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: texts.shell.skipToContent })
      await expect(skip).toBeFocused()
      const marks = `[...document.querySelectorAll('main *, header *')].filter((part) => part.isMarked).length`
      await page.evaluate(
        `for (const part of document.querySelectorAll('main *, header *')) part.isMarked = true`,
      )
      const before = await page.evaluate<number>(marks)
      held.release()
      await waitUntilUsable(page)
      expect(before, address).toBeGreaterThan(20)
      // Drawn again, they would have lost their marks, and the page would have flashed.
      expect(await page.evaluate<number>(marks), address).toBe(before)
      await expect(skip).toBeFocused()
      held.hold()
    }
  })
})

/** Holds the page's scripts; `release` lets them through, `hold` holds those of the next page. */
async function holdScripts(page: Page): Promise<{ readonly release: () => void; readonly hold: () => void }> {
  let gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  return { release: () => gate.resolve(), hold: () => void (gate = Promise.withResolvers()) }
}
