import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'

test.describe('chips', () => {
  test.use({ look: LOOKS.tabletRussian })

  test('of ranges are in Russian wherever they appear', async ({ page, texts }) => {
    const { search, landing } = texts
    await page.goto('/')
    const line = page.getByRole('listitem').filter({ hasText: '10–100\u00a0тыс.' })
    await expect(line).toBeVisible()
    await expect(page.getByRole('link', { name: '1–5\u00a0млн', exact: true })).toBeVisible()
    await expect(page.getByText(landing.subscribers)).toBeVisible()
    await line.getByRole('link').click()
    await expect(page).toHaveURL('/search?subs=10-100K')
    const chips = page.getByRole('list', { name: search.chosenFilters }).getByRole('listitem')
    await expect(chips).toHaveText(['10–100\u00a0тыс.', search.withContact])
    await page.getByRole('button', { name: search.filters }).click()
    const panel = page.getByRole('group', { name: search.subscribers })
    await expect(panel.getByRole('button', { name: '0,5–1\u00a0млн' })).toBeVisible()
    expect(await panel.textContent()).not.toMatch(/[KM]/)
  })

  test('respond to a press at once, without waiting for an earlier press, an animation or the server', async ({
    page,
    texts,
  }) => {
    const { search } = texts
    await page.clock.install()
    await page.goto('/search?type=Music&audience=Kids&subs=1-10K')
    await expect(page.getByRole('article')).toBeVisible()
    const asked: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/filter')) asked.push(request.postDataJSON())
    })
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
    const answers = await holdAnswers(page, '**/api/filter')
    const chips = page.getByRole('list', { name: search.chosenFilters, includeHidden: true })
    const leaving = chips.locator('li[aria-hidden="true"]')
    // Checks at the moment of each press, before anything that React defers.
    const press = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate(
        (button: { click(): void }) =>
          new Promise<void>((resolve) => {
            button.click()
            queueMicrotask(() => resolve())
          }),
      )
    await press(search.removeFilter(search.audiences.Kids))
    await expect(leaving).toHaveCount(1)
    await press(search.removeFilter(search.contentTypes.Music))
    await expect(leaving).toHaveCount(2)
    await expect.poll(() => asked.length).toBe(2)
    expect(asked).toMatchObject([
      { content_type: ['Music'], ageGroup: null },
      { content_type: null, ageGroup: null },
    ])
    await page.clock.runFor(300)
    await expect(leaving).toHaveCount(0)
    await answers.release()

    // A chip that appears alone waits for no earlier one.
    await page.getByRole('button', { name: search.filters }).click()
    await page.getByRole('button', { name: search.contentTypes.News, exact: true }).click()
    const came = chips.getByRole('listitem').filter({ hasText: search.contentTypes.News })
    await expect(came).toHaveCSS('animation-delay', '0s')
  })
})
