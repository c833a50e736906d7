import { logInBy } from './account-steps.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { runCommand } from './run-command.ts'

test.describe('contacts', () => {
  test.use({ look: LOOKS.tabletEnglish, refusals: [400], permissions: ['clipboard-read', 'clipboard-write'] })

  test('cost a use each, until none are left', async ({ page, texts, person, popular }) => {
    const [first, ...others] = await popular('en')
    for (const { channelId } of others.slice(0, 3)) {
      expect((await person.client.call('POST /getemail', { body: { channelId } })).status).toBe(200)
    }
    await page.goto('/search')
    await page.getByRole('searchbox', { name: texts.search.inputLabel }).fill(first.channel_name)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: texts.reveals.getData }).click()
    await expect(page.getByText(texts.reveals.noUses)).toBeVisible()
    await expect(page.getByRole('article')).not.toContainText('@')
  })

  test('are shown with source and date, and can be copied', async ({ page, texts, person, popular }) => {
    const [{ channelId, channel_name: name }] = await popular('ru')
    const { body } = await person.client.call('POST /getemail', { body: { channelId } })
    await page.goto('/purchases')
    const card = page.getByRole('article', { name })
    await expect(card.getByRole('link', { name: body.data.email })).toHaveAttribute(
      'href',
      `mailto:${body.data.email}`,
    )
    await expect(card).toContainText(texts.reveals.source)
    await expect(card).toContainText(String(new Date(body.data.lastSeenAt).getUTCFullYear()))
    await card.getByRole('button', { name: texts.purchases.copy(name) }).click()
    await expect(card.getByRole('status')).toHaveText(texts.reveals.contactCopied)
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(body.data.email)
  })
})

test.describe('a clipboard that the browser locks', () => {
  test.use({ look: LOOKS.laptopRussian })

  test('is reported', async ({ page, texts, person, popular }) => {
    const [{ channelId, channel_name: name }] = await popular('ru')
    await person.client.call('POST /getemail', { body: { channelId } })
    await page.addInitScript(
      `navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    )
    await page.goto('/purchases')
    await page.getByRole('button', { name: texts.purchases.copy(name) }).click()
    await expect(page.getByRole('alert').getByText(texts.reveals.copyFailed)).toBeVisible()
  })
})

test.describe('many purchases', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('stay reachable when the one found by a search is removed', async ({
    page,
    texts,
    person,
    popular,
    domain,
  }) => {
    const { purchases, search } = texts
    const code = `MANY-${domain.split('.')[0]}`.toUpperCase()
    await runCommand('promocodes', 'add', code, '--uses', '7')
    await person.client.call('PUT /promocode', { body: { promocode: code, email: person.email } })
    const [first, ...others] = await popular('en')
    for (const { channelId } of [...others.slice(0, 9), first]) {
      expect((await person.client.call('POST /getemail', { body: { channelId } })).status).toBe(200)
    }
    await page.goto('/purchases')
    const field = page.getByRole('textbox', { name: purchases.search })
    const cards = page.getByRole('article')
    await field.fill(first.channel_name)
    await expect(cards).toHaveCount(1)
    await page.getByRole('button', { name: purchases.remove(first.channel_name) }).click()
    await expect(page.getByText(purchases.nothingFits)).toBeVisible()
    await expect(field).toHaveValue(first.channel_name)
    await page.getByRole('button', { name: search.clear }).click()
    await expect(cards).toHaveCount(9)
    // Nine need no search field.
    await expect(field).toHaveCount(0)
  })
})

test.describe('a removed purchase', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('fades, disappears after half a second, and does not return', async ({
    page,
    texts,
    person,
    popular,
  }) => {
    const [first, second] = await popular('ru')
    for (const channel of [first, second]) {
      await person.client.call('POST /getemail', { body: { channelId: channel?.channelId ?? '' } })
    }
    const name = first.channel_name
    await page.clock.install()
    await page.goto('/purchases')
    // A fading card is already hidden from screen readers.
    const cards = page.getByRole('listitem', { includeHidden: true }).filter({ has: page.locator('article') })
    await expect(cards).toHaveCount(2)
    // From here timers are stopped; rendering continues.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
    await page.getByRole('button', { name: texts.purchases.remove(name) }).click()
    await expect(cards.filter({ hasText: name })).toHaveCSS('opacity', '0')
    await page.clock.runFor(499)
    await expect(cards).toHaveCount(2)
    await page.clock.runFor(1)
    await expect(cards).toHaveCount(1)
    await page.clock.resume()
    await expect(page.getByRole('status').filter({ hasText: texts.purchases.total(1, '1') })).toBeVisible()
    await page.reload()
    await expect(cards).toHaveCount(1)
    await expect(cards).not.toContainText(name)
  })

  test('comes back to the list when the server cannot be reached', async ({
    page,
    texts,
    person,
    popular,
    context,
  }) => {
    const [{ channelId, channel_name: name }] = await popular('en')
    await person.client.call('POST /getemail', { body: { channelId } })
    await page.goto('/purchases')
    const remove = page.getByRole('button', { name: texts.purchases.remove(name) })
    await expect(remove).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText(texts.shell.offlineText)).toBeVisible()
    await remove.click()
    await expect(page.getByText(texts.purchases.removeFailed(name))).toBeVisible()
    await expect(remove).toBeEnabled()
    await context.setOffline(false)
  })
})

test('a visitor is told to log in, and returns to the purchases', async ({ page, texts, makePerson }) => {
  const person = await makePerson()
  await page.goto('/purchases')
  await expect(page.getByText(texts.reveals.logInFirst)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: texts.common.logIn }).click()
  await expect(page).toHaveURL('/authorization')
  const { logInTitle } = texts.status.authorization
  await page.getByRole('main').getByRole('link', { name: logInTitle, exact: true }).click()
  await logInBy(page, texts, person)
  await expect(page).toHaveURL('/purchases')
  await expect(page.getByText(texts.purchases.emptyTitle)).toBeVisible()
})
