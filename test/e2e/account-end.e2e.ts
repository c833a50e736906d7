import { waitForMails } from '#test/support/sign-up.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

test.describe('deleting the account', () => {
  test.use({ look: LOOKS.phoneEnglish, refusals: [400] })

  test('asks for confirmation, mails a link, and deletes once by the button behind it', async ({
    page,
    texts,
    server,
    person,
  }) => {
    const { accounts, errors, profile, status } = texts
    const { deletion } = profile
    await page.clock.install()
    await page.goto('/profile')
    await page.getByRole('button', { name: deletion.button }).click()
    const asked = page.getByRole('dialog', { name: deletion.askTitle })
    await expect(asked).toContainText(deletion.askText(person.email))
    await asked.getByRole('button', { name: deletion.keep }).click()
    await expect(asked).toBeHidden()
    await page.getByRole('button', { name: deletion.button }).click()
    await asked.getByRole('button', { name: deletion.sendLink }).click()
    await expect(page.getByText(accounts.login.linkSent)).toBeVisible()
    const [message] = await waitForMails(server, person.email, 2)
    const link = /\/delete\?token=\S+/.exec(message?.text ?? '')?.[0] ?? ''

    await page.goto(link)
    await expect(page.getByRole('heading', { name: deletion.question })).toBeVisible()
    await expect(page).toHaveURL('/delete')
    expect((await person.client.call('GET /cookie')).status).toBe(200)
    await page.getByRole('button', { name: deletion.confirm }).click()
    await expect(page.getByRole('heading', { name: deletion.done })).toBeFocused()
    await expect(
      page.getByText(status.countdown.unit(5)).or(page.getByText(status.countdown.unit(4))),
    ).toBeVisible()
    expect((await person.client.call('GET /cookie')).status).toBe(401)
    await page.clock.fastForward(5_000)
    await expect(page).toHaveURL('/search')

    await page.goto(link)
    await page.getByRole('button', { name: deletion.confirm }).click()
    await expect(page.getByRole('heading', { name: deletion.deadLink })).toBeFocused()
    await expect(page.getByText(errors.wrong_token)).toBeVisible()
    await page.goto('/delete')
    await expect(page.getByRole('heading', { name: deletion.lostLink })).toBeVisible()
    await expect(page.getByRole('button', { name: deletion.confirm })).toHaveCount(0)
  })
})

test.describe('logging out', () => {
  test.use({ look: LOOKS.tabletRussian })

  test('says goodbye for 2 seconds, and then shows nothing of the person', async ({
    page,
    texts,
    person,
  }) => {
    const { accounts } = texts
    await page.clock.install()
    await page.goto('/profile')
    await page.getByRole('button', { name: accounts.profile.logOut, exact: true }).click()
    const goodbye = page.getByRole('dialog').filter({ hasText: accounts.overlay.goodbye(person.username) })
    await expect(goodbye).toContainText(accounts.overlay.redirecting)
    await page.clock.runFor(1_500)
    await expect(goodbye).toBeVisible()
    await page.clock.runFor(1_000)
    await expect(goodbye).toBeHidden()
    await expect(page).toHaveURL('/search')
    await expect(page.getByRole('link', { name: texts.shell.authorization, exact: true })).toBeVisible()
    expect((await person.client.call('GET /cookie')).status).toBe(401)
    await page.goto('/profile')
    await expect(page).toHaveURL('/search')
  })

  test('leaves nothing of the person either when it is repeated after the connection was lost', async ({
    page,
    context,
    texts,
    person,
  }) => {
    const { accounts, common } = texts
    await page.goto('/profile')
    await expect(page.getByText(person.email)).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: accounts.profile.logOut, exact: true }).click()
    const notice = page.getByRole('alert').filter({ hasText: common.offlineUnsent })
    await expect(notice).toBeVisible()
    await expect(page.getByText(person.email)).toBeVisible()
    await context.setOffline(false)
    await notice.getByRole('button', { name: common.retry }).click()
    await expect(page).toHaveURL('/search')
    await expect(page.getByRole('link', { name: texts.shell.authorization, exact: true })).toBeVisible()
    expect((await person.client.call('GET /cookie')).status).toBe(401)
  })
})
