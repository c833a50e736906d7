import type { Locator } from '@playwright/test'
import { AUDIENCES, CONTENT_TYPES } from '#shared/rules/filters.ts'
import { formatStamp } from '#web/kit/formats/format.ts'
import { expect, MIX_SEED, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'

/** The parts of an element that the test reads; tests have no DOM types. */
interface Hit {
  readonly ownerDocument: { elementFromPoint(x: number, y: number): Hit | null }
  contains(other: Hit): boolean
  getBoundingClientRect(): {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
}

test.describe('filters on a phone', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('are all reachable: the button to the results hides none of them, and no results either', async ({
    page,
    texts,
  }) => {
    const { search } = texts
    await page.goto('/search?type=Music')
    await page.getByRole('button', { name: search.filters }).click()
    const toResults = page.getByRole('link', { name: search.toResults })
    await expect(toResults).toBeVisible()
    // By keyboard as well: a focused element scrolls clear of the bar.
    for (const name of [search.contentTypes.Fashion, search.audiences.OlderGen, search.ranges['20M+']]) {
      const block = page.getByRole('button', { name, exact: true })
      await block.focus()
      await expect(block).toBeInViewport({ ratio: 1 })
      expect(await bottomOf(block)).toBeLessThanOrEqual(await topOf(toResults))
    }
    await toResults.click()
    // It folds the panel, so that the whole way to the contact is in view.
    await expect(toResults).toHaveCount(0)
    await expect(page.getByRole('region', { name: search.results })).toBeFocused()
    const contact = page.getByRole('article').getByRole('button').first()
    await expect(contact).toBeInViewport({ ratio: 1 })
  })

  test('include every type and audience that cards show, the rarer ones behind a button', async ({
    page,
    texts,
  }) => {
    const { search } = texts
    const block = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto('/search?filters=open')
    await expect(block(search.contentTypes.Politics)).toHaveCount(0)
    await block(search.moreTypes).press('Enter')
    await expect(block(search.contentTypes.Beauty)).toBeFocused()
    await block(search.moreAudiences).click()
    for (const type of CONTENT_TYPES) await expect(block(search.contentTypes[type])).toBeVisible()
    for (const audience of AUDIENCES) await expect(block(search.audiences[audience])).toBeVisible()
    await block(search.contentTypes['Tech Reviews']).click()
    await expect(page.getByRole('article')).toContainText(search.contentTypes['Tech Reviews'])
    // Somebody who is sent the address sees the choice.
    await page.reload()
    await page.getByRole('button', { name: search.filters }).click()
    await expect(block(search.contentTypes['Tech Reviews'])).toHaveAttribute('aria-pressed', 'true')
  })
})

test.describe('the first visit on a phone', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('shows the results of a start page filter, and nothing covers the button to them', async ({
    page,
    texts,
  }) => {
    const { common, search, shell } = texts
    await page.goto('/')
    await page.getByRole('link', { name: search.contentTypes.Music, exact: true }).click()
    const card = page.getByRole('article')
    await expect(card.getByRole('heading', { level: 2 })).toBeInViewport()
    const block = page.getByRole('button', { name: search.contentTypes.News, exact: true })
    await expect(block).toBeHidden()

    await page.getByRole('button', { name: search.filters }).click()
    await expect(block).toBeVisible()
    await page
      .getByRole('region', { name: shell.notifications })
      .getByRole('button', { name: common.close })
      .click()
    const toResults = page.getByRole('link', { name: search.toResults })
    await expect.poll(() => isOnTop(toResults)).toBe(true)

    await page.goto('/search?type=Music&filters=open')
    await expect(page.getByRole('region', { name: shell.cookieBanner })).toBeVisible()
    await expect.poll(() => isOnTop(toResults)).toBe(true)
    await expect.poll(() => bottomOf(toResults)).toBeGreaterThan(820)
    await toResults.click()
    await expect(card.getByRole('heading', { level: 2 })).toBeInViewport()
  })
})

test.describe('chosen filters', () => {
  test.use({ look: LOOKS.tabletRussian })

  test('appear one after another and leave within 300 ms; the card leaves with the last', async ({
    page,
    texts,
  }) => {
    const { search } = texts
    await page.clock.install()
    await page.goto('/search?type=Music&audience=Kids&subs=1-10K')
    const chips = page
      .getByRole('list', { name: search.chosenFilters, includeHidden: true })
      .getByRole('listitem', { includeHidden: true })
    await expect(chips).toHaveCount(4)
    for (const [place, delay] of ['0s', '0.05s', '0.1s', '0.15s'].entries()) {
      await expect(chips.nth(place)).toHaveCSS('animation-delay', delay)
    }
    await expect(page.getByRole('article')).toBeVisible()
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)

    await page.getByRole('button', { name: search.removeFilter(search.audiences.Kids) }).click()
    await expect(page).not.toHaveURL(/audience/)
    await expect(chips.nth(1)).toHaveCSS('animation-duration', '0.3s')
    await page.clock.runFor(299)
    await expect(chips).toHaveCount(4)
    await page.clock.runFor(1)
    await expect(chips).toHaveCount(3)

    const cards = page.getByRole('article', { includeHidden: true })
    await expect(cards).toHaveCount(1)
    await page.getByRole('button', { name: search.resetFilters }).click()
    await expect(page.getByText(search.startTitle)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(cards).toHaveCount(1)
    await page.clock.runFor(300)
    await expect(cards).toHaveCount(0)
    await expect(chips).toHaveCount(0)
  })

  test('can be several for a logged-in person, and are applied on request', async ({
    page,
    texts,
    person: _,
  }) => {
    const { search } = texts
    await page.goto('/search?filters=open')
    const several = page.getByRole('switch', { name: search.multiSelect })
    await expect(several).toBeEnabled()
    // On and off differ by more than the place of the knob, even where the system dictates all colours.
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const off = await several.evaluate(
      (element: Styled) => element.ownerDocument.defaultView.getComputedStyle(element).backgroundColor,
    )
    await several.check()
    await expect(several).not.toHaveCSS('background-color', off)
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
    for (const name of [search.contentTypes.Music, search.contentTypes.News, search.audiences.Adults]) {
      await page.getByRole('button', { name, exact: true }).click()
    }
    await expect(page.getByRole('list', { name: search.chosenFilters }).getByRole('listitem')).toHaveCount(4)
    await expect(page).toHaveURL('/search?filters=open')
    await expect(page.getByRole('article')).toHaveCount(0)
    // How many they would find stands on the button.
    await page.getByRole('button', { name: new RegExp(`^${search.show} .*\\d`) }).click()
    await expect(page).toHaveURL(`/search?type=Music&type=News&audience=Adults&seed=${MIX_SEED}`)
    await expect(page.getByRole('article')).toBeVisible()
  })
})

test.describe('the contact button', () => {
  test.use({ look: LOOKS.laptopRussian })

  test('shows the outcome for three seconds, then copies the address that it tore open', async ({
    page,
    context,
    texts,
    person: _,
    popular,
  }) => {
    const { reveals, shell } = texts
    const [{ channel_name: name }] = await popular('ru')
    await page.clock.install()
    await page.goto(`/search?q=${encodeURIComponent(name)}`)
    const card = page.getByRole('article')
    const button = card.getByRole('button').filter({ has: page.getByRole('status') })
    const balance = page.getByRole('banner').getByRole('link', { name: /^\d/ })
    await expect(button).toHaveAccessibleName(reveals.getData)
    await expect(page.getByText(reveals.uses('3'))).toBeVisible()
    await expect(balance).toHaveAccessibleName(shell.balance('3', 3))
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
    await button.click()
    await expect(button.getByRole('status')).toHaveText(reveals.done)
    await expect(page.getByText(reveals.uses('2'))).toBeVisible()
    await expect(balance).toHaveAccessibleName(shell.balance('2', 2))
    await expect(card.getByText(reveals.yours(formatStamp(new Date().toISOString(), 'ru')))).toBeVisible()
    const face = button.locator('> span').first()
    await expect(face).toHaveCSS('animation-duration', '0.7s')
    await page.clock.runFor(2_999)
    await expect(button.getByRole('status')).toHaveText(reveals.done)
    await page.clock.runFor(1)
    await expect(button.getByRole('status')).toHaveText('')
    await expect(face).toHaveText(reveals.copyContact)

    await page.clock.resume()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await button.click()
    await expect(button.getByRole('status')).toHaveText(reveals.contactCopied)
    const address = (await card.locator('[data-contact]').textContent()) ?? ''
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
    await expect(card.getByRole('link', { name: reveals.write })).toHaveAttribute('href', `mailto:${address}`)
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)
    await expect(page.getByText(reveals.uses('2'))).toBeVisible()
  })
})

test.describe('recent searches', () => {
  test.use({ look: LOOKS.phoneEnglish })

  test('stay in the browser until cleared, and repeat the search', async ({ page, texts, popular }) => {
    const { search } = texts
    const [{ channel_name: name }] = await popular('en')
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    const recent = page.getByRole('region', { name: search.recent })
    await page.goto('/search')
    await expect(page.getByText(search.startTitle)).toBeVisible()
    await expect(recent).toHaveCount(0)
    await field.fill(name)
    await field.press('Enter')
    await expect(page.getByRole('article')).toBeVisible()
    await page.goto('/search?type=Music&audience=Kids')
    await expect(page.getByRole('article')).toBeVisible()
    await page.goto('/search')
    await expect(recent.getByRole('link')).toHaveText(['Music, Kids', name])
    await recent.getByRole('link', { name }).click()
    await expect(field).toHaveValue(name)
    await expect(page.getByRole('article', { name, exact: true })).toBeVisible()

    await page.getByRole('button', { name: search.clear }).click()
    await recent.getByRole('button', { name: search.forgetRecent }).click()
    await expect(recent).toHaveCount(0)
    await expect(page.getByRole('button', { name: search.filters, exact: true })).toBeFocused()
    await page.reload()
    await expect(page.getByText(search.startTitle)).toBeVisible()
    await expect(recent).toHaveCount(0)
  })
})

test.describe('a search that fails', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [400] })

  test('says so on the page and in a notification, and can be retried', async ({ page, texts, context }) => {
    const { search, common } = texts
    await page.goto('/search?filters=open')
    // Corrupted on its way, so that the real server refuses it.
    await page.route('**/api/filter', (route) => route.continue({ postData: '{}' }))
    await page.getByRole('button', { name: search.contentTypes.Music, exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(search.errorTitle)
    await expect(page.locator('.Toastify__toast--error')).toContainText(search.errorTitle)
    await page.unroute('**/api/filter')
    await page.getByRole('button', { name: common.retry }).click()
    await expect(page.getByRole('article')).toBeVisible()

    await context.setOffline(true)
    await page.getByRole('button', { name: search.contentTypes.News, exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(common.offline)
    await context.setOffline(false)
    await expect(page.getByRole('article')).toContainText(search.contentTypes.News)
  })
})

test.describe('further results that fail', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [400] })

  test('can be retried with the same button, which keeps the focus and shows that they are loading', async ({
    page,
    texts,
  }) => {
    const { search, common } = texts
    const rows = page.locator('[data-channel]')
    await page.goto('/search?type=Music')
    await expect(rows).toHaveCount(19)
    // Corrupted on its way, so that the real server refuses it.
    await page.route('**/api/filter', (route) => route.continue({ postData: '{}' }))
    await page.getByRole('button', { name: search.more, exact: true }).press('Enter')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(search.errorTitle)
    await expect(page.getByRole('button', { name: common.retry })).toBeFocused()
    await page.unroute('**/api/filter')
    const answers = await holdAnswers(page, '**/api/filter')
    await page.keyboard.press('Enter')
    const more = page.getByRole('button', { name: search.more, exact: true })
    await expect(more).toBeFocused()
    await expect(more).toHaveAttribute('aria-busy', 'true')
    await answers.release()
    await expect(rows).toHaveCount(39)
    await expect(more).toBeFocused()
  })
})

test('the card and its row in the list are one object that moves', async ({ page, texts }) => {
  await page.goto('/search?type=Music')
  await page.evaluate(`
    globalThis.transitions = 0
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (...given) => { globalThis.transitions += 1; return start(...given) }
  `)
  const second = page.locator('[data-channel]').first().getByRole('button')
  const name = (await second.textContent()) ?? ''
  await second.click()
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
  await expect(page).toHaveURL(/channel=/)
  await expect.poll(() => page.evaluate('globalThis.transitions')).toBe(1)
  await expect(page.getByRole('heading', { name: texts.search.further })).toBeVisible()
})

/** Whether a press on the element's centre hits it. */
function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((own: Hit) => {
    const { x, y, width, height } = own.getBoundingClientRect()
    const met = own.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)
    return met !== null && own.contains(met)
  })
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It is not on the page')
  return box
}

async function topOf(element: Locator): Promise<number> {
  return (await boxOf(element)).y
}

async function bottomOf(element: Locator): Promise<number> {
  const { y, height } = await boxOf(element)
  return y + height
}

/** The parts of an element that the test of forced colours reads; tests have no DOM types. */
interface Styled {
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(element: Styled): { readonly backgroundColor: string } }
  }
}
