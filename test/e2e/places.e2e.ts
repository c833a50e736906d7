import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

function placeOf(page: Page): Promise<number> {
  return page.evaluate('Math.round(scrollY)')
}

/** Scrolls as a person does, and waits until the page has arrived and recorded it. */
async function scrollTo(page: Page, place: number): Promise<void> {
  await page.evaluate(
    `new Promise((resolve) => {
      addEventListener('scroll', () => requestAnimationFrame(resolve), { once: true })
      scrollTo(0, ${place})
    })`,
  )
  expect(await placeOf(page)).toBe(place)
}

test.describe('scroll positions', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('are restored by Back and Forward, while links lead to the top', async ({ page, texts }) => {
    const { search, shell, landing } = texts
    const rows = page.locator('[data-channel]')
    const heading = page.getByRole('heading', { level: 1 })
    /** Without the scrolling that precedes a pointer press. */
    const follow = (name: string) =>
      page.getByRole('link', { name, exact: true, includeHidden: true }).first().dispatchEvent('click')
    await page.goto('/')
    await scrollTo(page, 1200)
    await follow(search.contentTypes.Music)
    await expect(rows).toHaveCount(19)
    expect(await placeOf(page)).toBe(0)
    await page.getByRole('button', { name: search.more, exact: true }).click()
    await expect(rows).toHaveCount(39)
    await scrollTo(page, 1900)

    // To a page shorter than the position that was left.
    await follow(shell.purchases)
    await expect(heading).toHaveText(texts.purchases.title)
    await expect.poll(() => placeOf(page)).toBe(0)
    await page.goBack()
    await expect(rows).toHaveCount(39)
    await expect.poll(() => placeOf(page)).toBe(1900)
    await page.goForward()
    await expect(heading).toHaveText(texts.purchases.title)
    await expect.poll(() => placeOf(page)).toBe(0)
    await page.goBack()
    await expect.poll(() => placeOf(page)).toBe(1900)
    // Left at another position the second time, by the person's own scrolling.
    await page.mouse.wheel(0, -400)
    await expect.poll(() => placeOf(page)).toBe(1500)
    await page.goBack()
    await expect(page.getByRole('button', { name: landing.pause })).toBeVisible()
    await expect.poll(() => placeOf(page)).toBe(1200)
    await page.goForward()
    await expect(rows).toHaveCount(39)
    await expect.poll(() => placeOf(page)).toBe(1500)
  })

  test('survive a reload and a visit to another document, though the results load later', async ({
    page,
    texts,
  }) => {
    const { search } = texts
    const rows = page.locator('[data-channel]')
    await page.goto('/search?type=Music')
    await expect(rows).toHaveCount(19)
    await page.getByRole('button', { name: search.more, exact: true }).click()
    await expect(rows).toHaveCount(39)
    await scrollTo(page, 1900)
    await page.reload()
    await expect(rows).toHaveCount(39)
    await expect.poll(() => placeOf(page)).toBe(1900)
    await page.goto('/terms')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await placeOf(page)).toBe(0)
    await page.goBack()
    await expect(rows).toHaveCount(39)
    await expect.poll(() => placeOf(page)).toBe(1900)
    // A newly opened URL starts at the top, whatever was there before.
    await page.goto('/search?type=Music')
    await expect(rows).toHaveCount(19)
    expect(await placeOf(page)).toBe(0)
  })
})

test.describe('a page that is left before the URL of its further results is shown', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('keeps its place', async ({ page, texts }) => {
    const { search } = texts
    const rows = page.locator('[data-channel]')
    await page.goto('/search?type=Music')
    await expect(rows).toHaveCount(19)
    // At once, as after a page that was too busy to show the new URL.
    await page.evaluate(`
      const replace = history.replaceState.bind(history)
      history.replaceState = (...given) => {
        replace(...given)
        if (!given[2].includes('pages=2')) return
        scrollTo(0, 250)
        dispatchEvent(new Event('scroll'))
        document.querySelector('a[href="/purchases"]').click()
      }
    `)
    await page.getByRole('button', { name: search.more, exact: true }).dispatchEvent('click')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.purchases.title)
    await page.goBack()
    await expect(page).toHaveURL(/pages=2/)
    await expect(rows).toHaveCount(39)
    await expect.poll(() => placeOf(page)).toBe(250)
  })
})
