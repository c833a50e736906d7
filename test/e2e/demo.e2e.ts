import { local } from '#shared/i18n/server-texts.ts'
import { PAGE_NAMES, PAGES } from '#shared/pages.ts'
import { checkScreen } from './check-screen.ts'
import { expect, test as base } from './fixtures.ts'
import { launchProduct } from './launch-product.ts'
import { LOOKS } from './looks.ts'

/** A demonstration as an operator runs it: nothing allows its stand-ins but DEMO. */
const test = base.extend({
  server: async ({ browserName: _ }, use) => {
    await using product = await launchProduct({ DEMO: 'true', ALLOW_LOCAL_SERVICES: 'false' })
    await use({ baseUrl: product.url, localUrl: product.localUrl })
  },
})

// Starting a product takes long.
test.describe.configure({ timeout: 480_000 })
test.use({ look: LOOKS.phoneRussian, refusals: [400, 401, 404] })

test('a demonstration says so above every page, and lets a visitor in, who pays without money and reads the email', async ({
  page,
  texts,
}) => {
  const { demo, yookassa, inbox } = local.ru

  await test.step('says so above every page, and covers nothing', async () => {
    const line = page.getByRole('complementary', { name: demo.label })
    const phone = page.viewportSize()!
    // It is in the documents themselves, above what the page's scripts draw.
    for (const name of PAGE_NAMES.filter((each) => !PAGES[each].path.includes(':')))
      expect(await (await page.request.get(PAGES[name].path)).text(), name).toContain(demo.line)
    for (const name of ['landing', 'search', 'terms'] as const) {
      await page.goto(PAGES[name].path)
      await expect(line, name).toContainText(demo.line)
      await expect(page.getByRole('complementary')).toHaveCount(1)
      for (const width of [1440, phone.width]) {
        await page.setViewportSize({ ...phone, width })
        const [above, header] = [await line.boundingBox(), await page.getByRole('banner').boundingBox()]
        expect((above?.y ?? 0) + (above?.height ?? 0), `${name} at ${width} px`).toBeLessThanOrEqual(
          header?.y ?? 0,
        )
      }
    }
    await page.goto('/en/search')
    await expect(page.getByText(local.en.demo.line)).toBeVisible()
    await page.goto('/search')
    await checkScreen(page, 'the search of a demonstration')
  })

  await test.step('lets a visitor in with one press', async () => {
    await page.getByRole('link', { name: demo.enter }).click()
    await page.getByRole('button', { name: texts.accounts.login.demoEnter }).click()
    await expect(page.getByRole('dialog')).toContainText(texts.accounts.overlay.welcome('Demo_buyer'))
    await expect(page).toHaveURL('/search')
  })

  await test.step('sells without money, and shows the email', async () => {
    await page.goto('/purchase')
    const card = page.getByRole('article', { name: 'Light', exact: true })
    await card.getByRole('button', { name: texts.payments.shop.purchase }).click()
    await card.getByRole('button', { name: /500/ }).click()
    await expect(page).toHaveURL(/\/local\/yookassa\/pay\//)
    // The number of a card that pays is there already.
    await page.getByRole('button', { name: new RegExp(`^${yookassa.pay('').trim()} \\d`) }).click()
    await expect(page).toHaveURL(/\/paymentsuccess/)
    await page.goto('/local/mail')
    await expect(page.getByText(inbox.demo)).toBeVisible()
    await page.getByLabel(inbox.to).fill('buyer@demo.example')
    await page.getByRole('button', { name: inbox.show }).click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  })
})
