import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

// The pictures of the documentation, taken anew by every run. One that is no longer what the product shows fails here;
// `npm run pictures` replaces it. Dates move on from day to day, which changes fewer pixels than are allowed to differ.
const CHANNEL = 'UCdemo00004kxkqckg5giKhw'

for (const { look, suffix } of [
  { look: LOOKS.laptopEnglish, suffix: '' },
  { look: { ...LOOKS.laptopRussian, theme: 'light' } as const, suffix: '-ru' },
]) {
  test.describe(`pictures of the documentation, ${look.language}`, () => {
    test.use({ look, contextOptions: { reducedMotion: 'reduce' } })

    test('search and evidence', async ({ page, texts, context, baseURL }) => {
      await context.addInitScript(`try { localStorage.setItem('cookieConfirmed', 'true') } catch {}`)
      await page.goto(`${baseURL}/search?q=guitar`)
      const lines = page.getByRole('main').locator(`dl[aria-label="${texts.evidence.title}"]`)
      await expect(lines).toBeVisible()
      await expect(page).toHaveScreenshot(`search${suffix}.png`)
      if (look.language === 'ru') return
      const card = page.getByRole('main').locator('article').first()
      await expect(card).toHaveScreenshot('evidence.png')
    })

    test('purchases', async ({ page, context, person }) => {
      await context.addInitScript(`try { localStorage.setItem('cookieConfirmed', 'true') } catch {}`)
      const bought = [CHANNEL, 'UCdemo000001q5H8QmUGobK7']
      for (const channelId of bought) await person.client.call('POST /getemail', { body: { channelId } })
      const { body } = await person.client.call('GET /purchases')
      const { transaction_id: transactionId, version } = body.data.at(-1)!
      await person.client.call('PATCH /purchases/{transactionId}', {
        params: { transactionId },
        body: { version, status: 'contacted', note: '1 500 €, 12.12.' },
      })
      await page.goto('/purchases')
      await expect(page.getByText('@guitar-with-jasper.example.com')).toBeVisible()
      await expect(page).toHaveScreenshot(`purchases${suffix}.png`)
    })
  })
}
