import { mailsTo, waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { logIn, logInBy } from './account-steps.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('logging in', () => {
  test.use({ look: LOOKS.tabletRussian, refusals: [400] })

  test('needs both fields and the right password', async ({ page, texts, makePerson }) => {
    const { accounts, errors } = texts
    const person = await makePerson()
    await page.goto('/profile')
    await expect(page, 'the profile of a visitor').toHaveURL('/search')
    // Where an issuer would lead back, if there were one.
    await page.goto('/login?code=a&state=b')
    await page.getByRole('button', { name: accounts.continue }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(accounts.login.bothRequired)).toBeVisible()
    await expect(page.getByLabel(accounts.email, { exact: true })).toBeFocused()

    await logInBy(page, texts, { ...person, password: 'wrong password' })
    // As a notification, and at the fields, where it stays.
    await expect(page.getByText(errors.invalid_credentials)).toHaveCount(2)
    await expect(page.getByRole('main').getByText(errors.invalid_credentials)).toBeVisible()
    await expect(page.getByLabel(accounts.email, { exact: true })).toHaveValue(person.email)

    await logInBy(page, texts, person)
    await expect(page.getByRole('dialog')).toContainText(accounts.overlay.redirecting)
    await expect(page.getByRole('dialog')).toContainText(accounts.overlay.welcome(person.username))
    await expect(page).toHaveURL('/search')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('without a connection says that nothing was sent, and leaves repeating to the form', async ({
    page,
    context,
    texts,
    makePerson,
  }) => {
    const { accounts, common } = texts
    const person = await makePerson()
    await page.goto('/login')
    await context.setOffline(true)
    await logInBy(page, texts, person)
    const notice = page.getByRole('alert').filter({ hasText: common.offlineUnsent })
    await expect(notice).toBeVisible()
    await expect(notice).not.toContainText(common.offlineWait)
    await context.setOffline(false)
    await expect(notice.getByRole('button', { name: common.retry })).toHaveCount(0)
    await page.getByRole('button', { name: accounts.continue }).click()
    await expect(page.getByText(accounts.overlay.welcome(person.username))).toBeVisible()
  })

  test('asks for a mailed code after five failures', async ({ page, texts, server, makePerson }) => {
    const { accounts } = texts
    const { email, password, username, client } = await makePerson()
    for (let failures = 0; failures < 5; failures += 1) {
      const refused = await client.call('POST /login', { body: { email, password: 'wrong password' } })
      expect(refused.status).toBe(400)
    }
    await page.goto('/login')
    await logInBy(page, texts, { email, password })
    const lead = page.getByText(accounts.login.codeLead(email))
    const firstCell = page.getByLabel(accounts.code.digit('1', '6'))
    await expect(lead).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel(accounts.email, { exact: true })).toBeFocused()
    await expect(page.getByLabel(accounts.password, { exact: true })).toHaveValue(password)
    await page.goForward()
    await expect(firstCell).toBeFocused()
    await page.getByRole('button', { name: accounts.back }).click()
    await expect(page.getByLabel(accounts.email, { exact: true })).toBeFocused()
    await page.goForward()
    await expect(firstCell).toBeFocused()
    const code = await waitForCode(server, email, 2)
    await page.keyboard.type(code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)))
    await expect(page.getByRole('alert').getByText(accounts.login.wrongCode)).toBeVisible()
    await expect(page.getByRole('group', { name: accounts.code.label })).toHaveAccessibleDescription(
      new RegExp(accounts.login.wrongCode),
    )
    await page.keyboard.type(code)
    await expect(page.getByText(accounts.overlay.welcome(username))).toBeVisible()
  })
})

test.describe('a forgotten password', () => {
  test('needs an address, and gets the same answer for every address', async ({
    page,
    texts,
    server,
    domain,
  }) => {
    const { accounts, fieldProblems } = texts
    const email = page.getByLabel(accounts.email, { exact: true })
    const forgot = page.getByRole('button', { name: accounts.login.forgot })
    await page.goto('/login')
    await forgot.click()
    await expect(email).toHaveAccessibleDescription(accounts.login.enterEmail)
    await expect(email).toBeFocused()
    await email.fill('anna@')
    await forgot.click()
    await expect(email).toHaveAccessibleDescription(fieldProblems.email_invalid)
    await email.fill(`nobody@${domain}`)
    await forgot.click()
    await expect(page.getByText(accounts.login.linkSent)).toBeVisible()
    expect(await mailsTo(server, `nobody@${domain}`)).toEqual([])
  })

  test.describe('is replaced through the email’s link', () => {
    test.use({ look: LOOKS.phoneEnglish, refusals: [400] })

    test('once', async ({ page, texts, server, makePerson }) => {
      const { accounts, errors, fieldProblems } = texts
      const { newPassword, results } = accounts
      const { email, client } = await makePerson()
      await client.call('POST /verification/{action}', { params: { action: 'reset' }, body: { email } })
      const [message] = await waitForMails(server, email, 2)
      const link = /\/reset\?token=\S+/.exec(message?.text ?? '')?.[0] ?? ''

      await page.clock.install()
      await page.goto(link)
      const field = page.getByLabel(newPassword.field, { exact: true })
      await expect(field).toBeVisible()
      await expect(page).toHaveURL('/reset')
      await field.fill('1234')
      await page.getByRole('button', { name: newPassword.save }).click()
      await expect(field).toHaveAccessibleDescription(new RegExp(fieldProblems.password_short))
      await field.fill('a better horse')
      await page.getByRole('button', { name: newPassword.save }).click()
      await expect(page.getByRole('heading', { name: results.changed })).toBeFocused()
      await expect(page.getByText(results.reset)).toBeVisible()
      expect((await client.call('GET /cookie')).status).toBe(401)
      await page.clock.fastForward(5_000)
      await expect(page).toHaveURL('/search')

      await page.goto(link)
      await field.fill('another horse')
      await page.getByRole('button', { name: newPassword.save }).click()
      await expect(page.getByText(errors.wrong_token)).toBeVisible()
      await expect(page.getByRole('heading', { name: newPassword.linkTitle })).toBeFocused()
      await page.goto('/reset')
      await expect(page.getByText(errors.wrong_token)).toBeVisible()
      await page.getByLabel(accounts.email, { exact: true }).fill(email)
      await page.getByRole('button', { name: newPassword.sendLink }).click()
      await expect(page.getByText(accounts.login.linkSent)).toBeVisible()
      await waitForMails(server, email, 4)
    })
  })
})

test.describe('a session that has ended elsewhere', () => {
  test.use({ look: LOOKS.phoneEnglish, refusals: [401, 403] })

  test('leads to the page that says so, and after login back to where the person was', async ({
    page,
    texts,
    person,
  }) => {
    const { status, shell } = texts
    await page.goto('/search')
    await page.getByRole('button', { name: shell.openMenu }).click()
    await expect(page.getByRole('link', { name: shell.profile })).toBeVisible()
    await person.client.call('POST /logout')
    await page.getByRole('link', { name: shell.purchases }).click()
    await expect(page).toHaveURL('/forbidden')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(status.forbidden.title)
    await page.getByRole('link', { name: status.forbidden.logInAgain }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: status.authorization.logInTitle, exact: true })
      .click()
    await logIn(page, texts, person)
    await expect(page).toHaveURL('/purchases')
  })

  test('counts as none, without a message, when the page is reloaded', async ({ page, texts, person }) => {
    await person.client.call('POST /logout')
    await page.goto('/purchases')
    await expect(page.getByText(texts.reveals.logInFirst)).toBeVisible()
    await expect(page).toHaveURL('/purchases')
  })
})

test.describe('two windows', () => {
  // The first answer to the window that is not up to date.
  test.use({ look: LOOKS.laptopEnglish, refusals: [403] })

  test('one learns that the other has logged in, and its own request succeeds', async ({
    page,
    context,
    texts,
    makePerson,
    popular,
  }) => {
    const [{ channel_name: name }] = await popular('en')
    const person = await makePerson()
    const other = await context.newPage()
    await other.goto('/search')
    const toLogIn = other.getByRole('banner').getByRole('link', { name: texts.shell.authorization })
    await expect(toLogIn).toBeVisible()
    await page.goto('/login')
    await logInBy(page, texts, person)
    await expect(page).toHaveURL('/search')

    const profile = other.getByRole('banner').getByRole('link', { name: texts.shell.profile })
    await expect(profile).toBeVisible()
    await other.getByRole('searchbox', { name: texts.search.inputLabel }).fill(name)
    await other.keyboard.press('Enter')
    const card = other.getByRole('article', { name, exact: true })
    await card.getByRole('button', { name: texts.reveals.getData, exact: true }).click()
    await expect(card.locator('[data-contact]')).toBeVisible()
  })

  test('one does nothing for another person who has logged in in the other', async ({
    page,
    context,
    texts,
    person: first,
    makePerson,
  }) => {
    const { errors } = texts
    const second = await makePerson()
    const other = await context.newPage()
    await other.goto('/profile')
    await expect(other.getByText(first.email)).toBeVisible()
    // A call without the cookie would tell that page that its session has ended.
    await other.waitForLoadState('networkidle')
    await context.clearCookies({ name: 'channelbook_session' })
    await page.goto('/login')
    await logInBy(page, texts, second)
    await expect(page).toHaveURL('/search')

    await other.getByRole('button', { name: texts.profile.password.change, exact: true }).click()
    await expect(other.getByText(errors.csrf)).toBeVisible()
    await expect(other.getByText(second.email)).toBeVisible()
  })
})
