import { waitForCode } from '#test/support/sign-up.ts'
import {
  askForSignUpCode,
  completeProof,
  fillSteps,
  holdGreeting,
  passGreeting,
  storedText,
} from './account-steps.ts'
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

  test('stop at an incomplete step, and at the first one after a reload', async ({ page, texts, domain }) => {
    const { accounts, fieldProblems, status } = texts
    const person = { username: 'anna_example', email: `anna@${domain}`, password: 'long enough' }
    const email = page.getByLabel(accounts.email, { exact: true })
    const username = page.getByLabel(accounts.username, { exact: true })
    await page.goto('/authorization')
    await page
      .getByRole('main')
      .getByRole('link', { name: status.authorization.signUpTitle, exact: true })
      .click()
    await fillSteps(page, texts, person)
    await page.goBack()
    await page.goBack()
    await email.fill('anna@')
    await page.goForward()
    await expect.poll(() => page.evaluate('history.state.usr?.step')).toBe(1)
    await expect(email).toBeVisible()
    await expect(page.getByText(fieldProblems.email_invalid)).toHaveCount(0)
    await email.fill(person.email)
    await page.getByRole('button', { name: accounts.continue }).click()
    await expect(page.getByLabel(accounts.password, { exact: true })).toHaveValue(person.password)

    await page.reload()
    await expect(username).toHaveValue('')
    await expect.poll(() => page.evaluate('history.state.usr?.step ?? 0')).toBe(0)
    await page.goForward()
    await expect.poll(() => page.evaluate('history.state.usr?.step ?? 0')).toBe(0)
    await expect(username).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/authorization')
  })

  test('lead from an address with an account back to that address, and from a new account out', async ({
    page,
    texts,
    server,
    domain,
    makePerson,
  }) => {
    const { accounts, status } = texts
    const known = await makePerson()
    const email = page.getByLabel(accounts.email, { exact: true })
    await page.goto('/authorization')
    await page
      .getByRole('main')
      .getByRole('link', { name: status.authorization.signUpTitle, exact: true })
      .click()
    await fillSteps(page, texts, known)
    await completeProof(page, texts)
    await expect(page.getByRole('heading', { name: accounts.results.exists })).toBeFocused()
    await page.keyboard.press('Shift')
    await page.goBack()
    await expect(email).toBeFocused()
    await expect(email).toHaveValue(known.email)
    const another = `another@${domain}`
    await email.fill(another)
    await page.getByRole('button', { name: accounts.continue }).click()
    await page.getByRole('button', { name: accounts.continue }).click()
    // The boxes are still ticked, so the captcha alone requests the code.
    await page.getByRole('checkbox', { name: accounts.captcha.label }).click()
    await expect(page.getByText(accounts.code.sentTo(another))).toBeVisible({ timeout: 30_000 })
    await holdGreeting(page)
    await page.keyboard.type(await waitForCode(server, another))
    await passGreeting(page, texts)
    await expect(page.getByRole('heading', { name: accounts.results.ok })).toBeFocused()
    await page.keyboard.press('Shift')
    await page.goBack()
    // Past the choice of logging in, which redirects logged-in people.
    await expect(page).toHaveURL('/search')
  })
})
