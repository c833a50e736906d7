import { consoleTexts } from '#shared/i18n/en/console.ts'
import { local } from '#shared/i18n/server-texts.ts'
import { paymentNumber } from '#shared/rules/uses.ts'
import { checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { openConsole } from './operators.ts'

test.use({ look: LOOKS.laptopEnglish })

test('an operator follows a figure of the day to its payment, and refunds it after a preview', async ({
  page,
  person,
  database,
}) => {
  const { command, pages } = consoleTexts
  const { today, payments, list, people } = pages
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await openConsole(database, person)

  const { body } = await person.client.call('POST /payment', {
    body: { user_id: person.client.userId!, packageId: 1, userEmail: person.email },
  })
  await page.goto(body.confirmationURL)
  await page.getByLabel(local.en.yookassa.number).fill('5555 5555 5555 4444')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/paymentsuccess\?payment=/)
  const { id } = body.data
  const number = paymentNumber(id)

  await page.goto('/operator')
  await expect(title(today.title)).toBeVisible()
  const paid = page.getByRole('table', { name: today.byDay }).getByRole('row', { name: today.daily.paid })
  await expect(paid).toBeVisible()
  await checkScreen(page, 'today')
  await page.setViewportSize({ width: 390, height: 844 })
  await checkScreen(page, 'today on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await paid.getByRole('link').first().click()
  await expect(title(payments.title)).toBeVisible()
  await expect(page).toHaveURL(/paid=true&since=[\d-]+&until=[\d-]+$/)
  await expect(page.getByText(new RegExp(list.sum('₽[\\d,]+')))).toBeVisible()
  await checkScreen(page, 'payments')

  await page.getByRole('link', { name: number }).click()
  await expect(title(payments.title1(number))).toBeVisible()
  await expect(page.getByText(payments.events.paid)).toBeVisible()
  await checkScreen(page, 'a payment')

  await page.getByRole('link', { name: payments.refundIt }).click()
  await expect(title('payments refund')).toBeVisible()
  await page.getByLabel('the kind of reason').selectOption('duplicate')
  await page.locator('[name="reason"]').fill('charged again')
  await page.getByRole('button', { name: command.preview }).click()
  await expect(page.getByText('500.00 roubles would go back, and 10 uses would be withdrawn.')).toBeVisible()
  await page.getByLabel(command.confirm(id)).fill(id)
  await page.getByRole('button', { name: command.run, exact: true }).click()
  await expect(page.getByText('500.00 roubles for 10 uses: the refund is succeeded.')).toBeVisible()

  await page.goto(`/operator/payments/${id}`)
  await expect(page.getByText(payments.events.refunded, { exact: true })).toBeVisible()
  await expect(page.getByText(`${payments.causes.duplicate} · charged again`)).toBeVisible()

  await page.getByRole('link', { name: String(person.client.userId) }).click()
  await expect(title(person.username)).toBeVisible()
  await expect(page.getByText(people.balance('3'))).toBeVisible()
  await expect(page.getByRole('table', { name: people.ledger }).getByRole('row')).toHaveCount(4)
  await checkScreen(page, 'a person')
})
