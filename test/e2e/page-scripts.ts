import { expect, type Page } from '@playwright/test'

/**
 * Waits until the page's scripts work: its links, buttons and fields are theirs from then on. Documents of other makers
 * are usable at once.
 */
export async function waitUntilUsable(page: Page): Promise<void> {
  // A page that reloads itself meanwhile ends the evaluation, not the wait. The page's policy forbids `waitForFunction`.
  await expect(async () => {
    const isUsable = await page.evaluate(
      "document.querySelector('#root') === null || window.pressedEarly === 'over'",
    )
    expect(isUsable).toBe(true)
  }).toPass({ timeout: 15_000, intervals: [20] })
}

/** Goes to an address as links of the site do, without loading a page. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
  await page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
}

/** Holds the page's scripts; `release` lets them through, `hold` holds those of the next page. */
export async function holdScripts(
  page: Page,
): Promise<{ readonly release: () => void; readonly hold: () => void }> {
  let gate = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  return { release: () => gate.resolve(), hold: () => void (gate = Promise.withResolvers()) }
}
