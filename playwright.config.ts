import { defineConfig } from '@playwright/test'
import { type BrowserEnvironment, browserLaunchOptions } from '#test/support/browser.ts'

/** Journeys through the built product, in the browser that `test/support/ensure-browser.ts` found. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.e2e.ts',
  globalSetup: 'test/e2e/start-product.ts',
  fullyParallel: true,
  workers: 2,
  // A test that only passes when repeated is a test that fails.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    // Pictures of the documentation, which every run takes anew.
    toHaveScreenshot: {
      pathTemplate: 'docs/images/{arg}{ext}',
      maxDiffPixelRatio: 0.02,
    },
  },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    launchOptions: browserLaunchOptions(process.env as BrowserEnvironment),
    actionTimeout: 15_000,
    // A trace of every test costs time; `--trace on` records them.
    screenshot: 'only-on-failure',
    serviceWorkers: 'block',
  },
})
