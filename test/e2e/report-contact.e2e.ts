import type { Page } from '@playwright/test'
import type { DataOf } from '#shared/api/contract.ts'
import { WARRANTY_DAYS } from '#shared/rules/evidence.ts'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { bounceOf } from '#test/support/bounces.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { importChannel } from './import-channel.ts'
import { LOOKS } from './looks.ts'
import { tabTo } from './tab-to.ts'

/** The file with the code of the form. */
const FORM = /ReportDialog[^/]*\.js$/
const CALL = /\/api\/purchases\/\d+\/report$/

const SECOND = 'second.contact@north-workshop.example'

type Verdict = DataOf<'POST /purchases/{transactionId}/report'>

/** An answer of a mail server that no other test hands in. */
const bounceFor = (address: string, network: string) =>
  bounceOf(address, 'exim').replace('Unknown recipient', `Unknown recipient (${network})`)

for (const [device, look] of Object.entries({ phone: LOOKS.phoneRussian, laptop: LOOKS.laptopEnglish })) {
  test.describe(`a contact that did not work: ${device}`, () => {
    test.use({ look, refusals: [400, 409, 413, 429] })

    test('gives the use back by keyboard alone, and all of the page follows', async ({
      page,
      texts,
      person,
      domain,
      network,
    }) => {
      test.slow()
      const { errors, evidence, shell, uses } = texts
      const { report } = evidence
      // Its own: another one might be bought by other tests, or have a second contact.
      const name = `Workshop ${device} one`
      const channelId = await importChannel(person, name, `hello@one-${domain}`)
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
        await checkScreen(page, `report, ${device}`)
        await checkNarrow(page, `report, ${device}`)
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
        await dialog.getByRole('textbox').fill('')
        await send.click()
        await expect(dialog.getByText(report.missing)).toBeVisible()
        await expect(dialog.getByRole('textbox')).toBeFocused()
      })

      await test.step('the mail server’s word is enough', async () => {
        await dialog.getByRole('textbox').fill(bounceFor(body.data.email, network))
        await dialog.getByRole('button', { name: report.send }).click()
        const verdict = page.getByRole('dialog', { name: report.titles.credited })
        await expect(verdict.getByRole('status')).toBeFocused()
        await expect(verdict).toContainText(report.verdicts.gone)
        await expect(verdict).toContainText(report.balance(3, '3'))
        await checkScreen(page, `verdict, ${device}`)
        await expect(page.getByText(report.open, { exact: true })).toHaveCount(0)
        await page.keyboard.press('Escape')
        await expect(verdict).toBeHidden()
        const state = report.states.credited(formatShortDate(new Date().toISOString(), look.language))
        await expect(page.getByRole('article', { name }).getByText(state)).toBeFocused()
        await expect(open).toHaveCount(0)
        await expect(page.getByRole('banner').getByLabel(shell.balance('3', 3))).toBeVisible()
        await checkScreen(page, `reported, ${device}`)
      })

      await test.step('the history of uses says why', async () => {
        await page.goto('/profile')
        await expect(page.getByText(uses.history.given.warranty(name))).toBeVisible()
      })
    })

    test('each verdict has its own words', async ({ page, texts, person, popular }) => {
      test.slow()
      const { report } = texts.evidence
      const [{ channelId, channel_name: name }] = await popular(look.language)
      await person.client.call('POST /getemail', { body: { channelId } })
      await page.goto('/purchases')
      const verdicts = [
        ['review', 'unclear', report.verdicts.unclear],
        ['review', 'many', report.verdicts.many],
        ['review', 'known', report.verdicts.known],
        ['review', 'alone', report.verdicts.alone],
        ['credited', 'agreed', report.verdicts.agreed],
        ['credited', 'operator', report.verdicts.operator],
        ['refused', 'temporary', report.verdicts.temporary],
        ['refused', 'policy', report.verdicts.policy],
        ['refused', 'late', report.verdicts.late(WARRANTY_DAYS)],
      ] as const
      for (const [state, reason, words] of verdicts) {
        await answer(page, { state, reason, uses: 2 })
        await page.getByRole('button', { name: report.openFor(name) }).click()
        await page.getByRole('radio', { name: report.kinds.wrong_person }).check()
        await page.getByRole('button', { name: report.send }).click()
        const verdict = page.getByRole('dialog', { name: report.titles[reason === 'alone' ? reason : state] })
        await expect(verdict.getByRole('status').first()).toContainText(words)
        await page.keyboard.press('Escape')
        await expect(verdict).toBeHidden()
      }
    })

    test('a replacement is shown at once, in the dialog and on the card', async ({
      page,
      texts,
      person,
      popular,
    }) => {
      const { report } = texts.evidence
      const [{ channelId, channel_name: name }] = await popular(look.language)
      await person.client.call('POST /getemail', { body: { channelId } })
      await page.goto('/purchases')
      await answer(page, { state: 'replaced', reason: 'gone', uses: 2 })
      const at = new Date().toISOString()
      await page.route(/\/api\/(?:purchases\?channelId=|cookie)/, async (route) => {
        const response = await route.fetch()
        const text = (await response.text())
          .replaceAll(/"email":"(?!person)[^"]+"/g, `"email":"${SECOND}"`)
          .replaceAll(
            '"report":null',
            `"report":${JSON.stringify({ state: 'replaced', reason: 'gone', at })}`,
          )
        await route.fulfill({ response, body: text })
      })
      await page.getByRole('button', { name: report.openFor(name) }).click()
      await page.getByRole('radio', { name: report.kinds.no_mailbox }).check()
      await page.getByRole('button', { name: report.send }).click()
      const verdict = page.getByRole('dialog', { name: report.titles.replaced })
      await expect(verdict.getByRole('link', { name: SECOND })).toBeVisible()
      await checkScreen(page, `replaced, ${device}`)
      await verdict.getByRole('button', { name: report.close, exact: true }).last().click()
      const card = page.getByRole('article', { name })
      await expect(card).toContainText(report.states.replaced(formatShortDate(at, look.language)))
      await expect(card.getByRole('link', { name: SECOND })).toBeVisible()
      // It is under warranty, too.
      await expect(page.getByRole('button', { name: report.openFor(name) })).toBeFocused()
    })

    test('refusals and a lost connection leave what was typed', async ({ page, texts, person, popular }) => {
      const { common, errors, evidence } = texts
      const { report } = evidence
      const [{ channelId, channel_name: name }] = await popular(look.language)
      await person.client.call('POST /getemail', { body: { channelId } })
      await page.goto('/purchases')
      await page.getByRole('button', { name: report.openFor(name) }).click()
      const dialog = page.getByRole('dialog')
      const [field, send] = [dialog.getByRole('textbox'), dialog.getByRole('button', { name: report.send })]
      await field.fill('550 5.1.1 no such user')
      for (const [code, status, text] of [
        ['already_reported', 409, report.already],
        ['no_contact', 409, report.noContact],
        ['too_large', 413, report.tooLong(look.language === 'ru' ? '30\u00a0000' : '30,000')],
        ['too_many_requests', 429, errors.too_many_requests],
      ] as const) {
        await page.route(CALL, (route) =>
          route.fulfill({ status, json: { success: false, data: null, error: { code, message: '' } } }),
        )
        await send.click()
        await expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible()
        await expect(field).toHaveValue('550 5.1.1 no such user')
        await page.unroute(CALL)
      }
      await page.context().setOffline(true)
      await send.click()
      await expect(dialog.getByRole('alert').filter({ hasText: common.offline })).toBeVisible()
      await expect(field).toHaveValue('550 5.1.1 no such user')
      await page.context().setOffline(false)
      await dialog.getByRole('radio', { name: report.kinds.no_mailbox }).check()
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
        person,
        domain,
        network,
      }) => {
        const { evidence, shell } = texts
        const { report } = evidence
        const name = `Workshop ${device} two`
        const channelId = await importChannel(person, name, `hello@two-${domain}`)
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
        await expect(page.getByRole('article', { name }).getByText(state)).toBeFocused()
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
        const [{ channelId, channel_name: name }] = await popular(look.language)
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
}

/** Puts a verdict in place of the server's. */
async function answer(page: Page, verdict: Verdict): Promise<void> {
  await page.route(CALL, (route) => route.fulfill({ json: { success: true, data: verdict, error: null } }))
}

test('it is offered under a fresh contact and in the table, and no longer after the warranty', async ({
  page,
  texts,
  popular,
  person,
}) => {
  const { evidence, purchases, reveals } = texts
  const [{ channel_name: name }, other] = await popular('en')
  await person.client.call('POST /getemail', { body: { channelId: other?.channelId ?? '' } })
  await page.goto(`/search?q=${encodeURIComponent(name)}`)
  const open = page.getByRole('main').getByRole('button', { name: evidence.report.openFor(name) })
  await expect(open).toHaveCount(0)
  await page.getByRole('button', { name: reveals.getData, exact: true }).click()
  await expect(open).toBeVisible()
  await page.goto('/purchases')
  await page.getByRole('button', { name: purchases.views.table }).click()
  await expect(
    page.getByRole('table').getByRole('button', { name: evidence.report.openFor(name) }),
  ).toBeVisible()
  await checkScreen(page, 'the table')

  const late = new Date(Date.now() - (WARRANTY_DAYS + 1) * 86_400_000).toISOString()
  await page.route(/\/api\/(?:cookie|purchases)/, async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll(/"boughtAt":"[^"]+"/g, `"boughtAt":"${late}"`)
    await route.fulfill({ response, body: text })
  })
  await page.reload()
  await expect(page.getByRole('table')).toContainText(name)
  await expect(open).toHaveCount(0)
  // The page may still be asking.
  await page.unrouteAll({ behavior: 'wait' })
})
