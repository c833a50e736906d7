import type { Locator } from '@playwright/test'
import { checkNarrow, checkScreen, checkWidths } from './check-screen.ts'
import { expect, MIX_SEED, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

const ROWS = '[data-channel]'
/** A row's channel, which shows it on the card; the other button opens the row's menu. */
const SHOW = 'tbody button:not([popovertarget])'

test.describe('the table of results', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('is sorted, and its columns are chosen, by keyboard alone', async ({ page, texts }) => {
    const { search } = texts
    const { columnTitles } = search
    const table = page.getByRole('table', { name: search.found })
    const head = (name: string) => table.getByRole('columnheader', { name, exact: true })
    await page.goto('/search?type=Music')
    await pressByKey(page.getByRole('button', { name: search.views.table, exact: true }))
    await expect(page).toHaveURL(`/search?type=Music&seed=${MIX_SEED}&view=table`)
    await expect(table.locator(ROWS)).toHaveCount(20)
    await checkScreen(page, 'table')
    await checkWidths(page, 'table')

    // The server orders the whole result.
    await pressByKey(head(columnTitles.subscribers).getByRole('button'))
    await expect(page).toHaveURL('/search?type=Music&sort=subscribers&view=table')
    await expect(head(columnTitles.subscribers)).toHaveAttribute('aria-sort', 'descending')
    await expect(head(columnTitles.subscribers).getByRole('button')).toBeFocused()
    await expect.poll(() => isOrdered(table, 'descending')).toBe(true)

    // The page orders what has loaded, and says so.
    await page.keyboard.press('Enter')
    await expect(head(columnTitles.subscribers)).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => isOrdered(table, 'ascending')).toBe(true)
    await expect(page.getByText(search.sortedShown('20'))).toBeVisible()
    await pressByKey(head(columnTitles.name).getByRole('button'))
    await expect(head(columnTitles.name)).toHaveAttribute('aria-sort', 'ascending')
    await expect(head(columnTitles.subscribers)).not.toHaveAttribute('aria-sort')
    const names = await table.locator(SHOW).allTextContents()
    expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true }).compare))
    // The third press leads back to the server's order.
    await page.keyboard.press('Enter')
    await expect(head(columnTitles.name)).toHaveAttribute('aria-sort', 'descending')
    await page.keyboard.press('Enter')
    await expect(head(columnTitles.name)).not.toHaveAttribute('aria-sort')
    await expect.poll(() => isOrdered(table, 'descending')).toBe(true)
    // Another search starts in the server's order.
    await page.keyboard.press('Enter')
    await expect(head(columnTitles.name)).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: search.filters }).click()
    await page.getByRole('button', { name: search.contentTypes.News, exact: true }).click()
    await expect(page).toHaveURL('/search?type=News&sort=subscribers&view=table')
    await expect(head(columnTitles.name)).not.toHaveAttribute('aria-sort')
    await expect.poll(() => isOrdered(table, 'descending')).toBe(true)

    const columns = page.getByRole('button', { name: search.columns, exact: true })
    await pressByKey(columns)
    await page.keyboard.press('Tab')
    const size = page.getByRole('checkbox', { name: columnTitles.subscribers, exact: true })
    await expect(size).toBeFocused()
    await page.keyboard.press('Space')
    await expect(head(columnTitles.subscribers)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(columns).toBeFocused()
    await expect(size).toBeHidden()
    await page.reload()
    await expect(head(columnTitles.name)).toBeVisible()
    await expect(head(columnTitles.subscribers)).toHaveCount(0)

    // The card follows the row, which keeps the focus until it is pressed again.
    const last = table.locator(SHOW).last()
    const name = (await last.textContent()) ?? ''
    await pressByKey(last)
    await expect(page.getByRole('article', { name, exact: true })).toBeInViewport()
    await expect(last).toBeFocused()
    await expect(table.locator('[aria-current="true"]')).toContainText(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused()
  })

  test('shows the card at its side without moving, and compares and copies the ticked rows', async ({
    page,
    context,
    texts,
  }) => {
    const { payments, search, shell } = texts
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/search?type=Music&view=table')
    const rows = page.locator(ROWS)
    await expect(rows).toHaveCount(20)
    const fifth = rows.nth(4)
    const before = await fifth.boundingBox()
    const name = (await fifth.locator('button:not([popovertarget])').textContent()) ?? ''
    await fifth.locator('button:not([popovertarget])').click()
    await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
    expect(await fifth.boundingBox()).toEqual(before)
    // The head stays above the rows.
    await rows.last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('columnheader', { name: search.lastUpload })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('article', { name, exact: true })).toBeInViewport()

    await fifth.getByRole('checkbox').check()
    const sixth = rows.nth(5)
    const other = (await sixth.locator('button:not([popovertarget])').textContent()) ?? ''
    await sixth.getByRole('checkbox').check()
    await expect(page.getByText(search.chosen(2, '2'))).toBeVisible()
    const all = page.getByRole('checkbox', { name: search.chooseAll })
    expect(await all.evaluate((box: { readonly indeterminate?: boolean }) => box.indeterminate)).toBe(true)
    // With room for all rows, none is half covered by what sticks to the edges.
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width, height: 2_400 })
    await checkScreen(page, 'ticked rows')
    await page.setViewportSize({ width, height })
    // Invented channels have no links.
    await page.getByRole('button', { name: search.copyNames, exact: true }).click()
    const lines = String(await page.evaluate('navigator.clipboard.readText()')).split('\n')
    expect(lines.map((line) => line.split('\t')[0])).toEqual([name, other])
    // They stay chosen in another search.
    await page.getByRole('button', { name: search.filters }).click()
    await page.getByRole('button', { name: search.contentTypes.News, exact: true }).click()
    await expect(page).toHaveURL(/type=News/)
    await expect(page.getByText(search.chosen(2, '2'))).toBeVisible()
    // And on the way through another page.
    await page.getByRole('link', { name: shell.purchase, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: payments.shop.title })).toBeVisible()
    const cookies = page.getByRole('region', { name: shell.cookieBanner })
    await expect(cookies).toBeVisible()
    await page.evaluate(watchPlaces(search.clearChosen))
    await page.goBack()
    await expect(page.getByText(search.chosen(2, '2'))).toBeVisible()
    await expect(cookies).toHaveCount(0)
    const places = await page.evaluate('places.size')
    // The notice of cookies leaves, and nothing moves under a press on the way.
    expect(places).toBe(1)
    await page.reload()
    await page.getByRole('button', { name: search.compareChosen }).click()
    const heads = page.getByRole('columnheader')
    await expect(heads).toHaveCount(2)
    await expect(heads.first()).toContainText(name)
    await page.goBack()
    await page.getByRole('button', { name: search.clearChosen }).click()
    await expect(rows).toHaveCount(20)
    await expect(page.getByText(search.chosen(2, '2'))).toHaveCount(0)

    // With the shift key, all rows from the last one on; then all, and none.
    await rows.nth(6).getByRole('checkbox').click()
    await rows
      .nth(3)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await expect(page.getByText(search.chosen(4, '4'))).toBeVisible()
    await expect(rows.nth(5).getByRole('checkbox')).toBeChecked()
    await all.check()
    await expect(page.getByText(search.chosen(20, '20'))).toBeVisible()
    await all.uncheck()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })
})

test.describe('the table and the frame at every width of laptops', () => {
  // Russian texts are the longer ones.
  test.use({ look: LOOKS.laptopRussian })

  test('stand beside each other, and the frame stays where it is', async ({ page, texts }) => {
    const { search } = texts
    const frame = page.getByRole('banner').getByRole('link').first()
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    await page.goto('/search?type=Music')
    for (const width of [1200, 1280, 1350, 1366, 1400, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator(ROWS)).toHaveCount(19)
      await expect(page.getByRole('article')).toBeVisible()
      const before = await Promise.all([frame.boundingBox(), field.boundingBox()])
      await page.getByRole('button', { name: search.views.table, exact: true }).click()
      await expect(page.locator(ROWS)).toHaveCount(20)
      const after = await Promise.all([frame.boundingBox(), field.boundingBox()])
      expect(after, `frame and field at ${width} px`).toEqual(before)
      const table = (await page.getByRole('table').boundingBox()) ?? { x: 0, width: 0 }
      const side = page.getByRole('complementary')
      await expect(side, `the card at ${width} px`).toHaveCount(width < 1400 ? 0 : 1)
      const card = width < 1400 ? null : await side.boundingBox()
      expect(table.x + table.width, `the table at ${width} px`).toBeLessThanOrEqual(card?.x ?? width)
      await page.getByRole('button', { name: search.views.list, exact: true }).click()
    }
  })
})

test.describe('the table on a phone', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('has rows of two lines and the card as a sheet, at any width without scrolling sideways', async ({
    page,
    texts,
  }) => {
    const { search, common } = texts
    await page.goto('/search?type=Music&view=table')
    const cards = page.locator(ROWS)
    await expect(cards).toHaveCount(20)
    await expect(cards.first()).toContainText(search.contactKnown)
    await expect(page.getByRole('article')).toHaveCount(0)
    await checkScreen(page, 'rows')
    await checkNarrow(page, 'rows')
    // The order of a column cannot be shuffled.
    const shuffle = page.getByRole('button', { name: search.shuffleAgain })
    await expect(shuffle).toBeVisible()
    await page.getByLabel(search.sort).selectOption(search.columnTitles.name)
    await expect(shuffle).toHaveCount(0)
    const second = cards.nth(1).getByRole('button')
    const name = (await second.textContent()) ?? ''
    await second.click()
    const sheet = page.getByRole('dialog', { name, exact: true })
    await expect(sheet.getByRole('article', { name, exact: true })).toBeVisible()
    await expect(
      sheet.getByRole('article').getByRole('button', { name: texts.reveals.getData }),
    ).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveURL(/channel=/)
    await checkScreen(page, 'sheet')
    // The second one is a notification's.
    await sheet.getByRole('button', { name: common.close }).first().click()
    await expect(sheet).toBeHidden()
    await expect(second).toBeFocused()
    await expect(page).not.toHaveURL(/channel=/)
    // Back closes it, too, and stays with the results.
    await second.click()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(second).toBeFocused()
    await expect(page).toHaveURL(/view=table$/)
    await page.getByRole('button', { name: search.views.list, exact: true }).click()
    await expect(cards).toHaveCount(19)
    await expect(page).not.toHaveURL(/view/)
  })
})

async function pressByKey(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Enter')
}

async function isOrdered(table: Locator, order: 'ascending' | 'descending'): Promise<boolean> {
  const counts = await table
    .locator('tbody data')
    .evaluateAll((elements) =>
      elements.map((element: { getAttribute(name: string): string | null }) =>
        Number(element.getAttribute('value')),
      ),
    )
  const sorted = counts.toSorted((one, other) => (order === 'ascending' ? one - other : other - one))
  return counts.length > 1 && String(counts) === String(sorted)
}

/** A script that collects in `places` how high a button is in each frame from now on. */
function watchPlaces(name: string): string {
  return `{
    globalThis.places = new Set()
    const look = () => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === ${JSON.stringify(name)})
      if (button !== undefined) places.add(Math.round(button.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    look()
  }`
}
