import { readFile } from 'node:fs/promises'
import { formatShare } from '#web/kit/formats/format.ts'
import { checkNarrow, checkScreen, checkWidths } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { answerTrust, GATHERED } from './trust-figures.ts'

/** By how much visible parts have moved, as browsers count it. */
const SHIFT = `new Promise((resolve) => {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => setTimeout(() => resolve(shift)))
})`

for (const [name, look] of Object.entries(LOOKS)) {
  test.describe(`public figures: ${name}`, () => {
    test.use({ look, contextOptions: { reducedMotion: 'reduce' } })

    test('are tables with bars, and say what is of too few and may still grow', async ({ page, texts }) => {
      const { trust, labels } = texts
      await answerTrust(page, GATHERED)
      await page.goto('/trust')
      const bounced = page.getByRole('article', { name: trust.bounced.title })
      const rows = bounced.getByRole('row')
      await expect(rows).toHaveCount(13)
      await expect(rows.nth(1)).toContainText(formatShare(0.005, look.language))
      await expect(bounced.getByText(trust.stillOpen)).toHaveCount(2)
      await expect(bounced.getByText(trust.tooFew)).toHaveCount(2)
      const types = page.getByRole('article', { name: trust.coverage.contentTypes })
      await expect(types.getByRole('row', { name: labels.contentTypes.Gaming })).toContainText('95')
      await checkScreen(page, 'public figures')
      if (look.width === 390) await checkNarrow(page, 'public figures')
      if (look.width === 1440) await checkWidths(page, 'public figures')
    })
  })
}

test.describe('public figures', () => {
  test.use({ look: LOOKS.phoneRussian, refusals: [503] })

  test('are one press from every page, and wait in their place', async ({ page, texts }) => {
    const { trust, shell } = texts
    await page.goto('/purpose')
    await page.getByRole('contentinfo').getByRole('link', { name: shell.trust }).click()
    await expect(page).toHaveURL('/trust')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(trust.title)
    const { promise, resolve } = Promise.withResolvers<void>()
    await answerTrust(page, GATHERED, promise)
    await page.reload()
    await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'true')
    resolve()
    await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false')
    expect(await page.evaluate<number>(SHIFT), 'by how much parts moved').toBeLessThan(0.01)
  })

  test('are not there before the first night, nor of too few', async ({ page, texts }) => {
    const { trust } = texts
    await page.goto('/trust')
    await expect(page.getByText(trust.none)).toBeVisible()
    await checkScreen(page, 'no public figures yet')
    expect(await page.evaluate<number>(SHIFT), 'by how much parts moved').toBeLessThan(0.01)
    const months = GATHERED.months.map((one) => ({ ...one, figures: null }))
    await answerTrust(page, {
      ...GATHERED,
      months,
      contactDays: null,
      returnTime: { automatic: null, operator: null },
    })
    await page.reload()
    await expect(page.getByText(trust.noMonth)).toHaveCount(2)
    await expect(page.getByText(trust.age.unknown)).toBeVisible()
    await checkScreen(page, 'public figures of too few')
  })

  test('say when they cannot be loaded, and load again', async ({ page, texts, context }) => {
    const { trust, common } = texts
    await page.route('**/api/trust', (route) =>
      route.fulfill({ status: 503, json: { success: false, data: null, error: { code: 'unavailable' } } }),
    )
    await page.goto('/trust')
    await expect(page.getByRole('alert')).toContainText(trust.failed)
    await checkScreen(page, 'public figures that failed')
    await page.unrouteAll()
    await context.setOffline(true)
    await page.getByRole('button', { name: common.retry }).click()
    await expect(page.getByRole('alert')).toContainText(common.offline)
    await context.setOffline(false)
    await page.getByRole('button', { name: common.retry }).click()
    await expect(page.getByText(trust.none)).toBeVisible()
  })

  test('are saved as JSON', async ({ page, texts }) => {
    await answerTrust(page, GATHERED)
    await page.goto('/trust')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: texts.trust.counting.save }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('channelbook-trust-2026-11-26.json')
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual(GATHERED)
  })
})
