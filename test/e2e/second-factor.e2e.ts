import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { logInBy, holdGreeting, passGreeting } from './account-steps.ts'
import { checkScreen } from './check-screen.ts'
import { expectArrival, test as configuredTest } from './configured-product.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

const STEP_MS = 30_000

/** The code that an app shows for a secret; `ahead` steps early, as on a phone whose clock is fast. */
function codeOf(secret: string, ahead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + ahead * STEP_MS })
}

const panelOf = (page: Page) => page.getByRole('dialog')

test.describe('an authenticator app', () => {
  test.use({ look: LOOKS.phoneRussian, refusals: [400] })

  test('is turned on in the profile and required at login, and a recovery code replaces it', async ({
    page,
    context,
    texts,
    person,
  }) => {
    const { secondFactor, accounts, errors } = texts
    await page.goto('/profile')
    await page.getByRole('button', { name: secondFactor.section.setUp, exact: true }).click()
    await expect(page.getByRole('img', { name: secondFactor.app.qr })).toBeVisible()
    const secret = (await panelOf(page).locator('code').innerText()).replaceAll(' ', '')
    await checkScreen(page, 'the app')
    await expect(panelOf(page).getByRole('link', { name: secondFactor.app.openHere })).toHaveAttribute(
      'href',
      new RegExp(`^otpauth://totp/.*secret=${secret}`),
    )
    const code = panelOf(page).getByLabel(secondFactor.app.code, { exact: true })
    await code.fill(codeOf(secret).replace(/.$/, (digit) => String((Number(digit) + 1) % 10)))
    await panelOf(page).getByRole('button', { name: secondFactor.app.submit }).click()
    await expect(page.getByText(errors.wrong_second_factor)).toBeVisible()
    await code.fill(codeOf(secret))
    await panelOf(page).getByRole('button', { name: secondFactor.app.submit }).click()
    await expect(panelOf(page).getByRole('heading', { name: secondFactor.codes.title })).toBeVisible()
    const codes = await panelOf(page).locator('li code').allInnerTexts()
    expect(codes).toHaveLength(10)
    await checkScreen(page, 'the recovery codes')
    const download = page.waitForEvent('download')
    await panelOf(page).getByRole('button', { name: secondFactor.codes.save }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('channelbook-recovery-codes.txt')
    expect(await readFile(await file.path(), 'utf8')).toBe(`${codes.join('\n')}\n`)
    await panelOf(page).getByRole('button', { name: secondFactor.codes.done }).click()
    await expect(page.getByText(secondFactor.section.codesLeft(10))).toBeVisible()

    await context.clearCookies({ name: SESSION_COOKIE })
    await page.goto('/login')
    await logInBy(page, texts, person)
    await expect(page.getByRole('heading', { name: secondFactor.login.title })).toBeVisible()
    const factor = page.getByLabel(secondFactor.login.code, { exact: true })
    await expect(factor).toBeFocused()
    await checkScreen(page, 'the second step')
    await page.getByRole('button', { name: accounts.back }).click()
    await expect(page.getByLabel(accounts.email, { exact: true })).toBeFocused()
    await page.getByRole('button', { name: accounts.continue }).click()
    await factor.fill('0000-0000-0000')
    await page.keyboard.press('Enter')
    await expect(page.getByText(errors.wrong_second_factor)).toBeVisible()
    await factor.fill(codeOf(secret, 1))
    await holdGreeting(page)
    await page.keyboard.press('Enter')
    await passGreeting(page, texts)
    await expect(page).toHaveURL('/search')

    await context.clearCookies({ name: SESSION_COOKIE })
    await page.goto('/login')
    await logInBy(page, texts, person)
    await factor.fill(codes[0] ?? '')
    await holdGreeting(page)
    await page.keyboard.press('Enter')
    await passGreeting(page, texts)
    await expect(page).toHaveURL('/search')

    await page.goto('/profile')
    await expect(page.getByText(secondFactor.section.codesLeft(9))).toBeVisible()
    await page.getByRole('button', { name: secondFactor.section.turnOff, exact: true }).click()
    await checkScreen(page, 'turning off')
    await panelOf(page).getByRole('button', { name: secondFactor.confirm.removeApp.button }).click()
    await expect(page.getByText(secondFactor.section.off, { exact: true })).toBeVisible()
  })
})

configuredTest.describe('a passkey', () => {
  configuredTest.use({ look: LOOKS.laptopEnglish })

  configuredTest(
    'is added in the profile, completes a login after the password, and can be removed',
    async ({ page, context, texts, person }) => {
      const { secondFactor } = texts
      const { section, login, codes, confirm } = secondFactor
      const browser = await context.newCDPSession(page)
      await browser.send('WebAuthn.enable')
      await browser.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      await page.goto('/profile')
      await page.getByRole('button', { name: section.addPasskey }).click()
      await panelOf(page).getByRole('button', { name: codes.done }).click()
      await expect(page.getByText(section.passkey, { exact: true })).toBeVisible()

      await context.clearCookies({ name: SESSION_COOKIE })
      await page.goto('/login')
      await logInBy(page, texts, person)
      const usePasskey = page.getByRole('button', { name: login.passkey })
      await expect(usePasskey).toBeVisible()
      await checkScreen(page, 'the second step with a passkey')
      await usePasskey.click()
      await expectArrival(page, '/search')

      await page.goto('/profile')
      await page.getByRole('button', { name: section.remove, exact: false }).click()
      await panelOf(page).getByRole('button', { name: confirm.removePasskey.button, exact: true }).click()
      await expect(page.getByText(section.passkey, { exact: true })).toBeHidden()
      await context.clearCookies({ name: SESSION_COOKIE })
      await page.goto('/login')
      await logInBy(page, texts, person)
      await expectArrival(page, '/search')
    },
  )
})
