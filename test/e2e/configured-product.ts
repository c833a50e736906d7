import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'
import { waitUntilUsable } from './page-scripts.ts'

/**
 * Tests of the second product of `start-product.ts`. It offers sign-in with Google and with an OpenID Connect issuer. Google's
 * script comes from another origin, so the login and sign-up pages reload, as with the real Google.
 */
export const test = base.extend({
  server: async ({ browserName: _ }, use) =>
    use({
      baseUrl: process.env['E2E_CONFIGURED_URL'] ?? '',
      localUrl: process.env['E2E_CONFIGURED_LOCAL_URL'] ?? '',
      dataDir: process.env['E2E_CONFIGURED_DATA_DIR'] ?? '',
    }),
})

/**
 * Waits until the page after a login has loaded as a document of its own: the URL changes first, and until the reload that
 * leaves Google's script behind, that reload would abort another `goto`.
 */
export async function expectArrival(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path)
  const loaded = () =>
    page
      .evaluate<string>("new URL(performance.getEntriesByType('navigation')[0].name).pathname")
      .catch(() => 'loading')
  await expect.poll(loaded).toBe(path)
  await waitUntilUsable(page)
}
