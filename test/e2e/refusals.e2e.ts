import { formatWait } from '#web/kit/formats/format.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

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
    // A call of the page that was still under way may find out first, and the button is gone then.
    const download = page.getByRole('button', { name: texts.profile.data.download })
    await Promise.all([
      page.waitForURL('/forbidden'),
      download.click({ timeout: 5_000 }).catch(() => undefined),
    ])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(status.forbidden.title)
    await expect(page.getByRole('link', { name: texts.shell.authorization, exact: true })).toBeVisible()
    await page.getByRole('link', { name: status.forbidden.logInAgain }).click()
    await expect(page).toHaveURL('/authorization')
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
