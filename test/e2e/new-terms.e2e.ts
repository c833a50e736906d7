import type { Page } from '@playwright/test'
import { TERMS } from '#shared/legal/terms.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/postgres.ts'
import { query } from '#test/support/data-folders.ts'
import { ANNOUNCED, REPLACED } from '#test/support/legal-versions.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

const { phoneRussian, laptopEnglish } = LOOKS
const OFFER = `/offer.pdf?version=${ANNOUNCED}`
const QUIET = { info: () => undefined, error: () => undefined }

/** Lets the person be one who signed up before the newest terms were announced. */
async function knowOnlyEarlierTerms(email: string): Promise<void> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? ''
  await using postgres = await openEmbeddedPostgres({ dataDir, memory: 512, role: 'tool', log: QUIET })
  await query(postgres.url, 'update person set announced_terms = $1 where email = $2', [TERMS.date, email])
}

/** By how much visible parts of the page have moved, as browsers count it. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let shift = 0
    const observer = new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shift += value
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => setTimeout(() => resolve(shift)))
  })`)
}

for (const [name, look] of Object.entries({ phoneRussian, laptopEnglish })) {
  test.describe(name, () => {
    test.use({ look })

    test('a person is told of new terms once they are logged in, and no longer after a press', async ({
      page,
      texts: { legal },
      person,
    }) => {
      await knowOnlyEarlierTerms(person.email)
      await page.goto('/search')
      const notice = page.getByRole('region', { name: legal.newTerms })
      await expect(notice).toContainText('2099')
      expect(await shiftOf(page), 'layout shift').toBeLessThan(0.01)
      await checkScreen(page, 'notice of new terms')
      if (look.width === 390) await checkNarrow(page, 'notice of new terms')

      await notice.getByRole('link', { name: legal.readNew.terms }).click()
      await expect(page).toHaveURL(`/terms?version=${ANNOUNCED}`)
      await expect(notice.getByRole('link', { name: legal.readNew.offer })).toHaveAttribute('href', OFFER)
      await notice.getByRole('button', { name: legal.noted }).click()
      await expect(notice).toBeHidden()
      await expect(page.getByRole('main')).toBeFocused()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: /2099/ })).toBeVisible()
      await expect(notice).toBeHidden()
    })
  })
}

test.describe('terms', () => {
  const look = phoneRussian
  test.use({ look })

  test('in force say which come next, those since when they apply, and earlier ones that they are replaced', async ({
    page,
    texts: { legal },
  }) => {
    const heading = (title: string | RegExp) => page.getByRole('heading', { level: 1, name: title })
    await page.clock.setFixedTime(new Date(Date.parse(ANNOUNCED) - 86_400_000))
    await page.goto('/terms')
    await expect(heading(TERMS.texts[look.language].title)).toBeVisible()
    await expect(page.getByText(legal.inForce)).toBeVisible()
    await page.getByRole('link', { name: legal.readNext }).click()
    await expect(page).toHaveURL(`/terms?version=${ANNOUNCED}`)
    await expect(heading(/2099/)).toBeVisible()
    await expect(page.getByRole('link', { name: legal.toCurrent })).toBeVisible()
    await expect(page.getByText(legal.inForce)).toBeHidden()
    await expect(page.locator(`main a[href="${OFFER}"]`)).toBeVisible()
    await checkScreen(page, 'announced terms')
    const offer = await page.request.get(OFFER)
    expect(offer.headers()['content-type']).toBe('application/pdf')
    await page.locator(`main a[href="/terms?version=${REPLACED}"]`).click()
    await expect(heading(/2020/)).toBeVisible()
    await expect(page.getByText(legal.replaced)).toBeVisible()

    await page.clock.setFixedTime(new Date(Date.parse(ANNOUNCED)))
    await page.goto('/terms')
    await expect(heading(/2099/)).toBeVisible()
    await expect(page.getByText(legal.inForce)).toBeVisible()
    await expect(page.getByRole('link', { name: legal.readNext })).toBeHidden()
    // What had been in force, with which the page is built.
    await page.goto(`/terms?version=${TERMS.date}`)
    await expect(heading(TERMS.texts[look.language].title)).toBeVisible()
    await expect(page.getByText(legal.replaced)).toBeVisible()
  })

  test('a version that does not load says so, and is asked for again', async ({ page, texts }) => {
    await page.goto('/terms')
    await page.context().setOffline(true)
    await page.locator(`main a[href="/terms?version=${REPLACED}"]`).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(texts.legal.loadFailed)
    await checkScreen(page, 'terms that did not load')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: texts.common.retry }).click()
    await expect(page.getByRole('heading', { level: 1, name: /2020/ })).toBeVisible()
  })
})
