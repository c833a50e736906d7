import type { Page } from '@playwright/test'
import type { UserData } from '#shared/api/sessions.ts'
import { TERMS } from '#shared/legal/terms.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

const { phoneRussian, laptopEnglish } = LOOKS
const [newest] = TERMS
const OFFER = `/offer.pdf?version=${newest.date}`

/** Lets the person be one who signed up before the newest terms were announced. */
async function knowOnlyEarlierTerms(page: Page): Promise<void> {
  await page.route('**/api/cookie', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: UserData }
    body.data.userInformation.newTerms = newest.date
    await route.fulfill({ response: answer, json: body })
  })
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
      person: _,
    }) => {
      await knowOnlyEarlierTerms(page)
      await page.goto('/search')
      const notice = page.getByRole('region', { name: legal.newTerms })
      await expect(notice).toContainText(legal.whatChanges)
      expect(await shiftOf(page), 'layout shift').toBeLessThan(0.01)
      await checkScreen(page, 'notice of new terms')
      if (look.width === 390) await checkNarrow(page, 'notice of new terms')

      await notice.getByRole('link', { name: legal.readNew.terms }).click()
      await expect(page).toHaveURL(`/terms?version=${newest.date}`)
      await expect(notice.getByRole('link', { name: legal.readNew.offer })).toHaveAttribute('href', OFFER)
      await notice.getByRole('button', { name: legal.noted }).click()
      await expect(notice).toBeHidden()
      await expect(page.getByRole('main')).toBeFocused()
      // Now the server's own word.
      await page.unroute('**/api/cookie')
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(notice).toBeHidden()
    })

    test('terms in force say which come next, and those say since when they apply', async ({
      page,
      texts: { legal },
    }) => {
      // The day before the newest ones apply in Moscow.
      await page.clock.setFixedTime(new Date(Date.parse(newest.date) - 86_400_000))
      await page.goto('/terms')
      await expect(page.getByText(legal.inForce)).toBeVisible()
      await page.getByRole('link', { name: legal.readNext }).click()
      await expect(page).toHaveURL(`/terms?version=${newest.date}`)
      await expect(page.getByRole('link', { name: legal.toCurrent })).toBeVisible()
      await expect(page.getByText(legal.inForce)).toBeHidden()
      await expect(page.locator(`main a[href="${OFFER}"]`)).toBeVisible()
      const offer = await page.request.get(OFFER)
      expect(offer.headers()['content-type']).toBe('application/pdf')

      await page.clock.setFixedTime(new Date(Date.parse(newest.date)))
      await page.goto('/terms')
      await expect(page.getByText(legal.inForce)).toBeVisible()
      await expect(page.getByRole('link', { name: legal.readNext })).toBeHidden()
    })
  })
}
