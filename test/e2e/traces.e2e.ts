import { startTraceReceiver, type TraceReceiver, wayUp } from '#test/support/trace-receiver.ts'
import { expect, test as base } from './fixtures.ts'
import { launchProduct } from './launch-product.ts'

/** A product of its own, which sends its traces to a collector of the test. */
const test = base.extend<{ readonly receiver: TraceReceiver }>({
  receiver: async ({ browserName: _ }, use) => {
    await using receiver = await startTraceReceiver()
    await use(receiver)
  },
  server: async ({ receiver }, use) => {
    await using product = await launchProduct({
      SEED_DEMO: 'false',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    })
    await use({ baseUrl: product.url, localUrl: product.localUrl })
  },
})

// Starting a product takes long.
test.describe.configure({ timeout: 480_000 })

test('one trace leads from what is typed in the page to the statement in the database', async ({
  page,
  texts,
  receiver,
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
