import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'

test.describe('while another search is running', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('none of the old results can be bought; afterwards the new ones can', async ({
    page,
    texts,
    person: _,
    popular,
  }) => {
    const { search, reveals } = texts
    const [first, second] = await popular('ru')
    if (second === undefined) throw new Error('One channel is too few')
    await page.goto(`/search?q=${encodeURIComponent(first.channel_name)}`)
    await expect(page.getByRole('article', { name: first.channel_name, exact: true })).toBeVisible()
    const button = page.getByRole('button', { name: reveals.getData, includeHidden: true })
    const bought: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/getemail')) bought.push(request.postDataJSON())
    })

    const answers = await holdAnswers(page, '**/api/search')
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    await field.fill(second.channel_name)
    await field.press('Enter')
    // The button is only for show; a press that reaches it anyway does nothing.
    await button.click({ force: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: search.results })).toHaveAttribute('aria-busy', 'true')
    await button.click({ force: true })
    await answers.release()
    const card = page.getByRole('article', { name: second.channel_name, exact: true })
    await expect(card).toBeVisible()
    await page.getByRole('button', { name: reveals.getData }).click()
    await expect(card.locator('a[href^="mailto:"]')).toBeVisible()
    expect(bought).toEqual([{ channelId: second.channelId }])
    await expect(page.getByText(reveals.uses('2'))).toBeVisible()
  })
})

test.describe('cleared results', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('do not come back while another search is running', async ({ page, texts }) => {
    const { search } = texts
    await page.goto('/search?type=Music')
    await expect(page.getByRole('article')).toBeVisible()
    await page.getByRole('button', { name: search.resetFilters }).click()
    await expect(page.getByText(search.startTitle)).toBeVisible()
    await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(0)
    const answers = await holdAnswers(page, '**/api/filter')
    await page.getByRole('button', { name: search.filters, exact: true }).click()
    await page.getByRole('button', { name: search.contentTypes.News, exact: true }).click()
    await expect(page.getByText(search.startTitle)).toHaveCount(0)
    // Only the placeholder for the new results, and none of the old ones.
    await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(1)
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.locator('[data-channel]')).toHaveCount(0)
    await answers.release()
    await expect(page.getByRole('article')).toContainText(search.contentTypes.News)
  })
})
