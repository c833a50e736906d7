import { channelPath } from '#shared/paths.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

// Russian texts are the longer ones.
for (const look of [LOOKS.phoneRussian, LOOKS.laptopRussian]) {
  test.describe(`the cookie notice, ${look.language}, ${look.width} px`, () => {
    test.use({ look })

    test('is small, covers no button of the start page, and not what a press brings up', async ({
      page,
      texts,
      popular,
    }) => {
      const { search, shell, reveals, common } = texts
      const notice = page.getByRole('region', { name: shell.cookieBanner })
      await page.goto('/')
      await expect(notice).toContainText(shell.cookieText)
      const [box, size] = [await notice.boundingBox(), page.viewportSize()]
      if (box === null || size === null) throw new Error('The notice has no place')
      expect(box.height).toBeLessThan(56)
      if (look.width === 390) expect(box.y).toBeGreaterThan(size.height)
      else expect(size.width - box.x - box.width).toBeLessThanOrEqual(16)
      const button = await page.getByRole('button', { name: texts.landing.toSearch }).boundingBox()
      expect(button!.y + button!.height).toBeLessThan(Math.min(box.y, size.height))
      await page.goto('/search')

      const [{ channel_name: name }] = await popular(look.language)
      await page.getByRole('searchbox', { name: search.inputLabel }).fill(name)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
      await expect(notice).toHaveCount(0)
      const notices = page.getByRole('region', { name: shell.notifications })
      const prompt = notices.getByText(reveals.logInFirst)
      await expect(prompt).toBeVisible()
      await prompt.hover()
      await page.getByRole('contentinfo').getByRole('link', { name: shell.purpose }).click()
      await expect(page).toHaveURL('/purpose')
      await notices.getByRole('link', { name: common.logInOrSignUp }).click()
      await expect(prompt).toHaveCount(0)
      await expect(notice).toBeVisible()
      await notice.getByRole('link', { name: shell.cookieMore }).click()
      await expect(page).toHaveURL('/terms')
    })

    if (look.width === 1440)
      test('leaves the button of a contact free on a first visit, wherever that ends up', async ({
        page,
        texts,
        popular,
      }) => {
        const { reveals, shell } = texts
        const [channel] = await popular(look.language)
        for (const address of [
          channelPath(channel.channelId, channel.channel_name),
          `/search?q=${encodeURIComponent(channel.channel_name)}`,
        ]) {
          await page.goto(address)
          const card = page.getByRole('main').getByRole('article').first()
          const button = await card.getByRole('button', { name: reveals.getData, exact: true }).boundingBox()
          const notice = await page.getByRole('region', { name: shell.cookieBanner }).boundingBox()
          if (notice === null || button === null) throw new Error('Something has no place')
          expect(button.x + button.width, address).toBeLessThan(notice.x)
        }
      })
  })
}
