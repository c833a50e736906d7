import type { Locator, Page } from '@playwright/test'
import { holdGreeting, logInBy } from './account-steps.ts'
import { checkNotification } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { makeSponsor } from './product-database.ts'

/** The parts of a notification's element that the checks read; tests have no DOM types. */
interface Box {
  readonly ownerDocument: { elementFromPoint(x: number, y: number): Box | null }
  contains(other: Box | null): boolean
  getBoundingClientRect(): {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
}

/** Whether a pointer hits the notification in its middle and at its ends. */
function isOnTop(toast: Box): boolean {
  const { x, y, width, height } = toast.getBoundingClientRect()
  return [0.05, 0.5, 0.95].every((share) =>
    toast.contains(toast.ownerDocument.elementFromPoint(x + width * share, y + height / 2)),
  )
}

/** On a laptop and on a phone. The pointer stays on the notification, which keeps it open. */
async function expectOnTop(page: Page, toast: Locator, of: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await toast.hover()
    const message = `on top of ${of} at ${width} px`
    await expect.poll(() => toast.evaluate(isOnTop), { message }).toBe(true)
  }
}

/** Opens a dialog by keyboard: the pointer stays on the notification and keeps it open. */
async function openByKeyboard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().focus()
  await page.keyboard.press('Enter')
}

test.describe('a notification', () => {
  test.use({ look: LOOKS.phoneRussian, refusals: [400] })

  test('is above every dialog of the profile, and clickable', async ({ page, context, texts, person }) => {
    const { common, profile, uses } = texts
    await page.goto('/profile')
    await expect(page.getByText(person.email)).toBeVisible()
    const toast = page.locator('.Toastify__toast').filter({ hasText: common.offlineUnsent })
    await context.setOffline(true)
    await page.getByRole('button', { name: profile.data.download }).click()
    await toast.hover()
    await context.setOffline(false)
    await expectOnTop(page, toast, 'the page')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await checkNotification(page, `a notification, ${colorScheme}`)
    }
    for (const opener of [
      profile.name.change,
      uses.promocode.open,
      profile.password.change,
      profile.deletion.button,
    ]) {
      await openByKeyboard(page, opener)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectOnTop(page, toast, opener)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expectOnTop(page, toast, `the page after ${opener}`)
    }
    await toast.getByRole('button', { name: common.close }).click()
    await expect(toast).toHaveCount(0)
  })

  test('is above the dialog that caused it, and above the greeting', async ({
    page,
    context,
    texts,
    person,
  }) => {
    const { accounts, common, profile } = texts
    await page.goto('/profile')
    await page.getByRole('button', { name: profile.deletion.button }).click()
    const dialog = page.getByRole('dialog', { name: profile.deletion.askTitle })
    await context.setOffline(true)
    await dialog.getByRole('button', { name: profile.deletion.sendLink }).click()
    const toast = page.locator('.Toastify__toast').filter({ hasText: common.offlineUnsent })
    await expectOnTop(page, toast, profile.deletion.askTitle)
    await context.setOffline(false)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await holdGreeting(page)
    await openByKeyboard(page, accounts.profile.logOut)
    await expect(page.getByRole('dialog')).toContainText(accounts.overlay.goodbye(person.username))
    await expectOnTop(page, toast, 'the greeting')
  })
})

test.describe('notifications about one subject', () => {
  test.use({ look: LOOKS.phoneEnglish, refusals: [400] })

  test('only the latest is shown: a vote', async ({ page, context, texts, database, person }) => {
    const { common, feedback } = texts
    await makeSponsor(database, person)
    await page.goto('/vote')
    const vote = page.getByRole('button', { name: feedback.vote.button }).first()
    await expect(vote).toBeVisible()
    const toasts = page.locator('.Toastify__toast')
    await context.setOffline(true)
    await vote.click()
    await expect(toasts).toContainText(common.offlineUnsent)
    await toasts.hover()
    await vote.click()
    await expect(vote).toBeEnabled()
    await expect(toasts).toHaveCount(1)
    await expect(toasts).toContainText(common.offlineWait)
    await context.setOffline(false)
    // The same action, from the notification itself.
    await toasts.getByRole('button', { name: common.retry }).click()
    await expect(toasts).toHaveText(feedback.vote.thanks)
  })

  test('a success replaces the failure: a login', async ({ page, texts, makePerson }) => {
    const { accounts, errors } = texts
    const person = await makePerson()
    await page.goto('/login')
    await logInBy(page, texts, { ...person, password: 'wrong password' })
    const toasts = page.locator('.Toastify__toast')
    await expect(toasts).toHaveText(errors.invalid_credentials)
    await toasts.hover()
    await page.getByLabel(accounts.password, { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(accounts.overlay.welcome(person.username))
    await expect(toasts).toHaveCount(0)
  })
})
