import type { Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { TestClient } from '#test/support/test-client.ts'
import { askForSignUpCode, logInBy } from './account-steps.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

const CODE_LIFE_MS = 10 * 60_000

function wrongCode(right: string): string {
  return right.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
}

/** Expects that the code can no longer be entered, and that another one is one press away. */
async function expectEnd(page: Page, { code }: Messages['accounts'], text: string): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: text })).toHaveCount(1)
  await expect(page.getByLabel(code.digit('1', '6'))).toHaveCount(0)
  await expect(page.getByRole('button', { name: code.sendAgain })).toBeFocused()
}

test.describe('a code that has expired', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('is reported at sign-up, and can be replaced', async ({ page, texts, server, domain }) => {
    const { code, results } = texts.accounts
    const person = { username: 'anna_example', email: `anna@${domain}`, password: 'long enough' }
    await page.clock.install()
    await page.goto('/signup')
    await askForSignUpCode(page, texts, person)
    await waitForCode(server, person.email)
    await page.clock.fastForward(CODE_LIFE_MS)
    await expectEnd(page, texts.accounts, code.expired)
    await page.keyboard.press('Enter')
    await expect(page.getByText(code.sentAgain)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(code.expired)).toHaveCount(0)
    await expect(page.getByLabel(code.digit('1', '6'))).toBeFocused()
    await page.keyboard.type(await waitForCode(server, person.email, 2))
    await expect(page.getByRole('heading', { name: results.ok })).toBeVisible()
  })

  test('is reported at a change of password, and can be replaced', async ({
    page,
    texts,
    server,
    person,
  }) => {
    const { accounts, profile } = texts
    await page.clock.install()
    await page.goto('/profile')
    await page.getByRole('button', { name: profile.password.change }).click()
    await expect(page.getByLabel(accounts.code.digit('1', '6'))).toBeFocused()
    await page.clock.fastForward(CODE_LIFE_MS)
    await expectEnd(page, accounts, accounts.code.expired)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(accounts.code.digit('1', '6'))).toBeFocused()
    await page.keyboard.type(await waitForCode(server, person.email, 3))
    await expect(page.getByRole('dialog', { name: profile.password.newTitle })).toBeVisible()
  })
})

test.describe('a code that was tried too often', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [400] })

  test('is reported at login, and can be replaced', async ({ page, texts, server, makePerson }) => {
    const { accounts } = texts
    const { email, password, username } = await makePerson()
    const elsewhere = new TestClient({
      ...server,
      clientKey: 'channelbook-web',
      headers: { 'x-forwarded-for': '10.255.255.1' },
    })
    for (let failures = 0; failures < 5; failures += 1) {
      await elsewhere.call('POST /login', { body: { email, password: 'wrong password' } })
    }
    await page.clock.install()
    await page.goto('/login')
    await logInBy(page, texts, { email, password })
    const cell = page.getByLabel(accounts.code.digit('1', '6'))
    await expect(cell).toBeFocused()
    const first = await waitForCode(server, email, 2)
    for (let tries = 0; tries < 4; tries += 1) {
      const answer = page.waitForResponse('**/api/login')
      await page.keyboard.type(wrongCode(first))
      await answer
      await expect(page.getByRole('alert').getByText(accounts.login.wrongCode)).toBeVisible()
      await expect(cell).toHaveValue('')
      await expect(cell).toBeFocused()
    }
    await page.keyboard.type(wrongCode(first))
    await expectEnd(page, accounts, accounts.code.usedUp)
    await expect(page.getByText(accounts.login.wrongCode)).toHaveCount(0)
    await page.clock.fastForward(60_000)
    await page.keyboard.press('Enter')
    await expect(cell).toBeFocused()
    await page.keyboard.type(await waitForCode(server, email, 3))
    await expect(page.getByText(accounts.overlay.welcome(username))).toBeVisible()
  })
})

test.describe('a link to delete the account that does not work', () => {
  test.use({ look: LOOKS.tabletEnglish })

  test('offers a new one to the person', async ({ page, texts, server, person }) => {
    const { accounts, profile } = texts
    await page.goto('/delete')
    await expect(page.getByRole('heading', { name: profile.deletion.lostLink })).toBeVisible()
    await page.getByRole('button', { name: accounts.newPassword.sendLink }).click()
    await expect(page.getByText(accounts.login.linkSent)).toBeVisible()
    await waitForMails(server, person.email, 2)
  })
})
