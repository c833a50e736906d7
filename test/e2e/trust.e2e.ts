import { readFile } from 'node:fs/promises'
import { keepTrust } from '#server/features/evidence/trust.sql.ts'
import type { TrustStatistics } from '#shared/api/evidence.ts'
import { formatShare } from '#web/kit/formats/format.ts'
import { checkScreen, checkScreenEverywhere } from './check-screen.ts'
import { expect, test as base } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'
import { misdirect } from './misdirect.ts'
import { GATHERED } from './trust-statistics.ts'

/** By how much visible parts have moved, as browsers count it. */
const SHIFT = `new Promise((resolve) => {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => setTimeout(() => resolve(shift)))
})`

interface TrustFixtures {
  /** Makes the statistics of a night; they go with the test. */
  readonly makeStatistics: (statistics: TrustStatistics) => Promise<void>
}

const test = base.extend<TrustFixtures>({
  makeStatistics: async ({ database }, use) => {
    await use((statistics) => keepTrust(database, { day: GATHERED.day, statistics, now: new Date() }))
  },
})

// The first ones are made at the start.
test.beforeEach(async ({ database }) => void (await database.deleteFrom('trust_statistics').execute()))
test.afterEach(async ({ database }) => void (await database.deleteFrom('trust_statistics').execute()))

// The whole product shares the statistics, and only these tests write them.
test.describe.configure({ mode: 'default' })

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`public statistics in ${look.language}, from ${look.width} px to all widths`, () => {
    test.use({ look, contextOptions: { reducedMotion: 'reduce' } })

    test('are tables with bars, wait in their place, and say what is of too few and may still grow', async ({
      page,
      texts,
      makeStatistics,
    }) => {
      const { trust, labels } = texts
      await makeStatistics(GATHERED)
      const answers = await holdAnswers(page, '**/api/trust')
      await page.goto('/trust')
      await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'true')
      await answers.release()
      await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false')
      expect(await page.evaluate<number>(SHIFT), 'by how much parts moved').toBeLessThan(0.01)
      const bounced = page.getByRole('article', { name: trust.bounced.title })
      const rows = bounced.getByRole('row')
      await expect(rows).toHaveCount(13)
      await expect(rows.nth(1)).toContainText(formatShare(0.005, look.language))
      await expect(bounced.getByText(trust.stillOpen)).toHaveCount(2)
      await expect(bounced.getByText(trust.tooFew)).toHaveCount(2)
      const types = page.getByRole('article', { name: trust.coverage.contentTypes })
      await expect(types.getByRole('row', { name: labels.contentTypes.Gaming })).toContainText('95')
      await checkScreenEverywhere(page, 'public statistics')

      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: trust.counting.save }).click()
      const file = await saved
      expect(file.suggestedFilename()).toBe('channelbook-trust-2026-11-26.json')
      const { madeAt: _, ...statistics } = GATHERED
      expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject(statistics)
    })
  })
}

test.describe('public statistics', () => {
  test.use({ look: LOOKS.phoneRussian, refusals: [404] })

  test('are one press from every page, and say when they cannot be loaded, and that there are none before the first night', async ({
    page,
    texts,
    context,
  }) => {
    const { trust, shell, common } = texts
    await misdirect(page, '**/api/trust')
    await page.goto('/purpose')
    await page.getByRole('contentinfo').getByRole('link', { name: shell.trust }).click()
    await expect(page).toHaveURL('/trust')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(trust.title)
    await expect(page.getByRole('alert')).toContainText(trust.failed)
    await checkScreen(page, 'public statistics that failed')
    await page.unrouteAll()
    await context.setOffline(true)
    await page.getByRole('button', { name: common.retry }).click()
    await expect(page.getByRole('alert')).toContainText(common.offline)
    await context.setOffline(false)
    await page.getByRole('button', { name: common.retry }).click()
    await expect(page.getByText(trust.none)).toBeVisible()
    await page.reload()
    await expect(page.getByText(trust.none)).toBeVisible()
    await checkScreen(page, 'no public statistics yet')
    expect(await page.evaluate<number>(SHIFT), 'by how much parts moved').toBeLessThan(0.01)
  })

  test('are not there of too few', async ({ page, texts, makeStatistics }) => {
    const { trust } = texts
    const months = GATHERED.months.map((one) => ({ ...one, statistics: null }))
    const returnTime = { automatic: null, operator: null }
    await makeStatistics({ ...GATHERED, months, contactDays: null, returnTime })
    await page.goto('/trust')
    await expect(page.getByText(trust.noMonth)).toHaveCount(2)
    await expect(page.getByText(trust.age.unknown)).toBeVisible()
    await checkScreen(page, 'public statistics of too few')
  })
})
