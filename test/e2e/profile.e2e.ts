import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { waitForCode, waitForMails } from '#test/support/sign-up.ts'
import { TestClient } from '#test/support/test-client.ts'
import { checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Waits until the panel has slid into place. */
async function panel(page: Page, title: string) {
  const found = page.getByRole('dialog', { name: title })
  await expect(found).toBeVisible()
  return found
}

test.describe('the profile', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [400] })

  test('changes the username in the panel', async ({ page, texts, person }) => {
    const { accounts, fieldProblems, profile } = texts
    await page.goto('/profile')
    await page.getByRole('button', { name: profile.name.change }).click()
    const asked = await panel(page, profile.name.title)
    const field = asked.getByLabel(accounts.username, { exact: true })
    const save = asked.getByRole('button', { name: profile.name.save })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(person.username)
    for (const [typed, problem] of [
      [person.username, fieldProblems.username_same],
      ['ab', fieldProblems.username_short],
      ['a b c', fieldProblems.username_characters],
      ['12345', fieldProblems.username_digits],
    ] as const) {
      await field.fill(typed)
      await save.click()
      await expect(asked.getByRole('alert')).toHaveText(problem)
    }
    await field.fill('  Борис_2 ')
    await page.keyboard.press('Enter')
    await expect(asked).toBeHidden()
    await expect(page.getByRole('main')).toContainText('Борис_2')
    const restored = await person.client.call('GET /cookie')
    expect(restored.body.data.userInformation.username).toBe('Борис_2')

    await page.getByRole('button', { name: profile.name.change }).click()
    await page.keyboard.press('Escape')
    await expect(asked).toBeHidden()
    await expect(page.getByRole('button', { name: profile.name.change })).toBeFocused()
  })

  test('changes the password with a mailed code', async ({ page, texts, server, person, network }) => {
    const { accounts, errors, fieldProblems, profile } = texts
    const other = new TestClient({
      ...server,
      clientKey: 'channelbook-web',
      headers: { 'x-forwarded-for': network },
    })
    await other.call('POST /login', { body: { email: person.email, password: person.password } })
    await page.goto('/profile')
    await page.getByRole('button', { name: profile.password.change }).click()
    const asked = await panel(page, profile.password.title)
    await expect(asked).toContainText(accounts.code.sentTo(person.email))
    await expect(asked.getByRole('button', { name: accounts.code.sendAgain })).toBeVisible()
    const code = await waitForCode(server, person.email, 2)
    await page.keyboard.type(code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)))
    await expect(page.getByRole('alert').getByText(errors.wrong_code)).toBeVisible()
    await expect(asked.getByRole('group')).toHaveAccessibleDescription(new RegExp(errors.wrong_code))
    await page.keyboard.type(code)

    const chosen = await panel(page, profile.password.newTitle)
    const field = chosen.getByLabel(accounts.newPassword.field, { exact: true })
    await expect(field).toBeFocused()
    await field.fill(' 1234 ')
    await page.keyboard.press('Enter')
    await expect(chosen.getByRole('alert')).toHaveText(fieldProblems.password_short)
    await field.fill('a better horse')
    await chosen.getByRole('button', { name: profile.password.save }).click()
    await expect(page.getByText(accounts.results.changed)).toBeVisible()
    await expect(page).toHaveURL('/profile')
    await expect(chosen).toBeHidden()
    expect((await other.call('GET /cookie')).status).toBe(401)
    // The browser's own session is still valid.
    await page.goto('/profile')
    await expect(page.getByText(person.email)).toBeVisible()
    await waitForMails(server, person.email, 3)
  })
})

test.describe('the devices', () => {
  test.use({ look: LOOKS.tabletEnglish })

  test('are named, and their sessions can be ended', async ({ page, texts, server, person, network }) => {
    const { devices } = texts.profile
    const browsers = [FIREFOX, 'curl/8.15.0', FIREFOX].map(
      (userAgent) =>
        new TestClient({
          ...server,
          clientKey: 'channelbook-web',
          headers: { 'x-forwarded-for': network, 'user-agent': userAgent },
        }),
    )
    for (const browser of browsers) {
      await browser.call('POST /login', { body: { email: person.email, password: person.password } })
    }
    await page.goto('/profile')
    const rows = page.getByRole('article', { name: devices.title }).getByRole('listitem')
    await expect(rows).toHaveCount(4)
    await expect(rows.first()).toContainText(devices.current)
    await expect(rows.first().getByRole('button')).toHaveCount(0)
    await expect(rows.filter({ hasText: 'Firefox, Windows' })).toHaveCount(2)
    await page.getByRole('button', { name: devices.endOn(devices.unknown) }).click()
    await expect(page.getByText(devices.ended)).toBeVisible()
    await expect(rows).toHaveCount(3)
    expect((await browsers[1]!.call('GET /cookie')).status).toBe(401)
    await page.getByRole('button', { name: devices.endOthers }).click()
    await expect(page.getByText(devices.endedOthers(2, '2'))).toBeVisible()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('button', { name: devices.endOthers })).toBeHidden()
    expect((await browsers[0]!.call('GET /cookie')).status).toBe(401)
    expect((await person.client.call('GET /cookie')).status).toBe(200)
  })
})

test.describe('an old session', () => {
  test.use({ look: LOOKS.phoneRussian, contextOptions: { reducedMotion: 'reduce' }, refusals: [400, 403] })

  test('asks for the password before data is downloaded or other devices are logged out', async ({
    page,
    texts,
    person,
    database,
  }) => {
    const { accounts, errors, profile, secondFactor } = texts
    await page.goto('/profile')
    await expect(page.getByRole('button', { name: profile.data.download })).toBeVisible()
    await database
      .updateTable('session')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .where('person_id', '=', person.client.userId!)
      .execute()
    const download = page.getByRole('button', { name: profile.data.download })
    await download.click()
    const asked = await panel(page, secondFactor.proof.title)
    await expect(asked).toContainText(secondFactor.proof.lead)
    await checkScreen(page, 'the password once more')
    await asked.getByRole('button', { name: secondFactor.confirm.keep }).click()
    await expect(page.getByText(errors.password_required)).toBeVisible()

    await download.click()
    const password = asked.getByLabel(accounts.password, { exact: true })
    await password.fill('guessed')
    await page.keyboard.press('Enter')
    await expect(page.getByText(errors.invalid_credentials)).toBeVisible()
    await password.fill(person.password)
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    const text = await readFile(await file.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ account: { email: person.email, username: person.username } })
    // Readable for people, too.
    expect(text).toContain('\n  "account": {\n')
    await expect(asked).toBeHidden()
    // It counts for the next ten minutes. A second press of the busy button asks for nothing.
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const answers = await holdAnswers(page, '**/api/account/export')
    const again = page.waitForEvent('download')
    await download.dblclick()
    await answers.release()
    expect((await again).suggestedFilename()).toBe('channelbook-account.json')
    expect(requests.filter((name) => name === '/api/account/export')).toHaveLength(1)
  })
})
