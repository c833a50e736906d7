import { askForSignUpCode, storedText } from './account-steps.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('Back and Forward of the browser', () => {
  test.use({ look: LOOKS.phoneEnglish })

  test('move through the steps, keep what was typed, and leave the wizard before the first one', async ({
    page,
    texts,
    domain,
  }) => {
    const { accounts, status } = texts
    const person = { username: 'anna_example', email: `anna@${domain}`, password: 'long enough' }
    const field = (name: 'username' | 'email' | 'password') =>
      page.getByLabel(accounts[name], { exact: true })
    const captcha = page.getByRole('checkbox', { name: accounts.captcha.label })
    const sentTo = page.getByText(accounts.code.sentTo(person.email))
    await page.goto('/authorization')
    await page
      .getByRole('main')
      .getByRole('link', { name: status.authorization.signUpTitle, exact: true })
      .click()
    await askForSignUpCode(page, texts, person)

    await page.goBack()
    await expect(captcha).toBeFocused()
    await expect(captcha).toBeChecked()
    for (const name of ['password', 'email', 'username'] as const) {
      await page.goBack()
      await expect(field(name)).toBeFocused()
      await expect(field(name)).toHaveValue(person[name])
      expect(await storedText(page)).not.toMatch(/long enough|anna/i)
    }
    for (const name of ['email', 'password'] as const) {
      await page.goForward()
      await expect(field(name)).toBeFocused()
    }
    await page.goForward()
    await expect(captcha).toBeFocused()
    await page.goForward()
    await expect(sentTo).toBeVisible()
    await expect(page.getByLabel(accounts.code.digit('1', '6'))).toBeFocused()

    // The page's own button does the same.
    await page.getByRole('button', { name: accounts.back }).click()
    await expect(captcha).toBeFocused()
    await page.goForward()
    await expect(sentTo).toBeVisible()
    for (let steps = 4; steps > 0; steps -= 1) await page.goBack()
    await expect(field('username')).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/authorization')
  })
})
