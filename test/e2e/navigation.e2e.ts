import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('on a phone', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('the menu opens once the page is ready, even if its button was pressed earlier', async ({
    page,
    texts,
  }) => {
    const { shell } = texts
    const pressed = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.goto('/search', { waitUntil: 'commit' })
    await page.getByRole('button', { name: shell.openMenu }).click()
    pressed.resolve()
    await expect(page.getByRole('button', { name: shell.closeMenu })).toBeVisible()
    await expect(page.getByRole('link', { name: shell.purchases })).toBeVisible()
  })

  test('the menu folds at 430 px, and every navigation starts at the top of its page', async ({
    page,
    texts,
  }) => {
    const { shell, common, search, purchases } = texts
    const burger = page.getByRole('button', { name: shell.openMenu })
    const banner = page.getByRole('banner')
    const heading = page.getByRole('heading', { level: 1 })
    const top = () => page.evaluate('scrollY')
    await page.goto('/search?type=Music')
    await expect(page.getByRole('article')).toBeVisible()
    await page.setViewportSize({ width: 431, height: 800 })
    await expect(burger).toBeHidden()
    await expect(banner.getByRole('link', { name: shell.promotion })).toBeVisible()
    await page.setViewportSize({ width: 430, height: 800 })
    await expect(banner.getByRole('link', { name: shell.promotion })).toBeHidden()
    // The search key of a phone's keyboard works there.
    await expect(page.getByRole('button', { name: search.submit, exact: true })).toBeHidden()

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(top).toBeGreaterThan(0)
    await burger.focus()
    await page.keyboard.press('Enter')
    const close = page.getByRole('button', { name: shell.closeMenu })
    await expect(close).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(burger).toHaveAttribute('aria-expanded', 'false')
    await burger.click()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await banner.getByRole('link', { name: shell.purchases, includeHidden: true }).focus()
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText(purchases.title)
    await expect(heading).toBeFocused()
    await expect.poll(top).toBe(0)
    await expect(burger).toBeVisible()

    await page.goBack()
    await expect(heading).toHaveText(search.headline)
    await expect(heading).toBeFocused()
    await expect(page.getByRole('article')).toBeVisible()
    // The same page again: the logo leads to an empty search.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await banner.getByRole('link', { name: common.toSearch }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search')
    await expect(heading).toBeFocused()
    await expect.poll(top).toBe(0)
    // Changes within a page do not scroll it.
    await page.getByRole('button', { name: search.filters, exact: true }).click()
    await page.getByRole('button', { name: search.contentTypes.News, exact: true }).click()
    await expect(page.getByRole('article')).toBeVisible()
    await expect(page.getByRole('button', { name: search.contentTypes.News, exact: true })).toBeFocused()

    // The search in the header leads into the field, from any page.
    const toSearch = banner.getByRole('link', { name: shell.searchField, exact: true })
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    const address = page.url()
    await toSearch.click()
    await expect(field).toBeFocused()
    await expect(page).toHaveURL(address)
    for (const elsewhere of ['/', '/purchases']) {
      await page.goto(elsewhere)
      await toSearch.click()
      await expect(page).toHaveURL('/search')
      await expect(field).toBeFocused()
    }
  })
})

test.describe('the cookie notice', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('leaves with an animation when dismissed, and does not return', async ({ page, texts }) => {
    const { shell } = texts
    const notice = page.getByRole('region', { name: shell.cookieBanner })
    await page.clock.install()
    await page.goto('/')
    await page.reload()
    await expect(notice).toBeVisible()
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
    await notice.getByRole('button', { name: shell.cookieConfirm }).click()
    expect(await page.evaluate("localStorage.getItem('cookieConfirmed')")).toBe('true')
    await expect(notice).toHaveCSS('animation-duration', '0.3s')
    await page.clock.runFor(299)
    await expect(notice).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(notice).toHaveCount(0)
    await page.clock.resume()
    await page.reload()
    await expect(page.getByRole('button', { name: texts.landing.pause })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  test('is never shown to a person whose session is restored', async ({ page, texts, person: _ }) => {
    await page.goto('/')
    await expect(page.getByRole('banner').getByText(texts.shell.profile)).toBeVisible()
    expect(await page.evaluate("localStorage.getItem('cookieConfirmed')")).toBe('true')
    await expect(page.getByRole('region', { name: texts.shell.cookieBanner })).toHaveCount(0)
  })
})

test.describe('a page whose code cannot be loaded', () => {
  test.use({ look: LOOKS.tabletRussian, complaints: [/dynamically imported module|Unable to preload CSS/] })

  test('says under the same header what is missing, and opens by itself once the connection is back', async ({
    page,
    texts,
    context,
  }) => {
    const { shell, status } = texts
    await page.goto('/forbidden')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(status.forbidden.title)
    await context.setOffline(true)
    await page.getByRole('banner').getByRole('link', { name: shell.purchases }).click()
    await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toHaveText(shell.offlineTitle)
    await expect(page.getByText(shell.offlinePage)).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.purchases.title)
  })
})
