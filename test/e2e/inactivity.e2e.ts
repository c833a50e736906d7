import { formatDate, formatSpan } from '#web/kit/formats/format.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { inactivityOf } from './popular-channels.ts'

test.describe('channels without uploads', () => {
  const look = LOOKS.laptopEnglish
  test.use({ look })

  test('are marked on their cards, and left out on request', async ({ page, texts, inactive }) => {
    const { search } = texts
    const channel = await inactive('en')
    await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
    const card = page.getByRole('article', { name: channel.channel_name, exact: true })
    await expect(card).toContainText(search.noUploads(formatSpan(inactivityOf(channel), look.language)))
    await expect(card).toContainText(
      search.lastOne(
        formatDate(channel.lastUploadAt ?? '', look.language),
        formatDate(channel.uploadsCheckedAt ?? '', look.language),
      ),
    )

    await page.getByRole('button', { name: search.filters, exact: true }).click()
    await page.getByRole('button', { name: search.days(90), exact: true }).click()
    await expect(page).toHaveURL(/[?&]silent=90/)
    await expect(card).toHaveCount(0)
    await page.getByRole('button', { name: search.removeFilter(search.uploadedWithinDays(90)) }).click()
    await expect(card).toBeVisible()
    await expect(page).not.toHaveURL(/silent/)
  })
})
