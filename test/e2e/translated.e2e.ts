import { PAGE_NAMES } from '#shared/pages.ts'
import { channelPath, hasPattern, PATHS } from '#shared/paths.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { follow } from './page-scripts.ts'

test.describe('with the browser’s translation', () => {
  test.use({
    look: { ...LOOKS.laptopEnglish, isTranslated: true },
    contextOptions: { reducedMotion: 'reduce' },
    refusals: [400, 404],
  })

  test('each way to buy a contact shows it, and what is left', async ({
    page,
    texts,
    person: _,
    popular,
    inactive,
  }) => {
    const { reveals } = texts
    const contacts = page.getByRole('main').locator('[data-contact]')
    const getData = page.getByRole('main').getByRole('button', { name: reveals.getData, exact: true })

    const { channel_name: name } = await inactive('en')
    await page.goto(`/search?q=${encodeURIComponent(name)}`)
    await getData.click()
    await page.getByRole('dialog').getByRole('button', { name: reveals.inactiveGetData, exact: true }).click()
    await expect(contacts).toHaveText(/@/)
    await expect(page.getByText(reveals.uses('2'))).toBeVisible()

    await page.goto('/recommendations')
    await getData.first().click()
    await expect(contacts).toHaveText(/@/)

    const [{ channelId }] = await popular('en')
    await page.goto(channelPath(channelId, ''))
    await getData.click()
    await expect(contacts).toHaveText(/@/)
    await expect(page.getByText(reveals.uses('0'))).toBeVisible()
  })

  test('purchases are saved and removed, and the panels of the profile open', async ({
    page,
    texts,
    person,
    popular,
  }) => {
    const { purchases, profile, accounts } = texts
    const [{ channelId, channel_name: name }, second] = await popular('en')
    for (const id of [channelId, second?.channelId ?? ''])
      await person.client.call('POST /getemail', { body: { channelId: id } })
    await page.goto('/purchases')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: texts.cardFiles.export, exact: true }).click()
    await page.getByRole('button', { name: texts.cardFiles.saveAs('CSV') }).click()
    await file
    await page.getByRole('button', { name: purchases.views.table }).click()
    await page.getByRole('button', { name: purchases.remove(name), exact: true }).click()
    await expect(page.getByText(purchases.total(1, '1'))).toBeVisible()
    await page.getByRole('button', { name: purchases.undo }).click()
    await expect(page.getByText(purchases.total(2, '2'))).toBeVisible()
    await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toHaveText([/@/, /@/])
    await page.goto('/profile')
    await page.getByRole('button', { name: profile.password.change }).click()
    await expect(page.getByRole('dialog')).toContainText(accounts.code.sentTo(person.email))
  })

  // Changes every text of every page; an update that is lost fails the test.
  test('all pages follow another choice of the language', async ({ page, person, popular }) => {
    const [{ channelId }] = await popular('en')
    await person.client.call('POST /getemail', { body: { channelId } })
    const addresses = PAGE_NAMES.filter((name) => !hasPattern(name)).map((name) => PATHS[name])
    await page.goto('/terms')
    for (const address of [...addresses, channelPath(channelId, ''), '/search?q=music', '/no-such-page']) {
      await follow(page, address)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      const other = page.getByRole('banner').locator('a[hreflang]:not([aria-current])')
      const language = (await other.getAttribute('lang')) ?? ''
      await other.click()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
  })
})
