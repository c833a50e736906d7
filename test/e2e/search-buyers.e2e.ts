import type { Locator, Page } from '@playwright/test'
import { formatShortDate, formatSpan } from '#web/kit/formats/format.ts'
import { checkForcedColors, checkNarrow, checkScreen, checkWidths } from './check-screen.ts'
import { expect, MIX_SEED, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { type Channel, inactivityOf } from './popular-channels.ts'

const ROWS = '[data-channel]'

for (const look of [LOOKS.laptopEnglish, LOOKS.phoneRussian]) {
  test.describe(`what buyers ask, ${look.width} px`, () => {
    test.use({ look })

    test('country, language and contact are filters with chips, kept in the address', async ({
      page,
      texts,
    }) => {
      const { search } = texts
      const country = await nameIn(page, look.language, 'region', 'DE')
      const language = await nameIn(page, look.language, 'language', 'de')
      const chips = page.getByRole('list', { name: search.chosenFilters }).getByRole('listitem')
      const rows = page.locator(ROWS)
      await page.goto('/search')
      await page.getByRole('button', { name: search.filters, exact: true }).click()
      const contact = page.getByRole('button', { name: search.withContact, exact: true })
      await expect(contact).toHaveAttribute('aria-pressed', 'true')
      await expect(chips).toHaveCount(0)
      await page.getByRole('combobox', { name: search.country }).selectOption({ label: country })
      await expect(page).toHaveURL(`/search?country=DE&seed=${MIX_SEED}`)
      await expect(chips).toHaveText([country, search.withContact])
      await page.getByRole('combobox', { name: search.language }).selectOption({ label: language })
      await expect(page).toHaveURL(`/search?country=DE&language=de&seed=${MIX_SEED}`)
      await expect(chips).toHaveText([country, language, search.withContact])
      await expect(rows.first()).toContainText(country)
      await expect(page.getByText(search.noContact)).toHaveCount(0)
      await checkScreen(page, 'filters of buyers')
      await checkNarrow(page, 'filters of buyers')
      const other = page.getByRole('button', { name: search.ranges['20M+'], exact: true })
      await checkForcedColors(page, contact, other)

      await contact.click()
      await expect(page).toHaveURL(`/search?country=DE&language=de&contact=any&seed=${MIX_SEED}`)
      await expect(chips).toHaveText([country, language])
      await expect(rows.filter({ hasText: search.noContact }).first()).toBeVisible()
      await page.reload()
      await expect(chips).toHaveText([country, language])
      await page.goBack()
      await expect(chips).toHaveText([country, language, search.withContact])

      await page.getByRole('button', { name: search.removeFilter(search.withContact) }).click()
      await expect(page).toHaveURL(/contact=any/)
      await page.getByRole('button', { name: search.resetFilters }).click()
      await expect(page).toHaveURL('/search')
      await expect(page.getByText(search.startTitle)).toBeVisible()
    })

    test('a text looks for channels without a contact too', async ({ page, texts }) => {
      const { search } = texts
      const asked = page.waitForRequest('**/api/search')
      await page.goto('/search?q=vlog')
      expect((await asked).postDataJSON()).toMatchObject({ hasContact: null, sort: 'relevance' })
      await expect(page.getByRole('article')).toBeVisible()
      await expect(page.getByRole('button', { name: search.resetFilters })).toHaveCount(0)
      const narrowed = page.waitForRequest('**/api/search')
      await page.getByRole('button', { name: search.filters, exact: true }).click()
      await page.getByRole('button', { name: search.withContact, exact: true }).click()
      expect((await narrowed).postDataJSON()).toMatchObject({ hasContact: true })
      await expect(page).toHaveURL('/search?q=vlog&contact=with')
      await expect(page.getByText(search.noContact)).toHaveCount(0)
    })

    test('every further match shows contact, subscribers, country and last upload', async ({
      page,
      texts,
    }) => {
      const { search, reveals } = texts
      const answered = page.waitForResponse('**/api/filter')
      await page.goto('/search?type=Music&contact=any')
      const { data } = (await (await answered).json()) as { data: Channel[] }
      const rows = page.locator(ROWS)
      await expect(rows).toHaveCount(19)
      for (const channel of data.slice(1)) {
        const { channelId, subsCount, hasContact, country, lastUploadAt } = channel
        const row = page.locator(`[data-channel="${channelId}"]`)
        await expect(row).toContainText(hasContact ? search.hasContact : search.noContact)
        if (subsCount === null) await expect(row).toContainText(search.subscribersHidden)
        if (country !== null)
          await expect(row).toContainText(await nameIn(page, look.language, 'region', country))
        const inactivity = inactivityOf(channel)
        if (inactivity > 0) {
          await expect(row).toContainText(search.noUploads(formatSpan(inactivity, look.language)))
        } else if (lastUploadAt !== null) {
          await expect(row).toContainText(search.uploaded(formatShortDate(lastUploadAt, look.language)))
        }
      }
      // There is nothing to get, so nobody is asked to log in for it.
      await rows.filter({ hasText: search.noContact }).first().getByRole('button').click()
      const card = page.getByRole('article')
      await expect(card).toContainText(search.noContactKnown)
      await expect(card).not.toContainText(reveals.cost)
      await expect(card.getByRole('button', { name: reveals.getData })).toBeDisabled()
    })
  })
}

test.describe('filters without a text', () => {
  test.use({ look: LOOKS.tabletEnglish })

  test('show every browser another mix, and whoever is sent the address the same one', async ({
    page,
    browser,
    baseURL,
    texts,
  }) => {
    const rows = page.locator(ROWS)
    await page.goto('/search?filters=open')
    await page.getByRole('button', { name: texts.search.contentTypes.Music, exact: true }).click()
    await expect(rows).toHaveCount(19)
    const address = page.url()
    const own = await idsOf(rows)

    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
    await context.addInitScript("try { localStorage.setItem('mixSeed', '8') } catch {}")
    const other = await context.newPage()
    const others = other.locator(ROWS)
    await other.goto('/search?type=Music')
    await expect(others).toHaveCount(19)
    expect(await idsOf(others)).not.toEqual(own)
    await other.goto(address)
    await expect.poll(() => idsOf(others)).toEqual(own)
    // It stays the sender's mix through further pages.
    await other.getByRole('button', { name: texts.search.more, exact: true }).click()
    await expect(other).toHaveURL(`/search?type=Music&seed=${MIX_SEED}&pages=2`)
    await context.close()
  })

  test('keep their mix through a reload, until it is shuffled', async ({ page, texts }) => {
    const rows = page.locator(ROWS)
    await page.goto('/search?type=Music')
    await expect(rows).toHaveCount(19)
    const own = await idsOf(rows)
    await page.reload()
    await expect(rows).toHaveCount(19)
    expect(await idsOf(rows)).toEqual(own)

    await page.getByRole('button', { name: texts.search.shuffleAgain }).click()
    await expect.poll(() => idsOf(rows)).not.toEqual(own)
    await expect(rows).toHaveCount(19)
    const shuffled = await idsOf(rows)
    await page.reload()
    await expect(rows).toHaveCount(19)
    expect(await idsOf(rows)).toEqual(shuffled)

    // A search of its own starts with the browser's mix again.
    await page.goto('/search?type=Music')
    await expect(rows).toHaveCount(19)
    expect(await idsOf(rows)).toEqual(own)
  })
})

test.describe('a list of countries, by keyboard', () => {
  test('adds one step to the history, however many choices follow each other', async ({ page, texts }) => {
    const { search } = texts
    const start = '/search?type=Music'
    const find = (country: string) => `${start}&country=${country}&seed=${MIX_SEED}`
    await page.goto(start)
    await page.getByRole('button', { name: search.filters }).click()
    const list = page.getByRole('combobox', { name: search.country })
    await list.focus()
    const [, first = '', second = ''] = await list
      .getByRole('option')
      .evaluateAll((options) => options.map((option: { readonly value?: string }) => option.value ?? ''))
    const before = await page.evaluate<number>('history.length')
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(find(first))
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(find(second))
    expect(await page.evaluate<number>('history.length')).toBe(before + 1)
    await page.goBack()
    await expect(page).toHaveURL(start)
    await expect(list).toHaveValue('')

    // What Back led to stays, although the list never lost the focus.
    await expect(list).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(find(first))
    await page.goBack()
    await expect(page).toHaveURL(start)
  })
})

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
    const names = await table.locator('tbody').getByRole('button').allTextContents()
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
    const last = table.locator('tbody').getByRole('button').last()
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
    const name = (await fifth.getByRole('button').textContent()) ?? ''
    await fifth.getByRole('button').click()
    await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
    expect(await fifth.boundingBox()).toEqual(before)
    // The head stays above the rows.
    await rows.last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('columnheader', { name: search.lastUpload })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('article', { name, exact: true })).toBeInViewport()

    await fifth.getByRole('checkbox').check()
    const sixth = rows.nth(5)
    const other = (await sixth.getByRole('button').textContent()) ?? ''
    await sixth.getByRole('checkbox').check()
    await expect(page.getByText(search.chosen(2, '2'))).toBeVisible()
    const all = page.getByRole('checkbox', { name: search.chooseAll })
    expect(await all.evaluate((box: { readonly indeterminate?: boolean }) => box.indeterminate)).toBe(true)
    await checkScreen(page, 'ticked rows')
    // Invented channels have no links.
    await page.getByRole('button', { name: search.copyNames, exact: true }).click()
    const lines = String(await page.evaluate('navigator.clipboard.readText()')).split('\n')
    expect(lines.map((line) => line.split('\t')[0])).toEqual([name, other])
    await page.getByRole('button', { name: search.compareChosen }).click()
    await expect(rows).toHaveCount(2)
    // They stay chosen in another search.
    await page.getByRole('button', { name: search.showAll }).click()
    await page.getByRole('button', { name: search.filters }).click()
    await page.getByRole('button', { name: search.contentTypes.News, exact: true }).click()
    await expect(page).toHaveURL(/type=News/)
    await page.getByRole('button', { name: search.compareChosen }).click()
    await expect(rows.first()).toContainText(name)
    // And on the way through another page.
    await page.getByRole('link', { name: shell.purchase, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: payments.shop.title })).toBeVisible()
    await page.goBack()
    await expect(page.getByText(search.chosen(2, '2'))).toBeVisible()
    await page.getByRole('button', { name: search.compareChosen }).click()
    await expect(rows.first()).toContainText(name)
    await page.getByRole('button', { name: search.clearChosen }).click()
    await expect(rows).toHaveCount(20)
    await expect(page.getByText(search.chosen(2, '2'))).toHaveCount(0)
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
    await expect(sheet.getByRole('article').getByRole('button')).toBeInViewport({ ratio: 1 })
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

/** The name of a country or language, as lists and rows write it: the browser's names differ from those of Node. */
async function nameIn(page: Page, pageLanguage: string, type: 'region' | 'language', code: string) {
  const asked = JSON.stringify([pageLanguage, type, code])
  const name = await page.evaluate<string>(
    `(([language, type, code]) => new Intl.DisplayNames(language, { type }).of(code))(${asked})`,
  )
  return name.charAt(0).toLocaleUpperCase(pageLanguage) + name.slice(1)
}

function idsOf(rows: Locator): Promise<(string | null)[]> {
  return rows.evaluateAll((elements) =>
    elements.map((element: { getAttribute(name: string): string | null }) =>
      element.getAttribute('data-channel'),
    ),
  )
}

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
