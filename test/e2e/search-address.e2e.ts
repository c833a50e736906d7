import { expect, MIX_SEED, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('results', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('continue after the last page that a URL restores', async ({ page, texts }) => {
    await page.goto('/search?type=Music&contact=any&pages=24')
    const rows = page.locator('[data-channel]')
    const more = page.getByRole('button', { name: texts.search.more, exact: true })
    // Makes requests one after another, for as long as the machine needs.
    test.slow()
    await expect(rows).toHaveCount(24 * 20 - 1, { timeout: 120_000 })
    for (const pages of [25, 26, 27]) {
      await more.click()
      await expect(rows).toHaveCount(pages * 20 - 1)
      await expect(page).toHaveURL(`/search?type=Music&contact=any&seed=${MIX_SEED}&pages=25`)
    }
  })

  test('that are still loaded continue where they ended', async ({ page, texts }) => {
    const { search } = texts
    await page.goto('/search?type=Music&pages=3')
    const rows = page.locator('[data-channel]')
    await expect(rows).toHaveCount(59)
    await page.getByRole('button', { name: search.filters }).click()
    const news = page.getByRole('button', { name: search.contentTypes.News, exact: true })
    const music = page.getByRole('button', { name: search.contentTypes.Music, exact: true })
    await news.click()
    await expect(rows).toHaveCount(19)
    await music.click()
    await expect(rows).toHaveCount(59)
    await page.getByRole('button', { name: search.more, exact: true }).click()
    await expect(rows).toHaveCount(79)
    await expect(page).toHaveURL(`/search?type=Music&seed=${MIX_SEED}&pages=4`)
  })
})

test.describe('several filters', () => {
  test.use({ look: LOOKS.tabletEnglish })

  test('follow Back and Forward of the browser', async ({ page, texts, person: _ }) => {
    const { search } = texts
    const chips = page.getByRole('list', { name: search.chosenFilters }).getByRole('listitem')
    await page.goto('/search?filters=open')
    const several = page.getByRole('switch', { name: search.multiSelect })
    await expect(several).toBeEnabled()
    await page.getByRole('button', { name: search.contentTypes.Comedy, exact: true }).click()
    await expect(page).toHaveURL(`/search?type=Comedy&seed=${MIX_SEED}`)
    await several.check()
    await page.getByRole('button', { name: search.contentTypes.Music, exact: true }).click()
    await page.getByRole('button', { name: /^Show (?:about )?[\d,]+ channels$/ }).click()
    await expect(page).toHaveURL(`/search?type=Comedy&type=Music&seed=${MIX_SEED}`)
    await expect(chips).toHaveText([
      search.contentTypes.Comedy,
      search.contentTypes.Music,
      search.withContact,
    ])

    await page.goBack()
    await expect(page).toHaveURL(`/search?type=Comedy&seed=${MIX_SEED}`)
    await expect(chips).toHaveText([search.contentTypes.Comedy, search.withContact])
    await expect(several).toBeChecked()
    await page.goBack()
    await expect(page).toHaveURL('/search?filters=open')
    await expect(chips).toHaveCount(0)
    await page.goForward()
    await expect(chips).toHaveText([search.contentTypes.Comedy, search.withContact])
  })
})
