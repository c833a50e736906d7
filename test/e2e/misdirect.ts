import type { Page } from '@playwright/test'

/** Sends matching calls to an address that the server does not know, so that it refuses them with 404. */
export async function misdirect(
  page: Page,
  calls: string | RegExp,
  options: { readonly times?: number } = {},
): Promise<void> {
  await page.route(
    calls,
    (route) => route.continue({ url: new URL('/api/no-such-call', route.request().url()).href }),
    options,
  )
}
