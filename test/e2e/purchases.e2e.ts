import { insertPromocode } from '#server/features/uses/promocodes.sql.ts'
import { readFile } from 'node:fs/promises'
import { logInBy } from './account-steps.ts'
import { checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

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

test.describe('several purchases', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [409], permissions: ['clipboard-read', 'clipboard-write'] })

  test('are worked through: status, note, table, copies and files', async ({
    page,
    texts,
    person,
    popular,
  }) => {
    const { purchases, errors, search, templates } = texts
    const channels = (await popular('en')).slice(0, 3)
    const addresses: string[] = []
    for (const { channelId } of channels) {
      const { body } = await person.client.call('POST /getemail', { body: { channelId } })
      addresses.unshift(body.data.email)
    }
    const name = channels[2]?.channel_name ?? ''
    const other = channels[1]?.channel_name ?? ''
    await page.goto('/purchases')
    const card = page.getByRole('article', { name, exact: true })
    const status = page.getByRole('combobox', { name: purchases.statusOf(name), exact: true })

    // A text from a template is copied, or opened in a mail program; that offers to mark the contact, once.
    await card.getByRole('button', { name: `${templates.write}: ${name}`, exact: true }).click()
    const writing = page.getByRole('dialog', { name: templates.writeTo(name) })
    await expect(writing.getByRole('alert')).toHaveCount(0)
    await writing.getByRole('button', { name: templates.add }).click()
    const form = page.getByRole('dialog', { name: templates.add })
    await form.getByRole('textbox', { name: templates.name }).fill('Offer')
    await form.getByRole('textbox', { name: templates.subject }).fill('For {channel}')
    await form.getByRole('textbox', { name: templates.body }).fill('Hi, {name} of {company} here\nBye')
    await checkScreen(page, 'a template')
    await form.getByRole('button', { name: templates.save }).click()
    await expect(writing.getByRole('textbox', { name: templates.subject })).toHaveValue(`For ${name}`)
    const text = writing.getByRole('textbox', { name: templates.body })
    await expect(text).toHaveValue(`Hi, ${person.username} of {company} here\nBye`)
    await expect(writing.getByText(templates.unknown('{company}'))).toBeVisible()
    await text.fill('x'.repeat(1_800))
    await expect(writing.getByText(templates.tooLong)).toBeVisible()
    await text.fill('Hi & bye')
    const address = `mailto:${addresses[0]}?subject=${encodeURIComponent(`For ${name}`)}&body=Hi%20%26%20bye`
    await expect(writing.getByRole('link', { name: templates.openMail })).toHaveAttribute('href', address)
    await checkScreen(page, 'writing to a creator')
    await writing.getByRole('button', { name: templates.copyText }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Hi & bye')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: purchases.markWritten }).click()
    await expect(status).toHaveValue('contacted')
    await expect(page.getByText(purchases.askWritten(name))).toHaveCount(0)
    await card.getByRole('button', { name: `${templates.write}: ${name}`, exact: true }).click()
    await expect(writing.getByRole('alert')).toContainText(templates.warnings.own('').trim().slice(0, 20))
    await page.keyboard.press('Escape')

    // A note: Enter saves, Escape does not.
    await card.getByRole('button', { name: purchases.addNote }).click()
    const field = page.getByRole('textbox', { name: purchases.noteOn(name) })
    await expect(field).toBeFocused()
    await field.fill('  300 EUR in May ')
    await field.press('Enter')
    const line = page.getByRole('button', { name: `${purchases.noteOn(name)}: 300 EUR in May` })
    await expect(line).toBeFocused()
    await line.press('Enter')
    await field.fill('something else')
    await field.press('Escape')
    await expect(line).toBeFocused()

    // Changes one after another wait for each other.
    const saved = page.waitForResponse(
      async (answer) => answer.request().method() === 'PATCH' && (await answer.text()).includes('"booked"'),
    )
    await status.selectOption('replied')
    await status.selectOption('booked')
    await expect(status).toHaveValue('booked')
    await saved

    // The table is remembered, and shows the same.
    await page.getByRole('button', { name: purchases.views.table }).click()
    await page.reload()
    const rows = page.getByRole('table', { name: purchases.title }).getByRole('row')
    await expect(rows).toHaveCount(4)
    await expect(status).toHaveValue('booked')
    await expect(line).toBeVisible()
    await page.getByRole('button', { name: purchases.columns.status }).click()
    await expect(rows.last()).toContainText(name)
    await expect(page.getByRole('combobox', { name: search.sort })).toHaveValue('status')

    // Nothing moves or disappears while it is worked on; the next choice takes it into account.
    const third = channels[0]?.channel_name ?? ''
    const thirdStatus = page.getByRole('combobox', { name: purchases.statusOf(third), exact: true })
    await thirdStatus.focus()
    await thirdStatus.selectOption('declined')
    await expect(thirdStatus).toHaveValue('declined')
    await expect(thirdStatus).toBeFocused()
    await expect(rows.last()).toContainText(name)
    await page.getByRole('button', { name: purchases.columns.status }).click()
    await expect(rows.last()).toContainText(third)
    const filter = page.getByRole('combobox', { name: purchases.columns.status, exact: true })
    await filter.selectOption('declined')
    await expect(rows).toHaveCount(2)
    await expect(page.getByText(purchases.found(1, '1'))).toBeVisible()
    await thirdStatus.selectOption('contacted')
    await expect(thirdStatus).toHaveValue('contacted')
    await expect(rows).toHaveCount(2)
    await filter.selectOption('booked')
    await expect(rows.last()).toContainText(name)
    await filter.selectOption(purchases.anyStatus)
    await expect(rows).toHaveCount(4)

    await page.getByRole('button', { name: purchases.copyAllAddresses }).click()
    await expect(page.getByText(purchases.copiedAll(3, '3'))).toBeVisible()
    const copied = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(copied.split('\n').toSorted()).toEqual(addresses.toSorted())

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: texts.cardFiles.export, exact: true }).click()
    await page.getByRole('button', { name: texts.cardFiles.saveAs('CSV') }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('channelbook-purchases.csv')
    const file = await readFile(await download.path(), 'utf8')
    expect(file).toContain(`"${addresses[0]}","Booked","300 EUR in May"`)

    // Changed in another window: it is told, and shown as it is there.
    const [record] = (await person.client.call('GET /purchases', { query: { limit: 2 } })).body.data.slice(1)
    await person.client.call('PATCH /purchases/{transactionId}', {
      params: { transactionId: record?.transaction_id ?? 0 },
      body: { version: 1, status: 'replied' },
    })
    const otherStatus = page.getByRole('combobox', { name: purchases.statusOf(other), exact: true })
    await otherStatus.selectOption('declined')
    await expect(page.getByRole('alert').getByText(errors.changed_meanwhile)).toBeVisible()
    await expect(otherStatus).toHaveValue('replied')

    // What was noted comes back with a removed purchase.
    await page.getByRole('button', { name: purchases.remove(name), exact: true }).click()
    await page.getByRole('button', { name: purchases.undo }).click()
    await expect(page.getByText(purchases.undone(name))).toBeVisible()
    await page.reload()
    await expect(status).toHaveValue('booked')
    await expect(line).toBeVisible()
  })

  test('stay reachable when the one found by a search is removed', async ({
    page,
    texts,
    person,
    popular,
    database,
    domain,
  }) => {
    const { purchases, search } = texts
    const code = `MANY-${domain.split('.')[0]}`.toUpperCase()
    await insertPromocode(database, { code, uses: 7, places: null, lastDate: null }, new Date())
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
    await page.getByRole('button', { name: purchases.showAll }).press('Enter')
    await expect(cards).toHaveCount(9)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await field.fill('x')
    await page.getByRole('button', { name: search.clear }).click()
    await expect(cards).toHaveCount(9)
    await expect(field).toBeFocused()
  })
})

test.describe('a note that could not be saved', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('is not lost, and copy buttons stand beside their addresses', async ({
    page,
    texts,
    person,
    popular,
    context,
  }) => {
    const { purchases } = texts
    const [first, second] = await popular('ru')
    for (const channel of [first, second]) {
      await person.client.call('POST /getemail', { body: { channelId: channel?.channelId ?? '' } })
    }
    await page.goto('/purchases')
    for (const { channel_name: name } of [first, second ?? first]) {
      const card = page.getByRole('article', { name, exact: true })
      const link = await card.locator('a[href^="mailto:"]').boundingBox()
      const copy = await card.getByRole('button', { name: purchases.copy(name) }).boundingBox()
      expect(copy?.x).toBeGreaterThanOrEqual((link?.x ?? 0) + (link?.width ?? 0))
      expect(copy?.y).toBeLessThan((link?.y ?? 0) + (link?.height ?? 0))
    }
    const name = first.channel_name
    await context.setOffline(true)
    await page
      .getByRole('article', { name, exact: true })
      .getByRole('button', { name: purchases.addNote })
      .click()
    const field = page.getByRole('textbox', { name: purchases.noteOn(name) })
    await field.fill('перезвонить')
    await field.press('Enter')
    await expect(page.getByRole('alert').getByText(texts.common.offlineUnsent)).toBeVisible()
    await expect(field).toHaveValue('перезвонить')
    await context.setOffline(false)
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await field.press('Enter')
    await expect(page.getByRole('button', { name: `${purchases.noteOn(name)}: перезвонить` })).toBeVisible()
    expect((await saved).status()).toBe(200)
    await page.reload()
    await expect(page.getByRole('button', { name: `${purchases.noteOn(name)}: перезвонить` })).toBeVisible()
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
