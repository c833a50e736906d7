import type { Page } from '@playwright/test'

/** Holds the server's real answers to matching calls until they are released. */
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
      // Waits until the last of them is released; later calls go straight through.
      await page.unrouteAll({ behavior: 'wait' })
    },
  }
}
