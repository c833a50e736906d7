import { EVIDENCE_MAX, WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { addContact, buyAt, type OwnChannel } from './product-database.ts'
import { tabTo } from './tab-to.ts'

/** The file with the code of the form. */
const FORM = /ReportDialog[^/]*\.js$/
const CALL = /\/api\/purchases\/\d+\/report$/

const DAY_MS = 86_400_000

/** When something was bought whose warranty has ended. */
const AFTER_WARRANTY = new Date(Date.now() - (WARRANTY_DAYS + 1) * DAY_MS)

/** Answers of mail servers that are not about a missing mailbox. */
const [TEMPORARY, POLICY] = ['delayed-source', 'blocked']
const WRITTEN_AT = /Tue, 24 Nov 2026 [\d:]+ \+0300/g

/** An answer of a mail server that no other test hands in. */
const bounceFor = (address: string, network: string) =>
  bounceOf(address, 'exim').replace('Unknown recipient', `Unknown recipient (${network})`)

test.describe('a contact that did not work', () => {
  const look = LOOKS.phoneRussian
  test.use({ look, refusals: [400] })

  test('gives the use back by keyboard alone, and all of the page follows', async ({
    page,
    texts,
    person,
    network,
    makeChannel,
  }) => {
    const { errors, evidence, shell, uses } = texts
    const { report } = evidence
    const { channelId, channel_name: name } = await makeChannel()
    const { body } = await person.client.call('POST /getemail', { body: { channelId } })
    await page.goto('/purchases')
    const open = page.getByRole('button', { name: report.openFor(name) })
    const dialog = page.getByRole('dialog', { name: report.title })

    await test.step('Escape closes it, and what was typed is still there', async () => {
      await tabTo(page, open)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('radio', { name: report.kinds.bounced })).toBeFocused()
      await tabTo(page, dialog.getByRole('textbox'))
      await page.keyboard.type('not a report')
      await checkScreen(page, 'a report')
      await checkNarrow(page, 'a report')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(open).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('textbox')).toHaveValue('not a report')
    })

    await test.step('what is no answer of a mail server is refused, and stays', async () => {
      const send = dialog.getByRole('button', { name: report.send })
      await tabTo(page, send)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert').filter({ hasText: errors.wrong_evidence })).toBeVisible()
      await expect(dialog.getByRole('textbox')).toHaveValue('not a report')
      await expect(dialog.getByRole('textbox')).toBeFocused()
      await expect(send).toBeInViewport()
    })

    await test.step('the mail server’s word is enough', async () => {
      await dialog.getByRole('textbox').fill(bounceFor(body.data.email, network))
      await dialog.getByRole('button', { name: report.send }).click()
      const verdict = page.getByRole('dialog', { name: report.titles.credited })
      await expect(verdict.getByRole('status')).toBeFocused()
      await expect(verdict).toContainText(report.verdicts.gone)
      await expect(verdict).toContainText(report.balance(3, '3'))
      await checkScreen(page, 'a verdict')
      await expect(page.getByText(report.open, { exact: true })).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(verdict).toBeHidden()
      const state = report.states.credited(formatShortDate(new Date().toISOString(), look.language))
      await expect(page.getByRole('article', { name }).locator(':focus')).toHaveText(state)
      await expect(open).toHaveCount(0)
      await expect(page.getByRole('banner').getByLabel(shell.balance('3', 3))).toBeVisible()
      await checkScreen(page, 'a reported purchase')
    })

    await test.step('the history of uses says why', async () => {
      await page.goto('/profile')
      await expect(page.getByText(uses.history.given.warranty(name))).toBeVisible()
    })
  })
})

test.describe('a report', () => {
  test.use({ look: LOOKS.phoneRussian, refusals: [400, 404, 409] })

  test('is answered in words of its own', async ({ page, texts, database, person, makeChannel }) => {
    const { report } = texts.evidence
    const [channel, other] = [await makeChannel(), await makeChannel()]
    for (const { channelId } of [channel, other])
      await person.client.call('POST /getemail', { body: { channelId } })
    await page.goto('/purchases')
    const send = async (
      { channel_name: name, address }: OwnChannel,
      kind: keyof typeof report.kinds,
      fixture?: string,
    ) => {
      await page.getByRole('button', { name: report.openFor(name) }).click()
      await page.getByRole('radio', { name: report.kinds[kind] }).check()
      if (fixture !== undefined)
        await page
          .getByRole('dialog')
          .getByRole('textbox')
          .fill(bounceOf(address, fixture).replaceAll(WRITTEN_AT, new Date().toUTCString()))
      await page.getByRole('button', { name: report.send }).click()
    }
    const expectVerdict = async (title: keyof typeof report.titles, words: string) => {
      const verdict = page.getByRole('dialog', { name: report.titles[title] })
      await expect(verdict.getByRole('status').first()).toContainText(words)
      await checkNarrow(page, words)
      await page.keyboard.press('Escape')
      await expect(verdict).toBeHidden()
    }
    await send(channel, 'bounced', TEMPORARY)
    await expectVerdict('refused', report.verdicts.temporary)
    await send(channel, 'bounced', POLICY)
    await expectVerdict('refused', report.verdicts.policy)
    await send(channel, 'wrong_person')
    await expectVerdict('review', report.verdicts.unclear)
    await send(other, 'bounced')
    await expectVerdict('review', report.verdicts.unclear)
    // On a page that has stood since before the warranty ended.
    const late = await makeChannel()
    await buyAt(database, { holderId: person.client.userId ?? 0, contacts: [late], at: AFTER_WARRANTY })
    await page.clock.setFixedTime(AFTER_WARRANTY)
    await page.reload()
    await send(late, 'wrong_person')
    await expectVerdict('refused', report.verdicts.late(WARRANTY_DAYS))
  })

  test('that leads to another contact shows it at once, in the dialog and on the card', async ({
    page,
    texts,
    look,
    database,
    domain,
    person,
    makeChannel,
  }) => {
    const { report } = texts.evidence
    const channel = await makeChannel()
    const { channelId, channel_name: name, id, address } = channel
    const second = `second.contact@${domain}`
    await addContact(database, { channelId: id, address: second, seenAt: new Date(Date.now() - DAY_MS) })
    await person.client.call('POST /getemail', { body: { channelId } })
    await page.goto('/purchases')
    await page.getByRole('button', { name: report.openFor(name) }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(bounceFor(address, domain))
    await page.getByRole('button', { name: report.send }).click()
    const verdict = page.getByRole('dialog', { name: report.titles.replaced })
    await expect(verdict.getByRole('link', { name: second })).toBeVisible()
    await checkScreen(page, 'replaced')
    await verdict.getByRole('button', { name: report.close, exact: true }).last().click()
    const card = page.getByRole('article', { name })
    const at = new Date().toISOString()
    await expect(card).toContainText(report.states.replaced(formatShortDate(at, look.language)))
    await expect(card.getByRole('link', { name: second })).toBeVisible()
    // It is under warranty, too.
    await expect(page.getByRole('button', { name: report.openFor(name) })).toBeFocused()
  })

  test('that is refused, or not sent, leaves what was typed', async ({
    page,
    texts,
    look,
    database,
    person,
    makeChannel,
  }) => {
    const { common, evidence } = texts
    const { report } = evidence
    const channel = await makeChannel()
    const { channelId, channel_name: name } = channel
    await person.client.call('POST /getemail', { body: { channelId } })
    await page.goto('/purchases')
    await page.getByRole('button', { name: report.openFor(name) }).click()
    const dialog = page.getByRole('dialog')
    const [field, send] = [dialog.getByRole('textbox'), dialog.getByRole('button', { name: report.send })]
    const expectRefusal = async (text: string, typed: string) => {
      await field.fill(typed)
      await send.click()
      await expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible()
      await expect(field).toHaveValue(typed)
    }
    const most = look.language === 'ru' ? '30\u00a0000' : '30,000'
    await expectRefusal(report.tooLong(most), 'x'.repeat(EVIDENCE_MAX + 1))
    // An import may take a contact off sale meanwhile.
    const contact = database.updateTable('address').where('address', '=', channel.address)
    await contact.set({ suppressed_at: new Date() }).execute()
    await expectRefusal(report.noContact, '550 5.1.1 no such user')
    await contact.set({ suppressed_at: null }).execute()
    await page.context().setOffline(true)
    await expectRefusal(common.offline, '550 5.1.1 no such user')
    await page.context().setOffline(false)
    // Without the mail server's answer it goes to a person.
    await field.fill('')
    await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    await send.click()
    await expect(page.getByRole('dialog', { name: report.titles.review })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('article', { name }).getByText(report.states.review)).toBeVisible()
    // The mail server's answer may still come.
    await expect(page.getByRole('button', { name: report.openFor(name) })).toBeFocused()
  })

  test.describe('with a connection that breaks off', () => {
    test.use({ complaints: [/ERR_/] })

    test('counts once, and what became of it shows after a lost answer', async ({
      page,
      texts,
      look,
      person,
      network,
      makeChannel,
    }) => {
      const { evidence, shell } = texts
      const { report } = evidence
      const { channelId, channel_name: name } = await makeChannel()
      const { body } = await person.client.call('POST /getemail', { body: { channelId } })
      await page.goto('/purchases')
      await page.getByRole('button', { name: report.openFor(name) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill(bounceFor(body.data.email, network))
      await page.route(CALL, async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      })
      const send = dialog.getByRole('button', { name: report.send })
      await send.click()
      await expect(dialog.getByRole('alert').filter({ hasText: report.failed })).toBeVisible()
      await page.unroute(CALL)
      await send.click()
      await expect(dialog.getByRole('alert').filter({ hasText: report.already })).toBeVisible()
      await page.keyboard.press('Escape')
      const state = report.states.credited(formatShortDate(new Date().toISOString(), look.language))
      await expect(page.getByRole('article', { name }).locator(':focus')).toHaveText(state)
      await expect(page.getByRole('button', { name: report.openFor(name) })).toHaveCount(0)
      await expect(page.getByRole('banner').getByLabel(shell.balance('3', 3))).toBeVisible()
    })

    test('says so when its form cannot be loaded, and the list stays', async ({
      page,
      texts,
      person,
      popular,
    }) => {
      const { report } = texts.evidence
      const [{ channelId, channel_name: name }] = await popular('ru')
      await person.client.call('POST /getemail', { body: { channelId } })
      await page.goto('/purchases')
      const open = page.getByRole('button', { name: report.openFor(name) })
      await page.route(FORM, (route) => route.abort())
      await open.click()
      await expect(page.getByText(report.notLoaded)).toBeVisible()
      await expect(page.getByRole('article', { name })).toBeVisible()
      await page.unroute(FORM)
      // Without a connection there is no page to reload: the list stays.
      await page.context().setOffline(true)
      await open.click()
      // The sentence of the first attempt may still stand.
      await expect(open).not.toHaveAttribute('aria-busy', 'true')
      await expect(page.getByText(report.notLoaded)).toBeVisible()
      await expect(page.getByRole('article', { name })).toBeVisible()
      await page.context().setOffline(false)
      // Chromium remembers for as long as the page stands that the file could not be loaded.
      await open.click()
      await expect(page.getByRole('dialog', { name: report.title })).toBeVisible()
      await expect(page.getByText(report.notLoaded)).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(open).toBeFocused()
      await page.reload()
      await expect(page.getByRole('article', { name })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
})

test('it is offered under a fresh contact and in the table, and no longer after the warranty', async ({
  page,
  texts,
  database,
  popular,
  person,
  makeChannel,
}) => {
  const { evidence, purchases, reveals } = texts
  const late = await makeChannel()
  await buyAt(database, { holderId: person.client.userId ?? 0, contacts: [late], at: AFTER_WARRANTY })
  const [{ channel_name: name }, other] = await popular('en')
  await person.client.call('POST /getemail', { body: { channelId: other?.channelId ?? '' } })
  await page.goto(`/search?q=${encodeURIComponent(name)}`)
  const open = page.getByRole('main').getByRole('button', { name: evidence.report.openFor(name) })
  await expect(open).toHaveCount(0)
  await page.getByRole('button', { name: reveals.getData, exact: true }).click()
  await expect(open).toBeVisible()
  await page.goto('/purchases')
  await page.getByRole('button', { name: purchases.views.table }).click()
  const more = page.getByRole('table').getByRole('button', { name: reveals.more(name), exact: true })
  await expect(open).toBeHidden()
  await more.press('Enter')
  await expect(page.getByRole('link', { name: reveals.similar })).toBeVisible()
  await checkScreen(page, 'the menu of a row')
  await open.click()
  await expect(page.getByRole('dialog', { name: evidence.report.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(page.getByRole('table')).toContainText(late.channel_name)
  await checkScreen(page, 'the table')

  await expect(
    page.getByRole('table').getByRole('button', { name: evidence.report.openFor(late.channel_name) }),
  ).toHaveCount(0)
})
