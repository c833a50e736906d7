import type { Messages } from '#shared/i18n/en.ts'
import { local } from '#shared/i18n/server-texts.ts'
import { PAGE_NAMES, PAGES } from '#shared/pages.ts'
import { checkScreen } from './check-screen.ts'
import { expect, test as base } from './fixtures.ts'
import { launchProduct, type LaunchedProduct } from './launch-product.ts'
import { LOOKS } from './looks.ts'

/** A demonstration as an operator runs it: nothing allows its stand-ins but DEMO. */
const test = base.extend<object, { readonly product: LaunchedProduct }>({
  product: [
    async ({ browserName: _ }, use) => {
      await using product = await launchProduct({ DEMO: 'true', ALLOW_LOCAL_SERVICES: 'false' })
      await use(product)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: async ({ product }, use) => use({ baseUrl: product.url, localUrl: product.localUrl }),
})

// Starting a product takes long.
test.describe.configure({ mode: 'default' })

const textsOf = (texts: Messages) => local[texts.accounts.identity.or === 'or' ? 'en' : 'ru']

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`a demonstration, ${look.language}, ${look.width} px, ${look.theme}`, () => {
    test.use({ look, refusals: [400, 401, 404] })

    test('says so above every page, and covers nothing', async ({ page, texts }) => {
      const { demo } = textsOf(texts)
      const line = page.getByRole('complementary', { name: demo.label })
      for (const name of PAGE_NAMES.filter((each) => !PAGES[each].path.includes(':'))) {
        await page.goto(PAGES[name].path)
        await expect(line, name).toContainText(demo.line)
        await expect(page.getByRole('complementary')).toHaveCount(1)
        const [above, header] = [await line.boundingBox(), await page.getByRole('banner').boundingBox()]
        expect((above?.y ?? 0) + (above?.height ?? 0), name).toBeLessThanOrEqual(header?.y ?? 0)
      }
      await page.goto('/search')
      await checkScreen(page, 'the search of a demonstration')
    })

    test('lets a visitor in with one press, who pays without money and reads the email', async ({
      page,
      texts,
    }) => {
      const { demo, yookassa, inbox } = textsOf(texts)
      await page.goto('/search')
      await page.getByRole('link', { name: demo.enter }).click()
      await page.getByRole('button', { name: texts.accounts.login.demoEnter }).click()
      await expect(page.getByRole('dialog')).toContainText(texts.accounts.overlay.welcome('Demo_buyer'))
      await expect(page).toHaveURL('/search')
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
}
