import type { Locator, Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { checkForcedColors, checkScreen, checkScreenEverywhere } from './check-screen.ts'
import { expect, type Person, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import type { Channel } from './popular-channels.ts'

/** Buys the contacts of the channels that a person's recommendations are to be like. */
async function buy(person: Person, channels: readonly Channel[]): Promise<readonly Channel[]> {
  const bought = channels.slice(0, 2)
  for (const { channelId } of bought) {
    expect((await person.client.call('POST /getemail', { body: { channelId } })).status).toBe(200)
  }
  return bought
}

/** Opens the recommendations. @returns the first one's name, and its card */
async function openRecommendations(page: Page, { recommendations }: Messages) {
  await page.goto('/recommendations')
  await expect(page.getByRole('heading', { level: 1, name: recommendations.title })).toBeVisible()
  const card = page.getByRole('article').first()
  await expect(card.getByRole('button', { name: recommendations.notForMe })).toBeVisible()
  const name = (await card.getByRole('heading').textContent()) ?? ''
  return { name, card: page.getByRole('article', { name, exact: true }) }
}

const check = checkScreenEverywhere

/** Opens what is known of the contact on a card, which nobody asks for before. */
async function openEvidence(page: Page, card: Locator, { evidence }: Messages): Promise<void> {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/evidence')) asked += 1
  })
  const lines = card.locator(`dl[aria-label="${evidence.title}"]`)
  const summary = card.locator('summary')
  await summary.scrollIntoViewIfNeeded()
  // The screen's checks before took longer than a look at a card.
  expect(asked).toBe(0)
  const button = page.getByRole('article').nth(1).getByRole('button').last()
  const before = await button.boundingBox()
  await summary.press('Enter')
  await expect(lines).toContainText(evidence.nothingSaid)
  expect(asked).toBe(1)
  const isBeside = (page.viewportSize()?.width ?? 0) > 1000
  // The button of the card beside it stays where it was, or nearly: that card ends with its own last line now.
  const moved = ((await button.boundingBox())?.y ?? 0) - (before?.y ?? 0)
  if (isBeside) expect(Math.abs(moved)).toBeLessThan(40)
}

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`recommendations in ${look.language} at ${look.width} px`, () => {
    // Shows end states at once: half-faded texts have too little contrast.
    test.use({ look, contextOptions: { reducedMotion: 'reduce' } })

    test('come from purchases, with the reason, and can be dismissed', async ({
      page,
      texts,
      person,
      popular,
    }) => {
      const { recommendations, reveals, purchases } = texts
      const bought = await buy(person, await popular(look.language))
      const { name, card } = await openRecommendations(page, texts)
      await expect(page.getByRole('main')).toContainText(recommendations.activeOnly(90))
      const likes = bought.map(({ channel_name }) => recommendations.like(channel_name))
      const text = (await card.textContent()) ?? ''
      expect(likes.filter((like) => text.includes(like))).toHaveLength(1)
      await expect(card.getByRole('button', { name: reveals.getData })).toBeVisible()
      for (const { channel_name } of bought) {
        await expect(page.getByRole('article', { name: channel_name, exact: true })).toHaveCount(0)
      }
      await check(page, 'recommendations')
      await openEvidence(page, card, texts)
      await check(page, 'what is known of a recommended contact')

      // Dismissed in its place, and the focus is where it can be taken back.
      await page.getByRole('button', { name: recommendations.notForMeOf(name) }).press('Enter')
      const undo = page.getByRole('button', { name: recommendations.undoOf(name) })
      await expect(undo).toBeFocused()
      await expect(page.getByText(recommendations.dismissed(name))).toBeVisible()
      await expect(card).toHaveCount(0)
      await check(page, 'a dismissed recommendation')
      await expect(undo).not.toHaveAttribute('aria-busy')
      await page.reload()
      await expect(page.getByRole('article').first()).toBeVisible()
      await expect(card).toHaveCount(0)

      // Under the purchases, too, without the dismissed one.
      await page.goto('/purchases')
      const block = page.getByRole('region', { name: recommendations.block.title })
      await expect(block.getByRole('listitem')).toHaveCount(4)
      await expect(block.getByRole('link', { name, exact: true })).toHaveCount(0)
      await expect(page.getByText(purchases.total(2, '2'))).toBeVisible()
      await check(page, 'recommendations under the purchases')
      await block.getByRole('link', { name: recommendations.block.all }).click()
      await expect(page).toHaveURL('/recommendations')
    })
  })
}

test.describe('recommendations on a phone', () => {
  const look = LOOKS.phoneRussian
  test.use({ look, contextOptions: { reducedMotion: 'reduce' } })

  test('are popular channels before the first purchase', async ({ page, texts, person: _ }) => {
    const { recommendations, search } = texts
    await page.goto('/recommendations')
    await expect(page.getByRole('heading', { level: 1, name: recommendations.title })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(recommendations.popularLead)
    await expect(page.getByRole('article')).toHaveCount(8)
    await check(page, 'recommendations before the first purchase')
    await page.getByRole('link', { name: search.contentTypes.Travel, exact: true }).click()
    await expect(page.getByRole('article').first()).toContainText(search.contentTypes.Travel)
    await page.goto('/purchases')
    await expect(page.getByText(texts.purchases.emptyTitle)).toBeVisible()
    await expect(page.getByText(recommendations.block.title)).toHaveCount(0)
  })

  test('are for a visitor the popular channels of a type', async ({ page, texts }) => {
    const { recommendations, search, reveals } = texts
    await page.goto('/search')
    const asked = page.waitForRequest('**/api/filter')
    await page.getByRole('contentinfo').getByRole('link', { name: texts.shell.recommendations }).click()
    await expect(page.getByRole('heading', { level: 1, name: recommendations.title })).toBeVisible()
    expect((await asked).postDataJSON()).toMatchObject({ language: look.language })
    await expect(page.getByRole('article')).toHaveCount(8)
    await test.step('in all languages', async () => {
      const languages = page.getByRole('navigation', { name: recommendations.languages })
      const own = languages.getByRole('link', { name: recommendations.ownLanguage })
      await expect(own).toHaveAttribute('aria-current', 'true')
      const askedAll = page.waitForRequest('**/api/filter')
      await languages.getByRole('link', { name: recommendations.allLanguages }).press('Enter')
      expect((await askedAll).postDataJSON()).toMatchObject({ language: null })
      await expect(page).toHaveURL('/recommendations?language=any')
      await expect(own).not.toHaveAttribute('aria-current')
      const all = page.getByRole('main').getByRole('link', { name: recommendations.searchAll })
      await expect(all).not.toHaveAttribute('href', /language=/)
      await own.press('Enter')
      await expect(own).toHaveAttribute('aria-current', 'true')
    })
    const types = page.getByRole('navigation', { name: recommendations.types })
    const music = types.getByRole('link', { name: search.contentTypes.Music, exact: true })
    await music.press('Enter')
    await expect(page).toHaveURL('/recommendations?type=Music')
    // It moves neither the focus nor the page.
    await expect(music).toBeFocused()
    await expect(music).toHaveAttribute('aria-current', 'true')
    const heading = recommendations.popularIn(search.contentTypes.Music)
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    for (const card of await page.getByRole('article').all()) {
      await expect(card).toContainText(search.contentTypes.Music)
    }
    await check(page, 'popular channels')
    await checkForcedColors(page, music, types.getByRole('link', { name: recommendations.allTypes }))

    await page.getByRole('button', { name: reveals.getData }).first().click()
    await expect(page.getByText(reveals.logInFirst)).toBeVisible()
    const first = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? ''
    await page.getByRole('link', { name: recommendations.searchType(search.contentTypes.Music) }).click()
    await expect(page).toHaveURL(
      new RegExp(`/search\\?type=Music&silent=90&language=${look.language}&sort=subscribers`),
    )
    await expect(page.getByRole('article', { name: first, exact: true })).toBeVisible()
  })
})

test.describe('popular channels', () => {
  const look = LOOKS.phoneRussian
  test.use({ look })

  test('are in all languages where there are none in the reader’s', async ({ page, texts }) => {
    const { recommendations } = texts
    // Nobody in the catalogue speaks Zulu.
    await page.route('**/api/filter', (route) => {
      const asked = route.request().postDataJSON() as { readonly language: string | null }
      return route.continue(asked.language === null ? {} : { postData: { ...asked, language: 'zu' } })
    })
    await page.goto('/recommendations')
    await expect(page.getByText(recommendations.noneInLanguage)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(8)
    await page.getByRole('main').getByRole('link', { name: recommendations.searchAll }).click()
    await expect(page).not.toHaveURL(/language=/)
  })
})

test.describe('a dismissed recommendation', () => {
  test.use({ look: LOOKS.laptopEnglish, contextOptions: { reducedMotion: 'reduce' }, refusals: [400] })

  test('is shown again when that cannot be stored; it comes back by keyboard, and stays', async ({
    page,
    texts,
    person,
    popular,
  }) => {
    const { recommendations } = texts
    await buy(person, await popular('en'))
    const { name, card } = await openRecommendations(page, texts)
    const dismiss = page.getByRole('button', { name: recommendations.notForMeOf(name) })
    const undo = page.getByRole('button', { name: recommendations.undoOf(name) })
    await test.step('that cannot be stored', async () => {
      const calls = '**/api/recommendations/dismissed/*'
      // Corrupted on its way, so that the real server refuses it.
      await page.route(calls, (route) =>
        route.continue({
          url: route
            .request()
            .url()
            .replace(/[^/]+$/, '%20'),
        }),
      )
      await dismiss.press('Enter')
      await expect(page.getByText(recommendations.dismissFailed(name))).toBeVisible()
      await expect(card).toBeVisible()
      await expect(dismiss).toBeFocused()
      await page.unroute(calls)
    })
    await page.keyboard.press('Enter')
    await expect(undo).toBeFocused()
    await expect(undo).not.toHaveAttribute('aria-busy')
    await page.keyboard.press('Enter')
    await expect(dismiss).toBeFocused()
    await expect(dismiss).not.toHaveAttribute('aria-busy')
    await page.reload()
    await expect(card).toBeVisible()

    // Dismissed at an earlier visit, it can still be recommended again.
    await dismiss.press('Enter')
    await expect(undo).not.toHaveAttribute('aria-busy')
    await page.reload()
    const earlier = page.locator('summary').filter({ hasText: recommendations.earlier('1') })
    await earlier.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: recommendations.bringBackOf(name) })).toBeFocused()
    await checkScreen(page, 'what was dismissed earlier')
    await page.keyboard.press('Enter')
    await expect(page.getByText(recommendations.broughtBack(name))).toBeVisible()
    await expect(earlier).toHaveCount(0)
    // Without a reload.
    await expect(card).toBeVisible()

    // Further ones on demand; the first of them takes the focus.
    const shown = await page.getByRole('article').count()
    await page.getByRole('button', { name: recommendations.more }).press('Enter')
    await expect(page.getByRole('article').nth(shown).getByRole('link').first()).toBeFocused()
  })

  test('is listed however many there are, page by page', async ({ page, texts, person, popular }) => {
    const { recommendations } = texts
    await buy(person, await popular('en'))
    const dismissed = (await popular('en')).slice(2, 27)
    for (const { channelId } of dismissed) {
      const params = { channelId }
      await person.client.call('PUT /recommendations/dismissed/{channelId}', { params })
    }
    await page.goto('/recommendations')
    await page.getByText(recommendations.earlier('25')).click()
    const rows = page.getByRole('group').getByRole('listitem')
    await expect(rows).toHaveCount(20)
    const more = page.getByRole('group').getByRole('button', { name: recommendations.moreDismissed })
    await more.press('Enter')
    await expect(rows).toHaveCount(25)
    await expect(more).toHaveCount(0)
    await expect(rows.nth(20).getByRole('link')).toBeFocused()
    await rows.last().getByRole('button').press('Enter')
    await expect(page.locator('summary:focus')).toHaveText(recommendations.earlier('24'))
    await expect(rows).toHaveCount(24)
    await checkScreen(page, 'many dismissed channels')
  })
})

test.describe('the choice in the profile', () => {
  test.use({ look: LOOKS.phoneRussian, contextOptions: { reducedMotion: 'reduce' } })

  test('is kept: whether purchases count for others', async ({ page, texts, person }) => {
    const { choice } = texts.recommendations
    await page.goto('/profile')
    const count = page.getByRole('switch', { name: choice.label })
    await expect(count).toBeChecked()
    await count.press('Space')
    await expect(page.getByText(choice.notCounted)).toBeVisible()
    await expect(count).not.toBeChecked()
    await expect(count).toBeFocused()
    const { body } = await person.client.call('GET /recommendations/choice')
    expect(body.data).toEqual({ countsPurchases: false })
    await page.reload()
    await expect(count).not.toBeChecked()
    await count.click()
    await expect(page.getByText(choice.counted)).toBeVisible()
    await expect(count).toBeChecked()
  })
})

test.describe('similar channels', () => {
  test.use({ look: LOOKS.laptopEnglish, contextOptions: { reducedMotion: 'reduce' } })

  test('stand on the page of a channel, and a link leads to them', async ({ page, texts, popular }) => {
    const { recommendations } = texts
    const [{ channelId, channel_name: name }] = await popular('en')
    await page.goto(`/channel/${channelId}#similar`)
    const part = page.getByRole('region', { name: recommendations.similar.title })
    await expect(part.getByRole('heading')).toBeFocused()
    const first = part.getByRole('listitem').first()
    await expect(first).toContainText(/[a-z]/)
    const other = (await first.getByRole('link').textContent()) ?? ''
    expect(other).not.toBe(name)
    await first.getByRole('link').press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible()
  })
})
