import { local } from '#shared/i18n/server-texts.ts'
import { SESSION_COOKIE } from '#server/http/calls/request-facts.ts'
import { expect } from './fixtures.ts'
import { expectArrival, test } from './configured-product.ts'
import { LOOKS } from './looks.ts'

test.describe('a link to a Google account', () => {
  // 409: the link is the only way to log in.
  test.use({ look: LOOKS.laptopRussian, refusals: [409] })

  test('is shown in the profile, and cannot be removed while it is the only way to log in', async ({
    page,
    context,
    texts,
    domain,
  }) => {
    const { accounts, errors, secondFactor } = texts
    await page.goto('/signup')
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: local.ru.identity.button }).click(),
    ])
    await popup.getByLabel(local.ru.identity.email).fill(`google@${domain}`)
    await Promise.all([
      popup.waitForEvent('close'),
      popup.getByRole('button', { name: local.ru.identity.continue }).click(),
    ])
    await expect(page.getByRole('heading', { name: accounts.identity.consentTitle })).toBeVisible()
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: accounts.identity.create }).click()
    await expectArrival(page, '/search')

    await page.goto('/profile')
    await expect(page.getByText(secondFactor.section.identity('Google'))).toBeVisible()
    await page.getByRole('button', { name: secondFactor.section.cut, exact: true }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: secondFactor.confirm.cut.button, exact: true }).click()
    await expect(page.getByText(errors.last_login)).toBeVisible()
    await expect(page.getByText(secondFactor.section.identity('Google'))).toBeVisible()
    expect((await context.cookies()).some(({ name }) => name === SESSION_COOKIE)).toBe(true)
  })
})
