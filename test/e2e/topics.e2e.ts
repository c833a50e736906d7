import type { Locator, Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { checkScreen, checkWidths } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

/** Subjects of the demo channels' titles that no name contains, a word of them, and a subject that names contain too. */
const TOPIC = { text: 'механические клавиатуры', term: /клавиатур/i, alsoName: 'гитара' }

/** As long as names may be, without a space. */
const LONG_NAME = 'Длинноеслово'.repeat(16)

test.describe('a name that is one long word', () => {
  test.use({ look: LOOKS.laptopRussian })

  test('breaks in the list, on the card and in the table', async ({ page, makeChannel }) => {
    await makeChannel(LONG_NAME)
    for (const view of ['list', 'table']) {
      await page.goto(`/search?q=${encodeURIComponent(LONG_NAME)}&view=${view}`)
      await expect(page.getByRole('article', { name: LONG_NAME })).toBeVisible()
      await checkScreen(page, `a long name: ${view}`)
      await checkWidths(page, `a long name: ${view}`)
    }
  })
})

test.describe('the two groups of the results of a text', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('have a count each, and the address keeps the one that is looked at', async ({ page, texts }) => {
    const { search } = texts
    await searchFor(page, texts, TOPIC.alsoName)
    await expect(groupOf(page, texts, 'name')).toHaveAttribute('aria-pressed', 'true')
    await expect(groupOf(page, texts, 'name')).toHaveAccessibleName(new RegExp(`${search.groups.name} \\d`))
    await expect(groupOf(page, texts, 'topic')).toHaveAccessibleName(new RegExp(`${search.groups.topic} \\d`))

    await groupOf(page, texts, 'topic').press('Enter')
    await expect(page).toHaveURL(/[?&]by=topic/)
    await expect(groupOf(page, texts, 'topic')).toBeFocused()
    await expect(page.getByText(search.groupNote)).toBeVisible()
    await expect(page.getByRole('article')).toContainText(search.matchedTerms)
    await page.reload()
    await expect(groupOf(page, texts, 'topic')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('article')).toContainText(search.matchedTerms)

    await groupOf(page, texts, 'name').click()
    await expect(page).toHaveURL(/[?&]by=name/)
    await expect(page.getByRole('article')).not.toContainText(search.matchedTerms)
  })

  test('show the topic at once when no name fits, with the words that matched', async ({ page, texts }) => {
    const { search } = texts
    await searchFor(page, texts, TOPIC.text)
    await expect(page.getByText(search.groupInstead.topic)).toBeVisible()
    await expect(groupOf(page, texts, 'topic')).toHaveAttribute('aria-pressed', 'true')
    await expect(groupOf(page, texts, 'name')).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('article')).toContainText(TOPIC.term)
    const rows = page.getByRole('region', { name: search.results }).locator('[data-channel]')
    await expect(rows.first()).toContainText(TOPIC.term)

    await page.getByRole('button', { name: search.views.table, exact: true }).click()
    await expect(page.getByRole('table').locator('[data-channel]').first()).toContainText(TOPIC.term)
  })

  test('are filtered together', async ({ page, texts }) => {
    const { search } = texts
    await searchFor(page, texts, TOPIC.text)
    await expect(groupOf(page, texts, 'topic')).toHaveAttribute('aria-pressed', 'true')
    const all = await groupOf(page, texts, 'topic').textContent()
    // Its name tells how many are chosen.
    await page.getByRole('button', { name: new RegExp(`^${search.filters}`) }).click()
    await page.getByRole('button', { name: search.audiences.Kids, exact: true }).click()
    await expect(groupOf(page, texts, 'topic')).not.toHaveText(all ?? '')
    // A channel for everybody is for children, too.
    await expect(page.getByRole('article')).toContainText(
      new RegExp(`${search.audiences.Kids}|${search.allAges}`),
    )
  })
})

test.describe('a topic', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('wants a contact, as a chip says, and is sorted', async ({ page, texts }) => {
    const { search } = texts
    const chips = page.getByRole('list', { name: search.chosenFilters }).getByRole('listitem')
    await page.goto('/search?q=food&by=topic')
    await expect(page.getByRole('article')).toContainText(search.contactKnown)
    await expect(chips).toHaveText([search.withContact])
    const count = await groupOf(page, texts, 'topic').textContent()
    await page.getByRole('button', { name: search.removeFilter(search.withContact) }).click()
    await expect(page).toHaveURL('/search?q=food&contact=any&by=topic')
    await expect(chips).toHaveCount(0)
    await expect(groupOf(page, texts, 'topic')).not.toHaveText(count ?? '')
    await page.getByLabel(search.sort).selectOption(search.sorts.subscribers)
    await expect(page).toHaveURL(/sort=subscribers/)
    await page.goto('/search?q=food')
    await expect(groupOf(page, texts, 'name')).toHaveAttribute('aria-pressed', 'true')
    await expect(chips).toHaveCount(0)
  })

  test('opens first when it has all words and no name has them', async ({ page, texts, makeChannel }) => {
    const { search } = texts
    const [rare = ''] = TOPIC.text.split(' ')
    await makeChannel(`${rare} zzz`)
    await page.goto(`/search?q=${encodeURIComponent(TOPIC.text)}`)
    await expect(groupOf(page, texts, 'topic')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('article')).toContainText(search.matchedTerms)
    await expect(page).not.toHaveURL(/by=/)
  })
})

test.describe('a topic that no video is about', () => {
  test.use({ look: LOOKS.laptopRussian })

  test('says so, and what to do', async ({ page, texts }) => {
    const { search } = texts
    await page.goto('/search?q=zzzzqqqq&by=topic')
    await expect(page.getByText(search.emptyTopicText)).toBeVisible()
    await expect(page.getByText(search.groupNote)).toHaveCount(0)
    await page.goto('/search?q=zzzzqqqq')
    await expect(page.getByText(search.emptyNameText)).toBeVisible()
  })
})

function groupOf(page: Page, { search }: Messages, group: 'name' | 'topic'): Locator {
  return page
    .getByRole('group', { name: search.groupsLabel })
    .getByRole('button', { name: new RegExp(`^${search.groups[group]}`) })
}

async function searchFor(page: Page, { search }: Messages, text: string): Promise<void> {
  await page.goto('/search')
  await page.getByRole('searchbox', { name: search.inputLabel }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article')).toBeVisible()
}
