import { startTraceReceiver, type TraceReceiver, wayUp } from '#test/support/trace-receiver.ts'
import { expect, test as base } from './fixtures.ts'
import { launchProduct, type LaunchedProduct } from './launch-product.ts'

/** A product of its own, which sends its traces to a collector of the test. */
const test = base.extend<
  object,
  { readonly traced: { readonly product: LaunchedProduct; readonly receiver: TraceReceiver } }
>({
  traced: [
    async ({ browserName: _ }, use) => {
      await using receiver = await startTraceReceiver()
      await using product = await launchProduct({
        SEED_DEMO: 'false',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      })
      await use({ product, receiver })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  server: async ({ traced: { product } }, use) => use({ baseUrl: product.url, localUrl: product.localUrl }),
})

test('one trace leads from what is typed in the page to the statement in the database', async ({
  page,
  texts,
  traced: { receiver },
}) => {
  await page.goto('/search')
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/api/search') && request.headers()['traceparent'] !== undefined,
  )
  await page.getByRole('searchbox', { name: texts.search.inputLabel }).fill('cooking')
  await page.keyboard.press('Enter')
  await asked
  const isOfPress = () =>
    receiver.spans
      .filter(({ name }) => name === 'search-by-text')
      .map((span) => wayUp(receiver.spans, span))
      .find((way) => way.length === 4)
  await expect
    .poll(isOfPress, { timeout: 30_000 })
    .toEqual(['search-by-text', 'route', 'POST /api/search', 'browser POST /api/search'])
  expect(receiver.raw.join('\n')).not.toContain('cooking')
})
