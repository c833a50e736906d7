import { allMailsTo, waitForCode } from '#test/support/sign-up.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { tabTo } from './tab-to.ts'

test.use({ look: LOOKS.laptopRussian })

test('a contact can be reached from the start page by keyboard alone', async ({
  page,
  texts,
  person: _,
  popular,
}) => {
  const [{ channel_name: name }] = await popular('ru')
  const field = page.getByRole('searchbox', { name: texts.search.inputLabel })
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: texts.shell.skipToContent })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, field)
  await page.keyboard.type('qqqqzzzzxxxx')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText(texts.search.emptyTitle)).toBeVisible()
  await expect(page.getByText(texts.search.emptyNameText, { exact: true })).toBeVisible()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
  const told = page.getByRole('region', { name: texts.search.results }).getByRole('status')
  const found = await page
    .getByRole('region', { name: texts.search.results })
    .getByRole('heading')
    .first()
    .textContent()
  await expect(told.filter({ hasText: found ?? '' })).toHaveCount(1)
  await tabTo(page, page.getByRole('button', { name: texts.reveals.getData }))
  await page.keyboard.press('Enter')
  // The pressed button keeps the focus, and copies from then on.
  await expect(page.getByRole('button', { name: texts.reveals.copyContact })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('article').locator('a[href^="mailto:"]')).toBeFocused()
})

test('/ leads into the search field from everywhere, and away from nothing that is typed', async ({
  page,
  texts,
}) => {
  const field = page.getByRole('searchbox', { name: texts.search.inputLabel })
  for (const address of ['/', '/search']) {
    await page.goto(address)
    await expect(field).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    // Pressed again until the page's script listens.
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(field).toBeFocused({ timeout: 500 })
    }).toPass()
    await expect(field).toHaveValue('')
  }
  await page.goto('/recommendations')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page).toHaveURL('/search')
  await expect(field).toBeFocused()
  await page.goto('/seeds')
  await page.getByRole('textbox', { name: texts.seeds.field }).fill('/')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await expect(page).toHaveURL('/seeds')
})

test('signing up works by keyboard alone', async ({ page, texts, server, domain }) => {
  const { accounts } = texts
  const email = `anna@${domain}`
  await page.goto('/signup')
  await tabTo(page, page.getByLabel(accounts.username, { exact: true }))
  for (const [field, value] of [
    [accounts.username, 'anna_example'],
    [accounts.email, email],
    [accounts.password, 'long enough'],
  ] as const) {
    await expect(page.getByLabel(field, { exact: true })).toBeFocused()
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  }
  const captcha = page.getByRole('checkbox', { name: accounts.captcha.label })
  await expect(captcha).toBeFocused()
  await page.keyboard.press('Space')
  for (const { link } of [accounts.signUp.agreement, accounts.signUp.consent]) {
    await tabTo(page, page.getByRole('checkbox', { name: link }))
    await page.keyboard.press('Space')
  }
  await expect(page.getByLabel(accounts.code.digit('1', '6'))).toBeFocused({ timeout: 30_000 })
  await page.keyboard.type(await waitForCode(server, email))
  await expect(page.getByRole('heading', { name: accounts.results.ok })).toBeFocused()
  await tabTo(page, page.getByRole('main').getByRole('link', { name: texts.common.toSearch }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('logging in works by keyboard alone', async ({ page, texts, makePerson }) => {
  const { accounts } = texts
  const { email, password } = await makePerson()
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/')
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: texts.shell.authorization }))
  await page.keyboard.press('Enter')
  await expect(heading).toBeFocused()
  await tabTo(page, page.getByRole('main').getByRole('link', { name: texts.status.authorization.logInTitle }))
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText(accounts.login.title)
  await expect(page.getByLabel(accounts.email, { exact: true })).toBeFocused()
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel(accounts.password, { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(heading).toBeFocused()
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: texts.shell.purchases }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.purchases.emptyTitle)).toBeVisible()
})

test('removing a purchase moves the focus to the next one', async ({ page, texts, person, popular }) => {
  const [{ channelId, channel_name: name }, second] = await popular('en')
  for (const id of [channelId, second?.channelId ?? '']) {
    await person.client.call('POST /getemail', { body: { channelId: id } })
  }
  await page.goto('/purchases')
  const remove = page.getByRole('button', { name: texts.purchases.remove(name) })
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(0)
  await expect(page.getByRole('heading', { name: second?.channel_name ?? '' })).toBeFocused()
  // The last one leaves it to the page's heading, and so does the notification that is used up.
  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: texts.purchases.remove(second?.channel_name ?? '') }).press('Enter')
  await expect(page.getByText(texts.purchases.emptyTitle)).toBeVisible()
  await expect(heading).toBeFocused()
  await page
    .getByRole('status')
    .filter({ hasText: texts.purchases.removed(second?.channel_name ?? '') })
    .getByRole('button', { name: texts.purchases.undo })
    .press('Enter')
  await expect(page.getByRole('heading', { name: second?.channel_name ?? '' })).toBeVisible()
  await expect(heading).toBeFocused()
})

test('a creator says everything by keyboard alone', async ({
  page,
  texts,
  server,
  person,
  domain,
  makeChannel,
}) => {
  const { creators } = texts
  const better = `better@${domain}`
  const { channelId, address } = await makeChannel()
  await person.client.call('POST /getemail', { body: { channelId } })
  await expect.poll(async () => (await allMailsTo(server, address)).length, { timeout: 20_000 }).toBe(1)
  const [notice] = await allMailsTo(server, address)
  await page.goto(/\/creator\?token=\S+/.exec(notice?.text ?? '')?.[0] ?? '')
  const told = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
  const press = async (button: string) => {
    await tabTo(page, page.getByRole('button', { name: button, exact: true }))
    await page.keyboard.press('Enter')
  }
  await press(creators.kept.right)
  await told(creators.kept.thanks)
  await expect(page.getByRole('button', { name: creators.kept.right })).toBeFocused()
  await tabTo(page, page.getByRole('checkbox', { name: creators.subjects.names.loans }))
  await page.keyboard.press('Space')
  await press(creators.subjects.save)
  await told(creators.subjects.saved)
  await tabTo(page, page.getByLabel(creators.pause.label, { exact: true }))
  await page.keyboard.press('End')
  await press(creators.pause.save)
  await told(creators.pause.open)
  await press(creators.preferred.send)
  const other = page.getByLabel(creators.preferred.address)
  await expect(other).toBeFocused()
  await expect(other).toHaveAccessibleDescription(texts.fieldProblems.email_empty)
  await page.keyboard.type(better)
  await page.keyboard.press('Enter')
  await told(creators.preferred.sent(better))
  await press(creators.ask.send)
  const words = page.getByLabel(creators.ask.text)
  await expect(words).toBeFocused()
  await expect(words).toHaveAccessibleDescription(texts.fieldProblems.required)
  await page.keyboard.type('?')
  await press(creators.ask.send)
  await told(creators.ask.sent('').split(/[.,]/)[0] ?? '')
  await expect(words).toHaveValue('')
  await press(creators.remove.button)
  const dialog = page.getByRole('dialog', { name: creators.remove.ask })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: creators.remove.button })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: creators.remove.confirm }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: creators.remove.done })).toBeFocused()
  await told(creators.remove.doneText)
})

test.describe('on a phone', () => {
  test.use({ look: LOOKS.phoneEnglish })

  test('the menu opens and closes with the focus kept', async ({ page, texts }) => {
    const { shell } = texts
    await page.goto('/search')
    await expect(page.getByRole('link', { name: shell.purchases, exact: true })).toBeHidden()
    await tabTo(page, page.getByRole('button', { name: shell.openMenu }))
    await page.keyboard.press('Enter')
    const close = page.getByRole('button', { name: shell.closeMenu })
    await expect(close).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: shell.search, exact: true })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: shell.openMenu })).toBeFocused()
    await expect(page.getByRole('link', { name: shell.purchases, exact: true })).toBeHidden()
  })
})
