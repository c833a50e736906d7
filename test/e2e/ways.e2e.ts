import { completeProof, fillSteps, storedText } from './account-steps.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { follow } from './page-scripts.ts'

test.describe('a package chosen on the start page', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('is open on the purchase page', async ({ page, texts }) => {
    const { landing, payments } = texts
    const open = page.getByRole('button', { name: payments.shop.purchase, expanded: true })
    await page.goto('/')
    await page.getByRole('link', { name: landing.toPackage('Business') }).click()
    await expect(page).toHaveURL('/purchase?package=Business')
    await expect(open).toHaveCount(1)
    await expect(open).toHaveAccessibleDescription('Business')
    await expect(open).toBeInViewport()
    await open.click()
    await expect(open).toHaveCount(0)
    await page.reload()
    await expect(open).toHaveAccessibleDescription('Business')
  })
})

test.describe('a person who is logged in', () => {
  test.use({ look: LOOKS.tabletEnglish })

  test('is redirected from the login pages, and reads at /forbidden and /unauthorized that they are logged in', async ({
    page,
    person,
    texts,
  }) => {
    await page.goto('/authorization')
    await expect(page).toHaveURL('/search')
    await expect(page.getByRole('link', { name: texts.shell.profile, exact: true })).toBeVisible()
    for (const address of ['/login', '/signup']) {
      await follow(page, address)
      await expect(page, address).toHaveURL('/search')
    }
    for (const address of ['/forbidden', '/unauthorized']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.status.stillLoggedIn.title)
      await expect(page.getByText(texts.status.forbidden.title)).toHaveCount(0)
    }
    expect((await person.client.call('GET /cookie')).status).toBe(200)
  })
})

test.describe('an address that has an account', () => {
  test.use({ look: LOOKS.phoneEnglish })

  test('is already filled in on the login form', async ({ page, texts, makePerson }) => {
    const { accounts, common } = texts
    const person = await makePerson()
    await page.goto('/signup')
    await fillSteps(page, texts, { ...person, email: ` ${person.email} ` })
    await completeProof(page, texts)
    await expect(page.getByRole('heading', { name: accounts.results.exists })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: common.logIn }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel(accounts.email, { exact: true })).toHaveValue(person.email)
    expect(await storedText(page)).not.toContain(person.email)
  })
})

test.describe('a refusal with a page of its own', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [401] })

  test('is not shown as a notification too', async ({ page, context, texts, person }) => {
    const { profile, status } = texts
    await page.goto('/profile')
    await expect(page.getByText(person.email)).toBeVisible()
    await context.clearCookies()
    await page.getByRole('button', { name: profile.data.download }).click()
    await expect(page).toHaveURL('/unauthorized')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(status.unauthorized.title)
    // Checked at once: a notification would disappear by itself.
    expect(await page.locator('.Toastify__toast').count()).toBe(0)
  })

  test('of an old key reloads the page, which then works', async ({ page, texts, popular }) => {
    const { search } = texts
    const [{ channel_name: name }] = await popular('en')
    await page.goto('/search')
    const field = page.getByRole('searchbox', { name: search.inputLabel })
    await expect(field).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(USE_OLD_KEY)
    const refused = page.waitForResponse((response) => response.status() === 401)
    await field.fill(name)
    await page.keyboard.press('Enter')
    await refused
    await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/search\?/)
  })

  test('of a key that stays wrong reloads the page only once', async ({ page, texts }) => {
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.addInitScript(`document.addEventListener('DOMContentLoaded', () => { ${USE_OLD_KEY} })`)
    await page.goto('/terms')
    await expect(page).toHaveURL('/unauthorized')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.status.outOfDate.title)
    await page.waitForLoadState('networkidle')
    expect(loads).toBe(2)
    await expect(page).toHaveURL('/unauthorized')
  })
})

/** As after the operator has changed the key. */
const USE_OLD_KEY = `document.querySelector('meta[name="api-key"]').content = 'the key of yesterday'`
