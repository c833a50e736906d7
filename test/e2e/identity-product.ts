import { test as base } from './fixtures.ts'
import { launchProduct, type LaunchedProduct } from './launch-product.ts'

/**
 * Tests with a product of their own that offers sign-in with Google and with an OpenID Connect issuer. Google's script comes from another origin, so the login and
 * sign-up pages reload, as with the real Google.
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
