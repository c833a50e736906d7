import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'
import { launchProduct, type LaunchedProduct } from './launch-product.ts'
import { waitUntilUsable } from './page-scripts.ts'

/**
 * Tests with a product of their own that offers sign-in with Google and with an OpenID Connect issuer. Google's script comes
 * from another origin, so the login and sign-up pages reload, as with the real Google.
 */
export const test = base.extend<object, { readonly product: LaunchedProduct }>({
  product: [
    async ({ browserName: _ }, use) => {
      await using product = await launchProduct({
        GOOGLE_SIGN_IN: 'local',
        OIDC_ISSUER: 'local',
        OIDC_NAME: 'Acme',
        OIDC_LOGOUT: 'issuer',
        SEED_DEMO: 'false',
      })
      await use(product)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  server: async ({ product }, use) => use({ baseUrl: product.url, localUrl: product.localUrl }),
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
