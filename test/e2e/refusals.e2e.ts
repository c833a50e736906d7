import { formatWait } from '#web/kit/formats/format.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

/** The parts of an element that the banner's test uses; tests have no DOM types. */
interface Animated {
  addEventListener(
    type: 'animationstart',
    listener: (event: { readonly animationName: string }) => void,
  ): void
}

/** Resolves with the name of an element's leaving animation, once it begins. */
function leavingAnimation(element: Animated): Promise<string> {
  return new Promise((resolve) => {
    element.addEventListener('animationstart', ({ animationName }) => {
      if (!animationName.includes('rise')) resolve(animationName)
    })
  })
}

test.describe('a refused call', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [401, 403, 429] })

  test('of a session that was ended elsewhere leads to /forbidden, which logs out', async ({
    page,
    texts,
    person,
    makePerson,
  }) => {
    const { devices } = texts.profile
    const { status } = texts
    await makePerson()
    await page.goto('/profile')
    await expect(page.getByText(devices.current)).toBeVisible()
    await person.client.call('POST /logout')
    await page.getByRole('button', { name: texts.profile.data.download }).click()
    await expect(page).toHaveURL('/forbidden')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(status.forbidden.title)
    await expect(page.getByRole('link', { name: texts.shell.authorization, exact: true })).toBeVisible()
    await page.getByRole('link', { name: status.forbidden.logInAgain }).click()
    await expect(page).toHaveURL('/authorization')
  })

  test('without a session leads to /unauthorized', async ({ page, context, texts, person }) => {
    await page.goto('/profile')
    await expect(page.getByText(person.email)).toBeVisible()
    await context.clearCookies()
    await page.getByRole('button', { name: texts.profile.data.download }).click()
    await expect(page).toHaveURL('/unauthorized')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.status.unauthorized.title)
  })

  test('/forbidden opened directly logs nobody out', async ({ page, texts, person }) => {
    await page.goto('/forbidden')
    await expect(page.getByRole('link', { name: texts.shell.profile, exact: true })).toBeVisible()
    expect((await person.client.call('GET /cookie')).status).toBe(200)
  })

  test('of a network that calls too often leads to /toomanyrequests with the time to wait and the way back', async ({
    page,
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
  })
})

test.describe('a page for reading', () => {
  test.use({ look: LOOKS.laptopRussian, refusals: [401, 429] })

  test('stays when its network calls too often, and retries once allowed', async ({ page, makePerson }) => {
    const { client } = await makePerson()
    let wait = 0
    for (let sent = 0; wait === 0 && sent < 400; sent += 1) {
      const { headers } = await client.call('GET /config')
      wait = Number(headers.get('retry-after') ?? 0)
    }
    expect(wait).toBeGreaterThan(0)
    await page.clock.install()
    const asked = () => page.waitForResponse('**/api/config')
    const first = asked()
    await page.goto('/terms')
    expect((await first).status()).toBe(429)
    const second = asked()
    await page.clock.fastForward((wait + 1) * 1_000)
    await second
    await expect(page).toHaveURL('/terms')
  })
})

test.describe('the cookie banner', () => {
  for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
    test.describe(`${look.language}, ${look.width} px`, () => {
      test.use({ look })

      test('stays until it is dismissed, leaves visibly, and does not come back', async ({ page, texts }) => {
        const { shell } = texts
        const banner = page.getByRole('region', { name: shell.cookieBanner })
        await page.goto('/search')
        await expect(banner).toContainText(shell.cookieText)
        await page.reload()
        const leaving = banner.evaluate(leavingAnimation)
        await banner.getByRole('button', { name: shell.cookieConfirm }).click()
        expect(await leaving).toContain('sink')
        await expect(banner).toBeHidden()
        const kept = await page.evaluate('localStorage.getItem("cookieConfirmed")')
        expect(kept).toBe('true')
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(banner).toBeHidden()
      })

      test('is closed by a session that is restored', async ({ page, texts, person }) => {
        const { shell } = texts
        await page.goto('/profile')
        await expect(page.getByText(person.email)).toBeVisible()
        await expect(page.getByRole('region', { name: shell.cookieBanner })).toBeHidden()
        expect(await page.evaluate('localStorage.getItem("cookieConfirmed")')).toBe('true')
      })
    })
  }
})
