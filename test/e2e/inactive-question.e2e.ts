import { formatDate, formatSpan } from '#web/kit/formats/format.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { inactivityOf } from './popular-channels.ts'

test.describe('before a use is spent on an inactive channel', () => {
  const look = LOOKS.phoneRussian
  test.use({ look })

  test('a person is asked, once it is answered never again', async ({ page, texts, inactive, person: _ }) => {
    const { reveals, search } = texts
    const channel = await inactive(look.language)
    await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
    const getData = page.getByRole('button', { name: reveals.getData, exact: true })
    const question = page.getByRole('dialog', { name: reveals.inactiveTitle(channel.channel_name) })
    const since = reveals.inactiveSince(
      search.noUploads(formatSpan(inactivityOf(channel), look.language)),
      formatDate(channel.lastUploadAt ?? '', look.language),
    )

    await test.step('and may think better of it: nothing is spent', async () => {
      await getData.click()
      await expect(question).toContainText(since)
      await question.getByRole('button', { name: reveals.inactiveCancel, exact: true }).click()
      await expect(question).toBeHidden()
      await expect(getData).toBeFocused()
      await getData.press('Enter')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toBeHidden()
      await expect(page.getByText(reveals.uses('3'))).toBeVisible()
    })

    await test.step('or get it all the same', async () => {
      await getData.click()
      await question.getByRole('button', { name: reveals.inactiveGetData, exact: true }).click()
      await expect(page.getByRole('main').locator('[data-contact]')).toHaveText(/@/)
      await expect(page.getByText(reveals.uses('2'))).toBeVisible()
      await expect(question).toBeHidden()
    })
  })

  test('a visitor is not: nothing can be spent', async ({ page, texts, inactive }) => {
    const { reveals } = texts
    const channel = await inactive(look.language)
    await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
    await page.getByRole('button', { name: reveals.getData, exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: reveals.logInFirst })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: reveals.alive })).toHaveCount(0)
  })

  test('a person can say that it is alive, and learns what the platform says', async ({
    page,
    texts,
    inactive,
    person: _,
  }) => {
    const { reveals } = texts
    const channel = await inactive(look.language)
    await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
    const report = page.getByRole('article').getByRole('button', { name: reveals.alive })
    await report.press('Enter')
    // The stand-in lists what the demo catalogue knows.
    await expect(page.getByText(reveals.aliveNotSeen)).toBeVisible()
    const reported = page.getByRole('article').getByRole('button', { name: reveals.aliveReported })
    await expect(reported).toBeFocused()
    await expect(reported).toHaveAttribute('aria-disabled', 'true')
  })
})

test('an active channel costs no question', async ({ page, texts, popular, person: _ }) => {
  const { reveals } = texts
  const [channel] = await popular('en')
  await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
  await page.getByRole('button', { name: reveals.getData, exact: true }).click()
  await expect(page.getByRole('main').locator('[data-contact]')).toHaveText(/@/)
})
