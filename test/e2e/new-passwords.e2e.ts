import { test as configuredTest } from './configured-product.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('a password that is easy to guess', () => {
  test.use({ look: LOOKS.phoneEnglish })

  test('is advised against while typed, and accepted', async ({ page, texts, domain }) => {
    const { accounts } = texts
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const next = page.getByRole('button', { name: accounts.continue })
    await page.goto('/signup')
    await field(accounts.username).fill('Anna_1')
    await next.click()
    await field(accounts.email).fill(`anna.petrova@${domain}`)
    await next.click()
    const password = field(accounts.password)
    await expect(password).toHaveAccessibleDescription(accounts.signUp.passwordHint(5))
    await password.fill('Sunshine')
    await expect(password).toHaveAccessibleDescription(accounts.passwordAdvice.password_common)
    await password.fill('AnnaPetrova2026')
    await expect(password).toHaveAccessibleDescription(accounts.passwordAdvice.password_own)
    await password.fill('a correct horse')
    await expect(password).toHaveAccessibleDescription(accounts.signUp.passwordHint(5))
    await password.fill('sunshine')
    await next.click()
    await expect(page.getByRole('checkbox', { name: accounts.captcha.label })).toBeVisible()
  })
})

configuredTest.describe('an installation that refuses such passwords', () => {
  configuredTest.use({ look: LOOKS.laptopRussian })

  configuredTest('says so in the form, with its own minimum length', async ({ page, texts, domain }) => {
    const { accounts, fieldProblems } = texts
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const next = page.getByRole('button', { name: accounts.continue })
    await page.goto('/signup')
    await field(accounts.username).fill('Anna_1')
    await next.click()
    await field(accounts.email).fill(`anna@${domain}`)
    await next.click()
    const password = field(accounts.password)
    await expect(password).toHaveAccessibleDescription(accounts.signUp.passwordHint(8))
    await password.fill('seven77')
    await next.click()
    await expect(page.getByRole('alert')).toContainText(fieldProblems.password_short)
    await password.fill('princess')
    await expect(password).toHaveAccessibleDescription(new RegExp(accounts.passwordAdvice.password_common))
    await next.click()
    await expect(page.getByRole('alert')).toContainText(fieldProblems.password_common)
    await password.fill('eight888')
    await next.click()
    await expect(page.getByRole('checkbox', { name: accounts.captcha.label })).toBeVisible()
  })
})
