import type { Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { local } from '#shared/i18n/server-texts.ts'
import { checkScreen } from './check-screen.ts'
import { expect } from './fixtures.ts'
import { test } from './configured-product.ts'
import { LOOKS } from './looks.ts'
import { misdirect } from './misdirect.ts'

/** Presses the issuer's button and goes to its page. */
async function goToIssuer(page: Page, texts: Messages) {
  const t = local[texts.accounts.identity.or === 'or' ? 'en' : 'ru'].identity
  await page.getByRole('button', { name: texts.accounts.identity.signIn('Acme') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title)
  await expect(page.getByText(t.issuer)).toBeVisible()
  return t
}

async function signInAtIssuer(page: Page, texts: Messages, email: string, name = ''): Promise<void> {
  const t = await goToIssuer(page, texts)
  await page.getByLabel(t.email).fill(email)
  await page.getByLabel(t.name).fill(name)
  await page.getByRole('button', { name: t.continue }).click()
}

test.describe('signing in with an issuer', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [400, 401] })

  test('creates an account, comes back to the page that was left, and is listed in the profile', async ({
    page,
    context,
    texts,
    domain,
  }) => {
    const { accounts, secondFactor } = texts
    const email = `anna@${domain}`
    await page.goto('/signup')
    await checkScreen(page, 'sign-up with the issuer')
    await signInAtIssuer(page, texts, email, 'Anna Petrova')
    await expect(page.getByText(accounts.identity.consentLead(email))).toBeVisible()
    // Nothing of what the issuer sent stays in the address.
    await expect(page).toHaveURL('/login')
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: accounts.identity.create }).click()
    await expect(page.getByRole('dialog')).toContainText(accounts.overlay.welcome('Anna_Petrova'))
    await expect(page).toHaveURL('/search')

    await context.clearCookies({ name: 'channelbook_session' })
    await page.goto('/purchases')
    await page.getByRole('main').getByRole('link', { name: texts.common.logIn }).click()
    // Until the next page has loaded, this one's link is there, of the same name.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.status.authorization.title)
    await page.getByRole('main').getByRole('link', { name: texts.status.authorization.logInTitle }).click()
    await signInAtIssuer(page, texts, email)
    await expect(page.getByRole('dialog')).toContainText(accounts.overlay.redirecting)
    await expect(page).toHaveURL('/purchases')

    await page.goto('/profile')
    await expect(page.getByText(secondFactor.section.identity('Acme'))).toBeVisible()
    await page.getByRole('button', { name: secondFactor.section.cut, exact: true }).click()
    const title = secondFactor.confirm.cut.title('Acme')
    await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible()
    await checkScreen(page, 'disconnecting the issuer')
    await page.keyboard.press('Escape')
    // Logs out there as well, and comes back.
    await page.getByRole('button', { name: accounts.profile.logOut, exact: true }).click()
    await expect(page).toHaveURL('/login')
  })

  test('explains each failure beside the button, and takes another attempt', async ({
    page,
    texts,
    domain,
  }) => {
    const { identity } = texts.accounts
    const alert = page.getByRole('main').getByRole('alert')
    await page.goto('/login')
    const t = await goToIssuer(page, texts)
    await page.getByRole('link', { name: t.cancel }).click()
    await expect(alert).toContainText([identity.cancelled('Acme')])
    await checkScreen(page, 'login after coming back without signing in')
    await signInAtIssuer(page, texts, 'unverified@studio.example')
    await expect(alert).toContainText([identity.unverified('Acme')])
    await signInAtIssuer(page, texts, 'expired@studio.example')
    await expect(alert).toContainText([identity.refused('Acme')])
    await signInAtIssuer(page, texts, `boris@${domain}`)
    await expect(page.getByText(identity.consentLead(`boris@${domain}`))).toBeVisible()
  })

  test('asks once for the password of the account with that address', async ({ page, texts, makePerson }) => {
    const { accounts } = texts
    const person = await makePerson()
    await page.goto('/login')
    await signInAtIssuer(page, texts, person.email)
    await expect(page.getByText(accounts.identity.linkLead(person.email, 'Acme'))).toBeVisible()
    await page.getByLabel(accounts.password, { exact: true }).fill(person.password)
    await page.getByRole('button', { name: accounts.identity.link }).click()
    await expect(page.getByRole('dialog')).toContainText(accounts.overlay.welcome(person.username))
    await expect(page).toHaveURL('/search')
  })
})

test.describe('when the configuration cannot be read on the way back', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [404] })

  test('it is asked for again, and the sign-in is finished', async ({ page, texts, domain }) => {
    const { identity } = texts.accounts
    const email = `clara@${domain}`
    await page.clock.install()
    await page.goto('/login')
    const t = await goToIssuer(page, texts)
    await misdirect(page, '**/api/config', { times: 1 })
    await page.getByLabel(t.email).fill(email)
    await page.getByRole('button', { name: t.continue }).click()
    await expect(page.getByText(identity.signingIn)).toBeVisible()
    await page.clock.fastForward(10_000)
    await expect(page.getByText(identity.consentLead(email))).toBeVisible()
  })
})
