import type { Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { inOtherLayout } from '#shared/rules/keyboard-layout.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('a visitor', () => {
  test('finds a channel by a name with a typo, by its beginning and in other scripts', async ({
    page,
    texts,
    popular,
  }) => {
    const english = await popular('en')
    const long = english.find(({ channel_name }) =>
      /^[A-Za-z]{4,} [A-Za-z]{5,} [A-Za-z]{5,}$/.test(channel_name),
    )
    const [russian] = await popular('ru')
    const [japanese] = await popular('ja')
    if (long === undefined) throw new Error('No long English name is popular')
    await page.goto('/search')
    await find(page, texts, { typed: withTypo(long.channel_name), found: long.channel_name })
    await find(page, texts, { typed: long.channel_name.slice(0, -3), found: long.channel_name })
    await find(page, texts, {
      typed: russian.channel_name.toLocaleLowerCase('ru'),
      found: russian.channel_name,
    })
    await find(page, texts, { typed: japanese.channel_name, found: japanese.channel_name })
  })

  test('is told to log in at the first search of a visit, and at every press of the button', async ({
    page,
    texts,
    popular,
  }) => {
    const [first, second] = await popular('en')
    const notices = page.getByRole('region', { name: texts.shell.notifications })
    const prompt = notices.getByText(texts.reveals.logInFirst)
    const getData = page.getByRole('button', { name: texts.reveals.getData })
    await page.goto('/search')
    await find(page, texts, { typed: first.channel_name, found: first.channel_name })
    await expect(prompt).toHaveCount(1)
    await prompt.hover()
    await getData.click()
    // The answer replaces the reminder, even while that is shown.
    await expect(page.getByRole('alert').getByText(texts.reveals.logInFirst)).toBeVisible()
    await expect(prompt).toHaveCount(1)
    await notices.getByRole('button', { name: texts.common.close }).click()
    await expect(prompt).toBeHidden()

    await find(page, texts, { typed: second?.channel_name ?? '', found: second?.channel_name ?? '' })
    await expect(prompt).toBeHidden()
    await getData.click()
    await expect(prompt).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('@')
  })

  test('is cleared by an emptied field, submitted', async ({ page, texts }) => {
    await page.goto('/search?q=food')
    await expect(page.getByRole('article')).toBeVisible()
    await searchBox(page, texts).fill('')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search')
    await expect(page.getByText(texts.search.startTitle)).toBeVisible()
    await page.goBack()
    await expect(searchBox(page, texts)).toHaveValue('food')
    await expect(page.getByRole('article')).toBeVisible()
  })

  test('is offered what a text means in the other keyboard layout', async ({ page, texts, popular }) => {
    const { search } = texts
    const channel = (await popular('ru')).find(({ channel_name: name }) =>
      /^[А-Яа-я]{4,} [А-Яа-я]{4,}$/.test(name),
    )
    if (channel === undefined) throw new Error('No Russian name is popular')
    const name = channel.channel_name.toLocaleLowerCase('ru')
    const typed = inOtherLayout(name) ?? ''
    expect(typed).toMatch(/[a-z]/)
    await page.goto(`/search?q=${encodeURIComponent(typed)}`)
    await expect(page.getByText(search.otherLayout)).toBeVisible()
    await page.getByRole('button', { name: search.searchInstead(name) }).click()
    await expect(page.getByRole('article', { name: channel.channel_name, exact: true })).toBeVisible()
    await expect(searchBox(page, texts)).toHaveValue(name)
    await expect(page.getByText(search.otherLayout)).toHaveCount(0)
    // Likewise a filter in place of a word that names a language.
    await searchBox(page, texts).fill(`russian ${name}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: search.searchWith(name, 'Russian') }).click()
    await expect(page).toHaveURL(/language=ru/)
    await expect(page.getByRole('article', { name: channel.channel_name, exact: true })).toBeVisible()
    await expect(searchBox(page, texts)).toHaveValue(name)
  })

  test('is offered searches to begin with, and filters to leave out of one that found nothing', async ({
    page,
    texts,
  }) => {
    const { search } = texts
    await page.goto('/search')
    await test.step('an empty text does nothing', async () => {
      await searchBox(page, texts).fill('   ')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/search')
      await expect(page.getByText(search.startTitle)).toBeVisible()
    })
    const examples = page.getByRole('list', { name: search.examples }).getByRole('link')
    await expect(examples).toHaveCount(4)
    await examples.first().click()
    await expect(page).toHaveURL(/q=mechanical\+keyboards&by=topic/)
    await expect(page.getByRole('article')).toContainText(search.matchedTerms)
    await page.goBack()
    await examples.nth(1).click()
    await expect(page).toHaveURL(/type=Tech\+Reviews&subs=100-500K/)
    await expect(page.getByRole('article')).toContainText(search.contentTypes['Tech Reviews'])

    await page.goto('/search?q=qqqqzzzzxxxx&type=Travel&audience=Kids')
    const leaveOut = (filter: string) =>
      page.getByRole('button', { name: search.searchWithout(filter), exact: true })
    await leaveOut(search.contentTypes.Travel).click()
    await expect(page).toHaveURL('/search?q=qqqqzzzzxxxx&audience=Kids')
    await expect(leaveOut(search.contentTypes.Travel)).toHaveCount(0)
    await leaveOut(search.audiences.Kids).click()
    await expect(page).toHaveURL('/search?q=qqqqzzzzxxxx')
    await page.getByRole('button', { name: search.browse }).click()
    await expect(page.getByRole('button', { name: search.contentTypes.Travel, exact: true })).toBeVisible()

    // No advice about spelling for a link.
    await expect(page.getByText(search.emptyTitle)).toBeVisible()
    await searchBox(page, texts).fill('https://youtu.be/zzzzzzzzzzz')
    await page.keyboard.press('Enter')
    await expect(page.getByText(search.emptyVideoText)).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the search field still leads to a searching URL', async ({ page, texts }) => {
    await page.goto('/search')
    await searchBox(page, texts).fill('vlog & co')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=vlog+%26+co')
  })
})

test.describe('filters', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('apply at once, appear in the URL and can be removed', async ({ page, texts }) => {
    const { search } = texts
    await page.goto('/search')
    await page.getByRole('button', { name: search.filters, exact: true }).click()
    await page.getByRole('button', { name: search.contentTypes.Education, exact: true }).click()
    const total = page.getByRole('region', { name: search.results }).getByRole('heading').first()
    await expect(total).toHaveText(/\d/)
    const ofEducation = await total.textContent()
    await page.getByRole('button', { name: search.audiences.Kids, exact: true }).click()
    await expect(total).not.toHaveText(ofEducation ?? '')
    const card = page.getByRole('article')
    await expect(card).toContainText(search.contentTypes.Education)
    // A channel for everybody is for them, too.
    await expect(card).toContainText(new RegExp(`${search.audiences.Kids}|${search.allAges}`))

    const address = page.url()
    await page.goto('/')
    await page.goto(address)
    await expect(card).toContainText(search.contentTypes.Education)
    await expect(page.getByRole('list', { name: search.chosenFilters }).getByRole('listitem')).toHaveText([
      search.contentTypes.Education,
      search.audiences.Kids,
      search.withContact,
    ])

    await page.getByRole('button', { name: search.removeFilter(search.audiences.Kids) }).click()
    await expect(total).toHaveText(ofEducation ?? '')
    await page.getByRole('button', { name: search.resetFilters }).click()
    await expect(page.getByText(search.startTitle)).toBeVisible()
  })

  test('load more results page by page, each channel once', async ({ page, texts }) => {
    const { search } = texts
    await page.goto('/search')
    await page.getByRole('button', { name: search.filters, exact: true }).click()
    await page.getByRole('button', { name: search.contentTypes.Music, exact: true }).click()
    const rows = page.locator('[data-channel]')
    await expect(rows).toHaveCount(19)
    await page.getByRole('button', { name: search.more, exact: true }).click()
    await expect(rows).toHaveCount(39)
    const ids = await rows.evaluateAll((elements) =>
      elements.map((element: { getAttribute(name: string): string | null }) =>
        element.getAttribute('data-channel'),
      ),
    )
    expect(new Set(ids).size).toBe(39)
    await page.reload()
    await expect(rows).toHaveCount(39)
  })
})

interface Expected {
  readonly typed: string
  readonly found: string
}

/** Searches, and expects a channel on the card or among the further matches. */
async function find(page: Page, texts: Messages, { typed, found }: Expected): Promise<void> {
  await searchBox(page, texts).fill(typed)
  await page.keyboard.press('Enter')
  const card = page.getByRole('article', { name: found, exact: true })
  const row = page.getByRole('button', { name: found, exact: true })
  await expect(card.or(row).first()).toBeVisible()
}

function searchBox(page: Page, { search }: Messages) {
  return page.getByRole('searchbox', { name: search.inputLabel })
}

/** Swaps two letters in the middle of the longest word. */
function withTypo(name: string): string {
  const word = name.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? ''
  const middle = Math.floor(word.length / 2)
  const wrong = `${word.slice(0, middle)}${word[middle + 1] ?? ''}${word[middle] ?? ''}${word.slice(middle + 2)}`
  return name.replace(word, wrong)
}
