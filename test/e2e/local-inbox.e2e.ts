import type { Page } from '@playwright/test'
import type { Messages } from '#shared/i18n/en.ts'
import { waitForMails } from '#test/support/sign-up.ts'
import { askForSignUpCode, logInBy } from './account-steps.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

interface Awaited {
  readonly page: Page
  readonly texts: Messages
  readonly server: { readonly localUrl: string }
  readonly email: string
  /** How many emails the address has then, without those that come unasked. */
  readonly count: number
}

/** Expects that the screen, while it waits for an email, links to the inbox with this address's emails. */
async function expectInbox({ page, texts, server, email, count }: Awaited): Promise<void> {
  const { link, before } = texts.accounts.localInbox
  const shown = page.getByRole('main').getByRole('link', { name: link })
  await expect(shown).toHaveAttribute(
    'href',
    `${server.localUrl}/local/mail?${new URLSearchParams({ to: email }).toString()}`,
  )
  await expect(shown.locator('..')).toContainText(before)
  const [newest] = await waitForMails(server, email, count)
  const [inbox] = await Promise.all([page.waitForEvent('popup'), shown.click()])
  const heading = inbox.getByRole('heading', { level: 2, name: newest?.subject ?? '', exact: true })
  await expect(heading.first()).toBeVisible()
  await inbox.close()
}

test.describe('a local trial leads to its inbox', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('from the code of a sign-up', async ({ page, texts, server, domain }) => {
    const email = `newcomer@${domain}`
    await page.goto('/signup')
    await askForSignUpCode(page, texts, { username: 'Anna_1', email, password: 'correct horse' })
    await expectInbox({ page, texts, server, email, count: 1 })
  })

  test('from a link for a new password, and from the code of a login', async ({
    page,
    texts,
    server,
    makePerson,
  }) => {
    const { accounts } = texts
    const { email, password, client } = await makePerson()
    await page.goto('/login')
    await page.getByLabel(accounts.email, { exact: true }).fill(email)
    await page.getByRole('button', { name: accounts.login.forgot }).click()
    await expectInbox({ page, texts, server, email, count: 2 })
    for (let time = 0; time < 5; time += 1)
      await client.call('POST /login', { body: { email, password: 'wrong password' } })
    await page.goto('/login')
    await logInBy(page, texts, { email, password })
    await expect(page.getByText(accounts.login.codeLead(email))).toBeVisible()
    await expectInbox({ page, texts, server, email, count: 3 })
  })

  test('from a repeated request for a new password, and from an objection', async ({
    page,
    texts,
    server,
    domain,
    makePerson,
  }) => {
    const { accounts, objections } = texts
    const { email } = await makePerson()
    await page.goto('/reset')
    await page.getByLabel(accounts.email, { exact: true }).fill(email)
    await page.getByRole('button', { name: accounts.newPassword.sendLink }).click()
    await expectInbox({ page, texts, server, email, count: 2 })
    const creator = `creator@${domain}`
    await page.goto('/optout')
    await page.getByLabel(objections.form.address).fill(creator)
    await page.getByRole('button', { name: objections.form.send }).click()
    await expect(page.getByText(objections.sent.text(creator))).toBeVisible()
    await expectInbox({ page, texts, server, email: creator, count: 1 })
  })

  test('from the code of a new password, and from the link of a deletion', async ({
    page,
    texts,
    server,
    person: { email },
  }) => {
    const { password, deletion } = texts.profile
    await page.goto('/profile')
    await page.getByRole('button', { name: password.change }).click()
    await expectInbox({ page, texts, server, email, count: 2 })
    await page.goto('/profile')
    await page.getByRole('button', { name: deletion.button }).click()
    await page.getByRole('dialog').getByRole('button', { name: deletion.sendLink }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectInbox({ page, texts, server, email, count: 3 })
  })
})

test.describe('the product’s port', () => {
  test.use({ refusals: [404] })

  test('serves neither stand-ins nor metrics', async ({ page, server }) => {
    for (const path of ['/local/mail', '/local/mail.json', '/local/youtube/v3/search', '/metrics'])
      expect((await page.request.get(path)).status(), path).toBe(404)
    expect((await page.request.get(`${server.localUrl}/local/mail.json?to=x`)).status()).toBe(200)
  })
})
