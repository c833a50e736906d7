import { ru } from '#shared/i18n/ru.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

const PAPER = { light: 'rgb(250, 248, 243)', dark: 'rgb(20, 19, 16)' }

test.describe('an unknown URL', () => {
  test.use({ look: LOOKS.tabletRussian, refusals: [404] })

  test('is answered with 404 and the way back', async ({ page, texts }) => {
    const response = await page.goto('/no-such-page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.status.notFound.title)
    await page.getByRole('main').getByRole('link', { name: texts.common.toHome }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('without script', () => {
  test.use({ look: LOOKS.tabletRussian, javaScriptEnabled: false })

  test('a private page says that it needs scripts', async ({ page, texts }) => {
    for (const address of ['/purchases', '/promotion', '/profile']) {
      await page.goto(address)
      // The rendered text; text locators skip `noscript`.
      expect(await page.locator('main noscript').innerText()).toBe(texts.shell.needsScript)
    }
  })
})

test('the language changes at once, keeps what was entered, and is remembered', async ({ page, texts }) => {
  await page.goto('/signup')
  await page.getByLabel(texts.accounts.username, { exact: true }).fill('anna_example')
  await page.getByRole('banner').getByRole('link', { name: 'Русский' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ru.accounts.signUp.title)
  await expect(page.getByLabel(ru.accounts.username, { exact: true })).toHaveValue('anna_example')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page).toHaveTitle(ru.accounts.signUp.title)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ru.accounts.login.title)
})

test('the person’s choice of theme overrides the system’s, and is remembered', async ({ page, texts }) => {
  const { theme, themes } = texts.shell
  const press = (name: string) => page.getByRole('button', { name: `${theme}: ${name}` }).click()
  const html = page.locator('html')
  await page.goto('/search')
  await expect(html).toHaveCSS('background-color', PAPER.light)
  await press(themes.system)
  await expect(html).toHaveCSS('background-color', PAPER.dark)
  await page.reload()
  await expect(html).toHaveCSS('background-color', PAPER.dark)
  await press(themes.dark)
  await expect(html).toHaveCSS('background-color', PAPER.light)
  // Each press is seen, on a dark device too.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveCSS('background-color', PAPER.dark)
  await press(themes.system)
  await expect(html).toHaveCSS('background-color', PAPER.light)
  await press(themes.light)
  await expect(html).toHaveCSS('background-color', PAPER.dark)
})
