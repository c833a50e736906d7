import { formatWait } from '#web/kit/formats/format.ts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

/** A call that was under way when the session ended may find out first, and the button is gone then. */
async function pressUntilForbidden(page: Page, button: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 })
    await expect(page).toHaveURL('/forbidden', { timeout: 1_000 })
  }).toPass()
}

test.describe('a refused call', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [401, 403, 429] })

  test('of a session that was ended elsewhere leads to /forbidden, which logs out', async ({
    page,
    texts,
    person,
  }) => {
    const { devices } = texts.profile
    const { status } = texts
    await page.goto('/profile')
    await expect(page.getByText(devices.current)).toBeVisible()
    await person.client.call('POST /logout')
    await pressUntilForbidden(page, page.getByRole('button', { name: texts.profile.data.download }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(status.forbidden.title)
    await expect(page.getByRole('link', { name: texts.shell.authorization, exact: true })).toBeVisible()
    await page.getByRole('link', { name: status.forbidden.logInAgain }).click()
    await expect(page).toHaveURL('/authorization')
  })

  test('that the page makes by itself leads there, too, where everything is the person’s', async ({
    page,
    texts: { status, teams },
    person,
  }) => {
    await person.client.call('POST /teams', { body: { name: 'Agency' } })
    await page.goto('/purchases')
    const purses = page.getByRole('banner').getByRole('button', { name: teams.purse.choose })
    await expect(purses).toBeVisible()
    await person.client.call('POST /logout')
    // It asks for the balances.
    await pressUntilForbidden(page, purses)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(status.forbidden.title)
  })

  test('of a network that calls too often leads to /toomanyrequests with the time to wait and the way back', async ({
    page,
    context,
    texts,
    person,
  }) => {
    const { tooManyRequests } = texts.status
    await page.goto('/en/search')
    let wait = 0
    for (let sent = 0; wait === 0 && sent < 400; sent += 1) {
      const { headers } = await person.client.call('GET /config')
      wait = Number(headers.get('retry-after') ?? 0)
    }
    expect(wait).toBeGreaterThan(0)
    await page.getByRole('searchbox').fill('music')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/en/toomanyrequests')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(tooManyRequests.title)
    const shown = Array.from({ length: wait }, (_, second) =>
      tooManyRequests.wait(formatWait(second + 1, 'en')),
    )
    expect(shown).toContain(await page.getByRole('timer').textContent())
    await expect(page.getByRole('link', { name: texts.common.toHome })).toHaveAttribute('href', '/en')
    const back = page.getByRole('link', { name: tooManyRequests.back })
    await expect(back).toHaveAttribute('href', '/en/search?q=music')

    await test.step('a page for reading stays, and asks again once allowed', async () => {
      await context.clearCookies()
      await page.clock.install()
      const asked = () => page.waitForResponse('**/api/config')
      const first = asked()
      await page.goto('/en/terms')
      expect((await first).status()).toBe(429)
      const second = asked()
      await page.clock.fastForward((wait + 1) * 1_000)
      await second
      await expect(page).toHaveURL('/en/terms')
    })
  })
})
