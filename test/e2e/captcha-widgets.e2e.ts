import {
  CAPTCHA_SECRET,
  type CaptchaVerifier,
  type RemoteCaptchaName,
  SOLVED,
  startCaptchaVerifier,
} from '#test/support/captcha-verifiers.ts'
import { BASES, widgetFiles } from '#test/support/captcha-widget-files.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test as base } from './fixtures.ts'
import { launchProduct } from './launch-product.ts'
import { LOOKS } from './looks.ts'

interface CaptchaFixtures {
  readonly captcha: RemoteCaptchaName
  /** The provider: scripts, frames and verifier. */
  readonly provider: CaptchaVerifier
}

/** Each test has a product of its own, with the named captcha. */
const test = base.extend<CaptchaFixtures>({
  captcha: ['turnstile', { option: true }],
  provider: async ({ captcha }, use) => {
    await using provider = await startCaptchaVerifier(captcha, {
      base: BASES[captcha],
      files: widgetFiles(captcha),
    })
    await use(provider)
  },
  providers: async ({ provider }, use) => use([new URL(provider.url).origin]),
  server: async ({ captcha, provider }, use) => {
    await using product = await launchProduct({
      CAPTCHA: captcha,
      CAPTCHA_SITE_KEY: 'the key of the site',
      CAPTCHA_SECRET_KEY: CAPTCHA_SECRET,
      CAPTCHA_URL: provider.url,
      SEED_DEMO: 'false',
    })
    await use({ baseUrl: product.url, localUrl: product.localUrl })
  },
})

for (const [captcha, look] of [
  ['turnstile', LOOKS.laptopRussian],
  ['smartcaptcha', LOOKS.phoneRussian],
  ['recaptcha', LOOKS.phoneEnglish],
] as const) {
  test.describe(captcha, () => {
    // Starting a product takes long.
    test.describe.configure({ timeout: 480_000 })
    test.use({ captcha, look, refusals: [500], contextOptions: { reducedMotion: 'reduce' } })

    test('is solved in its own widget, which no other page allows', async ({
      page,
      texts,
      provider,
      domain,
    }) => {
      const { accounts, status, common } = texts
      const { origin } = new URL(provider.url)
      for (const address of ['/', '/search', '/authorization']) {
        const policy = (await page.request.get(address)).headers()['content-security-policy']
        expect(policy, address).not.toContain(origin)
      }
      await page.goto('/authorization')
      provider.answerWith(500, '')
      // The page reloads under its own policy, and only then requests the script.
      const isAskedFor = page.waitForRequest((request) => request.url().startsWith(origin))
      await page
        .getByRole('main')
        .getByRole('link', { name: status.authorization.signUpTitle, exact: true })
        .click()
      await isAskedFor
      const person = { username: 'anna_example', email: `anna@${domain}`, password: 'long enough' }
      for (const field of ['username', 'email', 'password'] as const) {
        await page.getByLabel(accounts[field], { exact: true }).fill(person[field])
        await page.getByRole('button', { name: accounts.continue }).click()
      }

      const failed = page.getByText(accounts.captcha.failed)
      const retry = page.getByRole('button', { name: common.retry })
      await test.step('a script that does not come', async () => {
        await expect(failed).toBeVisible()
        await checkScreen(page, `${captcha} that did not come`)
        provider.recover()
        await retry.click()
        await expect(failed).toBeHidden()
      })
      const widget = page.frameLocator('iframe[title=captcha]')
      const options = JSON.parse((await widget.locator('code').textContent()) ?? '{}') as object
      expect(options).toMatchObject({ sitekey: 'the key of the site' })
      expect(Object.values(options)).toContain(look.language)
      if (captcha !== 'smartcaptcha') expect(options).toMatchObject({ theme: look.theme })
      await checkScreen(page, captcha)
      if (look.width === 390) await checkNarrow(page, captcha)

      const solved = page.getByText(accounts.captcha.solved, { exact: true })
      await test.step('a solution that gets too old', async () => {
        await widget.getByRole('checkbox').check()
        await expect(solved).toBeVisible()
        await widget.getByRole('button', { name: 'expire' }).click()
        await expect(solved).toBeHidden()
        await expect(widget.getByRole('checkbox')).not.toBeChecked()
      })
      await test.step('a widget that fails', async () => {
        await widget.getByRole('button', { name: 'fail' }).click()
        await expect(failed).toBeVisible()
        await retry.click()
        await expect(failed).toBeHidden()
      })
      await widget.getByRole('checkbox').check()
      await page.getByRole('checkbox', { name: accounts.signUp.agreement.link }).check()
      await page.getByRole('checkbox', { name: accounts.signUp.consent.link }).click()
      await page.getByLabel(accounts.code.digit('1', '6')).waitFor()
      const verified = provider.requests.filter(({ secret }) => secret !== undefined)
      expect(verified).toHaveLength(1)
      expect(Object.values(verified[0] ?? {})).toEqual(
        expect.arrayContaining([CAPTCHA_SECRET, expect.stringMatching(`^${SOLVED}`)]),
      )

      await page.getByRole('banner').getByRole('link', { name: common.toSearch }).first().click()
      await expect(page).toHaveURL('/search')
      await expect(page.locator(`script[src^="${origin}"]`)).toHaveCount(0)
    })
  })
}
