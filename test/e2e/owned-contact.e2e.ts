import { formatStamp } from '#web/kit/formats/format.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { buyHundred } from './product-database.ts'

test.describe('a contact that was bought', () => {
  test.use({ look: LOOKS.laptopEnglish, refusals: [400] })

  test('is no failure when its purchase could not be fetched, and is shown from then on', async ({
    page,
    texts,
    person: _,
    popular,
  }) => {
    const { reveals } = texts
    const [{ channel_name: name }] = await popular('en')
    await page.goto(`/search?q=${encodeURIComponent(name)}`)
    await expect(page.getByText(reveals.uses('3'))).toBeVisible()
    // Corrupted on its way, so that the real server refuses it.
    await page.route('**/api/purchase/*', (route) => route.continue({ postData: '{}' }))
    const button = page.getByRole('article').getByRole('button').first()
    const refused = page.waitForResponse('**/api/purchase/*')
    await button.click()
    expect((await refused).status()).toBe(400)
    await expect(page.getByRole('article').locator('a[href^="mailto:"]')).toBeVisible()
    await expect(button.getByRole('status')).toHaveText(reveals.done)
    // The colour of success, although the pointer is still on the button.
    await expect(button).toHaveCSS('background-color', 'rgb(31, 122, 77)')
    await expect(page.getByText(reveals.uses('2'))).toBeVisible()
    await expect(page.getByText(reveals.transferError)).toHaveCount(0)
    await page.goto('/purchases')
    await expect(page.getByRole('article', { name })).toContainText('@')
  })

  test('costs nothing more, however long ago that was', async ({
    page,
    texts,
    database,
    person,
    popular,
  }) => {
    const { reveals, search } = texts
    const [{ channelId, channel_name: name }] = await popular('en')
    await person.client.call('POST /getemail', { body: { channelId } })
    // The session contains the newest hundred.
    await buyHundred(database, person.client.userId ?? 0, [channelId])
    await page.goto(`/search?q=${encodeURIComponent(name)}`)
    const card = page.getByRole('article', { name, exact: true })
    await expect(card.locator('a[href^="mailto:"]')).toBeVisible()
    await expect(card).toContainText(reveals.yours(formatStamp(new Date().toISOString(), 'en')))
    await expect(card).not.toContainText(reveals.cost)
    await expect(card.getByText(search.contactYours, { exact: true })).toBeVisible()
    await page.goto('/search?language=en&sort=subscribers')
    await page.locator('[data-channel]').first().getByRole('button').click()
    await expect(page.locator(`[data-channel="${channelId}"]`)).toContainText(search.contactYours)
    await page.getByRole('button', { name: search.views.table, exact: true }).click()
    await expect(page.locator(`[data-channel="${channelId}"]`)).toContainText(search.contactYours)
  })

  test('is torn open, or just there where motion is reduced', async ({ page, texts, person: _, popular }) => {
    const { reveals } = texts
    const card = page.getByRole('article')
    const cover = card.locator('[data-cover]')
    const [first, second] = await popular('en')
    await page.clock.install()
    for (const [channel, reducedMotion] of [
      [first, 'no-preference'],
      [second ?? first, 'reduce'],
    ] as const) {
      await page.emulateMedia({ reducedMotion })
      await page.goto(`/search?view=table&q=${encodeURIComponent(channel.channel_name)}`)
      await expect(page.getByText(reveals.uses(reducedMotion === 'reduce' ? '2' : '3'))).toBeVisible()
      await expect(cover).toHaveCount(1)
      const heading = card.getByRole('heading', { level: 2 })
      const size = await page.evaluate("getComputedStyle(document.querySelector('article h2')).fontSize")
      // Nothing that takes time comes to its end.
      await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
      await card.getByRole('button').first().click()
      await expect(card.locator('a[href^="mailto:"]')).toBeVisible()
      await expect(cover).toHaveCount(reducedMotion === 'reduce' ? 0 : 1)
      // Beside the table nothing moves down for it.
      await expect(heading).toHaveCSS('font-size', String(size))
      await page.clock.runFor(280)
      await expect(cover).toHaveCount(0)
      await page.clock.resume()
    }
  })
})
