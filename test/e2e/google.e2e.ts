import type { Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { local } from '#shared/i18n/server-texts.ts'
import { expect } from './fixtures.ts'
import { expectArrival, test } from './configured-product.ts'
import { LOOKS } from './looks.ts'

interface Account {
  readonly email: string
  readonly name?: string
}

/** Presses Google's button and signs in there with a typed account. */
async function signInAtGoogle(page: Page, texts: Messages, { email, name = '' }: Account): Promise<void> {
  const t = local[texts.accounts.identity.or === 'or' ? 'en' : 'ru'].identity
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: t.button }).click(),
  ])
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText(t.title)
  await popup.getByLabel(t.email).fill(email)
  await popup.getByLabel(t.name).fill(name)
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: t.continue }).click()])
}

test.describe('signing in with Google', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('creates an account after both consents, and logs in at once the next time', async ({
    page,
    context,
    texts,
    domain,
  }) => {
    const { accounts, fieldProblems } = texts
    const email = `anna@${domain}`
    await page.goto('/signup')
    await signInAtGoogle(page, texts, { email, name: 'Anna Petrova' })
    await expect(page.getByRole('heading', { name: accounts.identity.consentTitle })).toBeVisible()
    await expect(page.getByText(accounts.identity.consentLead(email))).toBeVisible()
    const create = page.getByRole('button', { name: accounts.identity.create })
    for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
    await page.getByRole('checkbox').first().check()
    await create.click()
    await expect(page.getByRole('alert').filter({ hasText: fieldProblems.not_agreed })).toBeVisible()
    await page.getByRole('checkbox').last().check()
    await create.click()
    await expect(page.getByRole('dialog')).toContainText(accounts.overlay.welcome('Anna_Petrova'))
    await expectArrival(page, '/search')

    await context.clearCookies({ name: 'channelbook_session' })
    await page.goto('/login')
    await signInAtGoogle(page, texts, { email })
    await expect(page.getByRole('dialog')).toContainText(accounts.overlay.redirecting)
    await expect(page).toHaveURL('/search')
  })

  test.describe('with an address that has an account', () => {
    test.use({ refusals: [400] })

    test('asks once for its password', async ({ page, texts, makePerson }) => {
      const { accounts, errors } = texts
      const person = await makePerson()
      await page.goto('/login')
      await signInAtGoogle(page, texts, person)
      await expect(page.getByRole('heading', { name: accounts.identity.linkTitle })).toBeVisible()
      await expect(page.getByText(accounts.identity.linkLead(person.email, 'Google'))).toBeVisible()
      const password = page.getByLabel(accounts.password, { exact: true })
      const connect = page.getByRole('button', { name: accounts.identity.link })
      await expect(password).toBeFocused()
      await page.goBack()
      await expect(page.getByLabel(accounts.email, { exact: true })).toBeFocused()
      await page.goForward()
      await expect(page.getByLabel(accounts.email, { exact: true })).toBeVisible()
      await signInAtGoogle(page, texts, person)
      await expect(password).toBeFocused()
      await password.fill('wrong password')
      await connect.click()
      await expect(page.getByText(errors.invalid_credentials)).toBeVisible()
      await password.fill(person.password)
      await connect.click()
      await expect(page.getByRole('dialog')).toContainText(accounts.overlay.welcome(person.username))
      await expect(page).toHaveURL('/search')
    })

    test('reports a refused token on the page, and allows another attempt', async ({
      page,
      texts,
      domain,
    }) => {
      const { accounts } = texts
      await page.goto('/login')
      const refused = page.waitForResponse((response) => response.url().endsWith('/api/auth/google'))
      await signInAtGoogle(page, texts, { email: 'unverified@gmail.example' })
      expect((await refused).status()).toBe(400)
      await expect(page.getByRole('main').getByRole('alert')).toContainText([
        accounts.identity.refused('Google'),
      ])
      await expect(page.getByLabel(accounts.email, { exact: true })).toBeVisible()
      await signInAtGoogle(page, texts, { email: `boris@${domain}` })
      await page.getByRole('button', { name: accounts.back }).click()
      await expect(page.getByLabel(accounts.email, { exact: true })).toBeVisible()
      await expect(page.getByText(accounts.identity.refused('Google'))).toHaveCount(0)
    })
  })
})

test('only the two pages with the button allow a script from another origin', async ({ page, server }) => {
  const script = `${server.localUrl}/local/google/client.js`
  for (const [address, allowed] of [
    ['/search', []],
    ['/login', [script]],
    ['/signup', [script]],
  ] as const) {
    const policy = (await page.goto(address))?.headers()['content-security-policy']
    expect(policy, address).toMatch(/script-src 'self'/)
    expect(policy?.match(/(?<=(?:script|frame)-src[^;]*)https?:[^\s;]+/g) ?? [], address).toEqual(allowed)
  }
})

test('the button also appears when coming from another page, and its script stays on no later page', async ({
  page,
  texts,
  domain,
}) => {
  await page.goto('/authorization')
  await page.getByRole('main').getByRole('link', { name: texts.status.authorization.logInTitle }).click()
  await signInAtGoogle(page, texts, { email: `vera@${domain}`, name: 'Vera' })
  await page.getByRole('button', { name: texts.accounts.back }).click()
  await expect(page.getByRole('button', { name: local.en.identity.button })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: texts.shell.purchases }).click()
  await expect(page).toHaveURL('/purchases')
  // The page reloads meanwhile, and for a moment has no window.
  const hasGoogle = () => page.evaluate('"google" in window').catch(() => 'loading')
  await expect.poll(hasGoogle).toBe(false)
})
