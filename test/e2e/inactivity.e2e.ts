import { daysInactive } from '#shared/rules/filters.ts'
import { formatDate, formatSpan } from '#web/kit/formats/format.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import type { Channel } from './popular-channels.ts'

for (const [name, look] of Object.entries({ phone: LOOKS.phoneRussian, laptop: LOOKS.laptopEnglish })) {
  test.describe(`channels without uploads: ${name}`, () => {
    test.use({ look })

    test('are marked on their cards, and left out on request', async ({ page, texts, popular }) => {
      const { search } = texts
      const inactive = (await popular('en')).find((channel) => inactivityOf(channel) >= 90)
      if (inactive === undefined) throw new Error('No popular channel of the demo catalogue is inactive')
      await page.goto(`/search?q=${encodeURIComponent(inactive.channel_name)}`)
      const card = page.getByRole('article', { name: inactive.channel_name, exact: true })
      await expect(card).toContainText(search.noUploads(formatSpan(inactivityOf(inactive), look.language)))
      await expect(card).toContainText(
        search.lastOne(
          formatDate(inactive.lastUploadAt ?? '', look.language),
          formatDate(inactive.uploadsCheckedAt ?? '', look.language),
        ),
      )

      await page.getByRole('button', { name: search.filters, exact: true }).click()
      await page.getByRole('button', { name: search.inactiveFrom(90), exact: true }).click()
      await expect(page).toHaveURL(/[?&]silent=90/)
      await expect(card).toHaveCount(0)
      await page.getByRole('button', { name: search.removeFilter(search.activeWithin(90)) }).click()
      await expect(card).toBeVisible()
      await expect(page).not.toHaveURL(/silent/)
    })
  })
}

function inactivityOf({ lastUploadAt, uploadsCheckedAt }: Channel): number {
  if (lastUploadAt === null || uploadsCheckedAt === null) return 0
  return daysInactive(new Date(lastUploadAt), new Date(uploadsCheckedAt)) ?? 0
}
