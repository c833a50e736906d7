import type { Page } from '@playwright/test'

/** Keeps the server's own answers to matching calls back until they are released. */
export async function holdAnswers(
  page: Page,
  calls: string,
): Promise<{ readonly release: () => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return {
    async release() {
      resolve()
      // Until the last of them is on its way; later calls go straight.
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}
