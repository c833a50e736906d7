import type { Locator, Page } from '@playwright/test'
import { waitForMails } from '#test/support/sign-up.ts'
import { local } from '#shared/i18n/server-texts.ts'
import { checkNarrow, checkScreen, checkScreenEverywhere } from './check-screen.ts'
import { test as configured } from './configured-product.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

/** Test cards of the provider. */
const CARDS = { paid: '5555 5555 5555 4444', noMoney: '5555 5555 5555 4600' }

/** Opens a package and goes to the provider's page, by keyboard alone. */
async function order(page: Page, card: Locator, { purchase, price }: { purchase: string; price: RegExp }) {
  const open = card.getByRole('button', { name: purchase })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(open).toHaveAttribute('aria-expanded', 'true')
  const pay = card.getByRole('button', { name: price })
  await expect(pay).toBeInViewport({ ratio: 1 })
  // The public offer, then the pay button.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(pay).toBeFocused()
  return pay
}

test.describe('a purchase, on a phone', () => {
  const look = LOOKS.phoneRussian
  test.use({ look, contextOptions: { reducedMotion: 'reduce' } })

  test('is declined, waits for the bank, succeeds, and appears in the profile', async ({
    page,
    context,
    texts,
    server,
    person,
  }) => {
    const { details, shop, outcome, list, subscription } = texts.payments
    const { history, balance } = texts.uses
    const { accounts, status } = texts
    const bank = local[look.language].yookassa
    const payNow = new RegExp(`^${bank.pay('').trim()} \\d`)
    const check = async (screen: string) => {
      await checkScreen(page, screen)
      await checkNarrow(page, screen)
    }
    const package_ = (title: string) => page.getByRole('article', { name: title, exact: true })
    const title = (text: string) => page.getByRole('heading', { level: 1, name: text })
    const usesOnServer = async () => {
      const { body } = await person.client.call('GET /cookie')
      return body.data.userInformation.uses
    }

    await test.step('packages', async () => {
      await page.goto('/search?type=Music')
      await page.goto('/purchase')
      await expect(page.getByText(shop.left(3, '3'))).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(4)
      await check('packages')
    })

    await test.step('a card without money', async () => {
      const pay = await order(page, package_('Light'), { purchase: shop.purchase, price: /500/ })
      await expect(package_('Light')).toContainText(person.email)
      await check('an open package')
      await pay.press('Enter')
      await expect(page).toHaveURL(/\/local\/yookassa\/pay\//)
      await page.getByLabel(bank.number).fill(CARDS.noMoney)
      await page.keyboard.press('Enter')
      await expect(title(outcome.canceled)).toBeFocused()
      await page.keyboard.press('Shift')
      await expect(page).toHaveURL(/\/paymenterror\?payment=/)
      const { insufficient_funds: reason } = outcome.reasons
      await expect(page.getByRole('main')).toContainText(`${reason} ${outcome.nothingCharged}`)
      await check('a declined payment')
      expect(await usesOnServer()).toBe(3)
    })

    await test.step('a payment that waits, then is paid elsewhere', async () => {
      const again = page.getByRole('button', { name: /Light/ })
      await expect(
        page.getByRole('main').getByRole('button').or(page.getByRole('main').getByRole('link')).first(),
      ).toHaveText(outcome.tryAgain('Light'))
      await again.click()
      await page.getByRole('button', { name: bank.close }).click()
      await expect(title(outcome.pending)).toBeVisible()
      // Nothing is paid: the URL moves away from the thanks, and the page shows the real state.
      await expect(page).toHaveURL(/\/paymenterror\?payment=/)
      await expect(page.getByText(outcome.pendingText)).toBeVisible()
      await check('a payment that waits')
      const bankPage = (await page.getByRole('link', { name: outcome.payNow }).getAttribute('href')) ?? ''
      // The profile offers the way back, too.
      const elsewhere = await context.newPage()
      await elsewhere.goto('/profile')
      const unpaid = elsewhere.getByRole('list', { name: list.title }).getByRole('listitem').first()
      await expect(unpaid).toContainText(list.states.pending)
      await unpaid.getByRole('link', { name: outcome.payNow }).click()
      await expect(elsewhere).toHaveURL(bankPage)
      await elsewhere.getByLabel(bank.number).fill(CARDS.paid)
      await elsewhere.getByRole('button', { name: payNow }).click()
      // The waiting page changes by itself and shows the new balance.
      await expect(title(outcome.success)).toBeFocused()
      await expect(page).toHaveURL(/\/paymentsuccess\?payment=/)
      await page.keyboard.press('Shift')
      await elsewhere.close()
      await expect(page.getByRole('main')).toContainText(outcome.successText('Light', 13, '13'))
      await check('a payment that went through')
      expect(await usesOnServer()).toBe(13)
    })

    await test.step('whatever the address says, the page tells the truth', async () => {
      const paid = new URL(page.url()).search
      await page.goto(`/paymenterror${paid}`)
      await expect(title(outcome.success)).toBeVisible()
      await expect(page).toHaveURL(`/paymentsuccess${paid}`)
      for (const address of ['/paymentsuccess', '/paymenterror']) {
        await page.goto(address)
        await expect(title(outcome.unknown)).toBeVisible()
        await check(`${address} without a payment`)
      }
    })

    await test.step('a subscription, opened before the person is known, paid at once', async () => {
      const cookie = Promise.withResolvers<void>()
      await page.route('**/cookie', async (route) => {
        await cookie.promise
        await route.continue()
      })
      await page.goto('/purchase')
      await package_('Business').getByRole('button', { name: shop.purchase }).press('Enter')
      await expect(package_('Business').getByRole('button', { name: /4.500/ })).toBeVisible()
      cookie.resolve()
      await expect(package_('Business')).toContainText(person.email)
      const pay = package_('Business').getByRole('button', { name: /4.500/ })
      await expect(pay).toBeInViewport({ ratio: 1 })
      await page.unroute('**/cookie')
      await pay.press('Enter')
      await page.getByRole('button', { name: payNow }).click()
      await expect(title(outcome.success)).toBeFocused()
      await page.keyboard.press('Shift')
      await expect(page.getByRole('main')).toContainText(outcome.successText('Business', 18, '18'))
      await page.getByRole('link', { name: status.countdown.back.label }).click()
      await expect(page).toHaveURL('/search?type=Music')
    })

    await test.step('the profile', async () => {
      await page.goto('/profile')
      const section = page.getByRole('article', { name: accounts.profile.balance, exact: true })
      await expect(section).toContainText(balance.ofToday('5', '5'))
      await expect(section.getByRole('definition').first()).toHaveText('13')
      await expect(page.getByRole('article', { name: subscription.title })).toContainText('Business')
      const payments = page.getByRole('list', { name: list.title }).getByRole('listitem')
      await expect(payments).toHaveCount(3)
      await expect(payments.nth(0)).toContainText(list.states.succeeded)
      await expect(payments.nth(1)).toContainText(list.states.succeeded)
      await expect(payments.nth(2)).toContainText(list.states.canceled)
      await payments.nth(2).getByText('Light').click()
      await expect(payments.nth(2)).toContainText(outcome.reasons.insufficient_funds)
      await expect(payments.nth(2).getByRole('button', { name: details.download })).toBeHidden()
      // By keyboard.
      await payments.nth(1).locator('summary').focus()
      await page.keyboard.press('Enter')
      await expect(payments.nth(1)).toContainText(details.cardEnding('4444'))
      const file = page.waitForEvent('download')
      await payments.nth(1).getByRole('button', { name: details.download }).click()
      expect((await file).suggestedFilename()).toMatch(/^channelbook-[0-9A-F]{8}\.pdf$/)
      const movements = page.getByRole('list', { name: history.title }).getByRole('listitem')
      await expect(movements).toHaveCount(3)
      await expect(movements.nth(0)).toContainText('+150')
      await expect(movements.nth(1)).toContainText(history.given.package('Light'))
      await expect(movements.nth(1)).toContainText('+10')
      await expect(movements.nth(2)).toContainText(history.given.welcome)
      await check('the money in the profile')
    })

    await test.step('the link in the email, an hour later', async () => {
      const [message] = await waitForMails(server, person.email, 3)
      await page.clock.setFixedTime(Date.now() + 3_600_000)
      await page.goto(/\/paymentsuccess\?payment=\S+/.exec(message?.text ?? '')?.[0] ?? '')
      await expect(title(outcome.success)).toBeVisible()
      await expect(page.getByRole('link', { name: outcome.toReceipt })).toBeVisible()
      await expect(page.getByText(status.countdown.howToStay)).toHaveCount(0)
      await check('a payment of an hour ago')
    })
  })
})

test.describe('a purchase, on a laptop', () => {
  test.use({ look: LOOKS.laptopEnglish, contextOptions: { reducedMotion: 'reduce' } })

  test('succeeds, and appears in the profile', async ({ page, texts, person: _ }) => {
    const { shop, outcome, list } = texts.payments
    await page.goto('/purchase')
    await expect(page.getByText(shop.left(3, '3'))).toBeVisible()
    await checkScreen(page, 'packages')
    const card = page.getByRole('article', { name: 'Business', exact: true })
    const pay = await order(page, card, { purchase: shop.purchase, price: /4.500/ })
    await checkScreen(page, 'an open package')
    await pay.press('Enter')
    // The number of a card that pays is there already.
    await page.getByRole('button', { name: new RegExp(`^${local.en.yookassa.pay('').trim()} \\d`) }).click()
    await expect(page.getByRole('heading', { level: 1, name: outcome.success })).toBeFocused()
    await page.keyboard.press('Shift')
    await checkScreen(page, 'a payment that went through')
    await page.goto('/profile')
    const payments = page.getByRole('list', { name: list.title }).getByRole('listitem')
    await expect(payments).toHaveCount(1)
    await expect(payments).toContainText(list.states.succeeded)
    await checkScreen(page, 'the money in the profile')
  })
})

configured.describe('a company, on a phone', () => {
  configured.use({
    look: LOOKS.phoneRussian,
    contextOptions: { reducedMotion: 'reduce' },
    refusals: [409, 404],
  })

  configured(
    'is asked for its details, gets an invoice, and cancels it',
    async ({ page, texts, person: _ }) => {
      const { shop, invoice, company, list, act, outcome } = texts.payments
      await page.goto('/purchase?package=Medium')
      const card = page.getByRole('article', { name: 'Medium', exact: true })
      await card.getByRole('button', { name: invoice.order }).click()
      const panel = page.getByRole('dialog', { name: company.panel })
      await expect(panel).toContainText(invoice.companyFirst)
      await panel.getByLabel(company.name).fill('ООО «Ромашка»')
      await panel.getByLabel(company.inn).fill('7707083894')
      await panel.getByLabel(company.address).fill('101000, Москва, ул. Щорса, 1')
      await page.keyboard.press('Enter')
      await expect(panel.getByLabel(company.inn)).toBeFocused()
      await expect(
        panel.getByRole('alert').filter({ hasText: texts.fieldProblems.inn_invalid }),
      ).toBeVisible()
      await checkScreenEverywhere(page, 'panel of the company')
      await panel.getByLabel(company.inn).fill('7707083893')
      await panel.getByRole('button', { name: company.save }).click()
      await expect(panel).toBeHidden()
      await expect(card.getByRole('status').filter({ hasText: invoice.waiting('') })).toBeVisible()
      // The only ways are to pay it, or to cancel it: nobody pays twice.
      await expect(card.getByRole('button', { name: invoice.order })).toHaveCount(0)
      await expect(card.getByRole('button', { name: /1.500/ })).toHaveCount(0)
      await checkScreenEverywhere(page, 'a package with an invoice')
      const download = page.waitForEvent('download')
      await card.getByRole('button', { name: invoice.download }).click()
      expect((await download).suggestedFilename()).toMatch(/^channelbook-[0-9A-F]{8}\.pdf$/)

      await page.goto('/profile')
      const payments = page.getByRole('list', { name: list.title }).getByRole('listitem')
      await expect(payments).toContainText(invoice.waiting(''))
      await expect(page.getByText('ООО «Ромашка», ИНН 7707083893')).toBeVisible()
      await payments.click()
      await checkScreenEverywhere(page, 'an invoice and the company in the profile')
      await payments.getByRole('button', { name: invoice.cancel }).click()
      await expect(payments).toContainText(list.states.canceled)
      await expect(payments).toContainText(outcome.reasons.withdrawn)
      await page.getByRole('button', { name: act.download }).click()
      await expect(page.getByRole('region', { name: texts.shell.notifications })).toContainText(act.none)
      await page.goto('/purchase?package=Medium')
      await expect(card.getByRole('button', { name: invoice.order })).toBeVisible()
      await expect(card.getByRole('button', { name: shop.purchase })).toBeVisible()
    },
  )
})

test.describe('a visitor', () => {
  test.use({ look: LOOKS.tabletEnglish })

  test('sees the packages, and is told to log in before paying', async ({ page, texts }) => {
    const { shop } = texts.payments
    await page.goto('/purchase')
    const card = page.getByRole('article', { name: 'Medium', exact: true })
    await card.getByRole('button', { name: shop.purchase }).click()
    await card.getByRole('button', { name: /1,500/ }).click()
    const notices = page.getByRole('region', { name: texts.shell.notifications })
    await expect(notices).toContainText(texts.reveals.logInFirst)
    await notices.getByRole('link').click()
    await expect(page).toHaveURL('/authorization')
  })
})

test.describe('a person on the way to the provider', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test("stays busy, and can order again after the browser's Back", async ({ page, texts, person: _ }) => {
    const { shop } = texts.payments
    // The provider's page does not come: this one stays as it is left.
    await page.route('**/local/yookassa/pay/**', (route) => route.abort('aborted'))
    await page.goto('/purchase')
    const card = page.getByRole('article', { name: 'Light', exact: true })
    await card.getByRole('button', { name: shop.purchase }).click()
    const pay = card.getByRole('button', { name: /500/ })
    const left = page.waitForRequest('**/local/yookassa/pay/**')
    await pay.click()
    await left
    await expect(pay).toHaveAttribute('aria-busy', 'true')
    // What the browser does when it shows a page that it has kept.
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await expect(pay).not.toHaveAttribute('aria-busy')
    const leftAgain = page.waitForRequest('**/local/yookassa/pay/**')
    await pay.click()
    await leftAgain
  })
})
