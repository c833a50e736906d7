import type { Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { logInBy, signUpInBrowser } from './account-steps.ts'
import { checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('on a phone', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('from the first visit to a contact, its removal and its return', async ({
    page,
    texts,
    server,
    domain,
    popular,
  }) => {
    const [channel] = await popular('ru')
    const person = { username: 'anna_example', email: `anna@${domain}`, password: 'long enough' }
    const { reveals, purchases, accounts, shell, firstSteps } = texts
    const guide = page.getByRole('region', { name: firstSteps.title })

    await test.step('a visitor finds the channel and is told to log in', async () => {
      await page.goto('/search')
      await searchFor(page, texts, channel.channel_name)
      await page.getByRole('button', { name: reveals.getData }).click()
      // The reminder of the first search, which is no alert, may still be fading out.
      const answer = page.getByRole('alert').filter({ hasText: reveals.logInFirst })
      await answer.getByRole('link', { name: texts.common.logIn }).click()
    })

    await test.step('signs up', async () => {
      const choice = { name: texts.status.authorization.signUpTitle, exact: true }
      await page.getByRole('main').getByRole('link', choice).click()
      await signUpInBrowser(page, texts, server, person)
      const back = { name: accounts.results.backToChannel(channel.channel_name), exact: true }
      await page.getByRole('main').getByRole('link', back).click()
    })

    await test.step('is back at the channel, and gets its contact for one use', async () => {
      await expect(page.getByRole('article', { name: channel.channel_name, exact: true })).toBeVisible()
      await page.getByRole('button', { name: reveals.getData }).click()
      await expect(page.getByRole('main').locator('[data-contact]')).toHaveText(/@.+\.example|@example\./)
      await expect(page.getByText(reveals.uses('2'))).toBeVisible()
    })

    await test.step('is shown the first steps, which follow, until they are closed', async () => {
      await expect(guide.getByRole('listitem').filter({ hasText: firstSteps.steps.contact })).toContainText(
        firstSteps.stepDone,
      )
      await expect(guide.getByRole('link', { name: firstSteps.steps.list })).toBeVisible()
      await checkScreen(page, 'the first steps')
      await guide.getByRole('button', { name: firstSteps.close }).click()
      await expect(guide).toHaveCount(0)
    })

    await test.step('finds it in the purchases', async () => {
      await openFromMenu(page, texts, shell.purchases)
      await expect(page.getByText(purchases.total(1, '1'))).toBeVisible()
      await expect(page.locator('[data-purchase]').filter({ hasText: channel.channel_name })).toContainText(
        '@',
      )
    })

    await test.step('deletes it and takes that back for nothing', async () => {
      await page.getByRole('button', { name: purchases.remove(channel.channel_name) }).click()
      await expect(page.getByText(purchases.emptyTitle)).toBeVisible()
      await page.getByRole('button', { name: purchases.undo }).click()
      await expect(page.locator('[data-purchase]').filter({ hasText: channel.channel_name })).toContainText(
        '@',
      )
    })

    await test.step('logs out', async () => {
      await openFromMenu(page, texts, shell.profile)
      await expect(page.getByText(person.email)).toBeVisible()
      await expect(page.getByRole('main')).toContainText(`2${accounts.profile.uses(2)}`)
      await page.getByRole('button', { name: accounts.profile.logOut, exact: true }).click()
      await expect(page.getByText(accounts.overlay.goodbye(person.username))).toBeVisible()
      await expect(page).toHaveURL('/search')
    })

    await test.step('logs in again and still has it', async () => {
      await page.goto('/purchases')
      await page.getByRole('main').getByRole('link', { name: texts.common.logIn }).click()
      const choice = { name: texts.status.authorization.logInTitle, exact: true }
      await page.getByRole('main').getByRole('link', choice).click()
      await logInBy(page, texts, person)
      await expect(page.getByText(accounts.overlay.welcome(person.username))).toBeVisible()
      await expect(page).toHaveURL('/purchases')
      await expect(page.locator('[data-purchase]').filter({ hasText: channel.channel_name })).toContainText(
        '@',
      )
      const steps = page.waitForResponse('**/api/first-steps')
      await page.goto('/search')
      expect(await (await steps).json()).toMatchObject({ data: { isOver: true, hasContact: true } })
      await expect(guide).toHaveCount(0)
    })
  })
})

async function searchFor(page: Page, { search }: Messages, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: search.inputLabel }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
}

/** Follows a link of the header, which on a phone is in the menu. */
async function openFromMenu(page: Page, { shell }: Messages, name: string): Promise<void> {
  const burger = page.getByRole('button', { name: shell.openMenu })
  if (await burger.isVisible()) await burger.click()
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
}
