import { TestClient } from '#test/support/test-client.ts'
import { waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { checkScreenEverywhere as check } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`in ${look.language}, from ${look.width} px to all widths`, () => {
    // Shows end states at once: half-faded texts have too little contrast.
    test.use({ look, contextOptions: { reducedMotion: 'reduce' }, refusals: [400, 401] })

    test('screens of the profile', async ({ page, texts, server, person, network }) => {
      const { accounts, common, fieldProblems, profile } = texts
      const other = new TestClient({
        ...server,
        clientKey: 'channelbook-web',
        headers: { 'x-forwarded-for': network },
      })
      await other.call('POST /login', { body: { email: person.email, password: person.password } })
      await page.goto('/profile')
      await expect(page.getByRole('button', { name: profile.devices.endOthers })).toBeVisible()
      await check(page, 'profile')

      await page.getByRole('button', { name: profile.name.change }).click()
      const panel = page.getByRole('dialog')
      await panel.getByRole('button', { name: profile.name.save }).click()
      await expect(panel).toContainText(fieldProblems.username_same)
      await check(page, 'panel of the username')
      await panel.getByRole('button', { name: common.close }).click()

      await page.getByRole('button', { name: profile.password.change }).click()
      await expect(panel).toContainText(accounts.code.sentTo(person.email))
      await check(page, 'panel of the code')
      await page.keyboard.type(await waitForCode(server, person.email, 2))
      await expect(panel).toContainText(profile.password.newLead)
      await check(page, 'panel of the new password')
      await page.keyboard.type('a better horse')
      await page.keyboard.press('Enter')
      await expect(page.getByText(accounts.results.changed)).toBeVisible()
      await check(page, 'result of the new password')
    })
  })
}

test.describe('on a phone', () => {
  test.use({ look: LOOKS.phoneRussian, contextOptions: { reducedMotion: 'reduce' }, refusals: [400, 401] })

  test('screens of the link that ends all sessions', async ({ page, texts, server, person }) => {
    const { endSessions } = texts.accounts
    const ask = { params: { action: 'change' }, body: { email: person.email } } as const
    await person.client.call('POST /verification/{action}', ask)
    const [message] = await waitForMails(server, person.email, 2)
    const link = /\/endsessions\?token=\S+/.exec(message?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await expect(page).toHaveURL('/endsessions')
    await check(page, 'question before all sessions end')
    // Opening the link ends nothing.
    expect((await person.client.call('GET /cookie')).status).toBe(200)
    await page.getByRole('button', { name: endSessions.confirm }).click()
    await expect(page.getByRole('heading', { name: endSessions.done })).toBeFocused()
    expect((await person.client.call('GET /cookie')).status).toBe(401)
    await check(page, 'all sessions ended')
    await page.goto(link)
    await page.getByRole('button', { name: endSessions.confirm }).click()
    await expect(page.getByRole('heading', { name: endSessions.dead })).toBeFocused()
    await check(page, 'a dead link to end sessions')
  })

  test('screens of the end of an account', async ({ page, texts, server, person }) => {
    const { profile } = texts
    const { deletion } = profile
    await page.goto('/profile')
    await page.getByRole('button', { name: deletion.button }).click()
    const losses = deletion.lost(3, '3', null, 0, '0')
    await expect(page.getByRole('dialog')).toContainText(losses)
    await expect(page.getByRole('dialog')).toContainText(person.email)
    await check(page, 'question before the link')
    await page.getByRole('button', { name: deletion.sendLink }).click()
    const [message] = await waitForMails(server, person.email, 2)
    await page.goto('/delete?token=made-up')
    await page.getByRole('button', { name: deletion.confirm }).click()
    await expect(page.getByRole('heading', { name: deletion.deadLink })).toBeVisible()
    await check(page, 'dead link')
    await page.goto('/delete')
    await expect(page.getByRole('heading', { name: deletion.lostLink })).toBeVisible()
    await check(page, 'lost link')
    await page.goto(/\/delete\?token=\S+/.exec(message?.text ?? '')?.[0] ?? '')
    await expect(page.getByRole('heading', { name: deletion.question })).toBeVisible()
    await expect(page.getByText(losses)).toBeVisible()
    await check(page, 'last question')
    await page.getByRole('button', { name: deletion.confirm }).click()
    await expect(page.getByRole('heading', { name: deletion.done })).toBeVisible()
    await page.keyboard.press('Shift')
    await check(page, 'deleted account')
  })
})
