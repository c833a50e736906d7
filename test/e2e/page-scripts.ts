import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Waits until the page's scripts work: its links, buttons and fields are theirs from then on. */
export async function waitUntilUsable(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('window.pressedEarly')).toBe('over')
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
