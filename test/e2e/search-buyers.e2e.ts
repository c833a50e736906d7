import type { Locator, Page } from '@playwright/test'
import { formatShortDate, formatSpan } from '#web/kit/formats/format.ts'
import { checkForcedColors, checkNarrow, checkScreen } from './check-screen.ts'
import { expect, MIX_SEED, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { type Channel, inactivityOf } from './popular-channels.ts'

const ROWS = '[data-channel]'

test.describe('what buyers ask', () => {
  const look = LOOKS.phoneRussian
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
    const picker = page.getByRole('combobox', { name: search.country })
    await picker.click()
    // The country with the most channels comes first, each with their number.
    await expect(page.getByRole('option').first()).toHaveText(/\p{L}.*\d/u)
    await picker.pressSequentially(country.slice(0, 4))
    await expect(page.getByRole('option').first()).toContainText(country)
    await picker.press('Enter')
    await expect(page).toHaveURL(`/search?country=DE&seed=${MIX_SEED}`)
    await picker.press('Escape')
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

  test('is shown with every further match: contact, subscribers, country and last upload', async ({
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

test.describe('a search for a text', () => {
  test('looks for channels without a contact too', async ({ page, texts }) => {
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
})

test.describe('filters without a text', () => {
  test.use({ look: LOOKS.tabletEnglish })

  test('show every browser another mix, and whoever is sent the address the same one, until it is shuffled', async ({
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

test.describe('a list of languages, by keyboard', () => {
  test('adds one step to the history, however many choices follow each other', async ({ page, texts }) => {
    const { search } = texts
    const start = '/search?type=Music'
    const find = (spoken: string) => `${start}&language=${spoken}&seed=${MIX_SEED}`
    await page.goto(start)
    await page.getByRole('button', { name: search.filters }).click()
    const list = page.getByRole('combobox', { name: search.language })
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

test.describe('countries and sizes of one’s own', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('several countries are chosen by typing, and taken back by their chips', async ({ page, texts }) => {
    const { search } = texts
    const chips = page.getByRole('list', { name: search.chosenFilters }).getByRole('listitem')
    await page.goto('/search?filters=open')
    const picker = page.getByRole('combobox', { name: search.country })
    await picker.click()
    const first = page.getByRole('option').first()
    // What the list says is what the search finds, once its numbers have come.
    await expect(first.getByText(/^[\d,]+$/)).toBeVisible()
    const [name = '', count = ''] = (await first.getByText(/./).allTextContents()).filter(
      (text) => text !== '',
    )
    await first.click()
    await expect(page.getByRole('heading', { name: new RegExp(`^${count} channels?$`) })).toBeVisible()
    await picker.pressSequentially('germ')
    await picker.press('Enter')
    await picker.pressSequentially('austria')
    await picker.press('Enter')
    await expect(chips).toHaveText([name, 'Germany', 'Austria', search.withContact])
    await expect(page).toHaveURL(/country=[A-Z]{2}&country=DE&country=AT/)
    await picker.pressSequentially('atlantis')
    await expect(page.getByText(search.noSuchCountry)).toBeVisible()
    await picker.press('Escape')
    await page.getByRole('button', { name: search.removeFilter('Germany') }).click()
    await expect(chips).toHaveText([name, 'Austria', search.withContact])
    await page.goBack()
    await expect(chips).toHaveText([name, 'Germany', 'Austria', search.withContact])
  })

  test('a size is given by numbers', async ({ page, texts }) => {
    const { search } = texts
    await page.goto('/search?filters=open&subs=0-1K')
    const field = (label: string) => page.getByLabel(`${search.subscribers}, ${label}`)
    await field(search.from).fill('1M')
    await field(search.to).fill('50 000')
    await field(search.to).press('Enter')
    await expect(page.getByText(search.badRange)).toBeVisible()
    await field(search.from).fill('50K')
    await field(search.to).fill('1 000 000')
    await page.getByRole('button', { name: search.applyRange }).click()
    await expect(page).toHaveURL(/subs=50000-1000000/)
    await expect(page).not.toHaveURL(/subs=0-1K/)
    await expect(
      page.getByRole('list', { name: search.chosenFilters }).getByText(search.fromTo('50K', '1M')),
    ).toBeVisible()
    await page.reload()
    await expect(page.getByRole('article')).toBeVisible()
    await page.getByRole('button', { name: search.removeFilter(search.fromTo('50K', '1M')) }).click()
    await expect(field(search.from)).toHaveValue('')
  })

  test('a filter searches what the field says', async ({ page, texts }) => {
    const { search } = texts
    await page.goto('/search?q=food')
    await expect(page.getByRole('article')).toBeVisible()
    await page.getByRole('button', { name: search.filters, exact: true }).click()
    await page.getByRole('searchbox', { name: search.inputLabel }).fill('')
    await page.getByRole('button', { name: search.contentTypes.Travel, exact: true }).click()
    await expect(page).toHaveURL(`/search?type=Travel&seed=${MIX_SEED}`)
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
