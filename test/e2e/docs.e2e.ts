import { checkNarrow, checkScreen, checkScreenEverywhere } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { tabTo } from './tab-to.ts'

/** A page of each kind beside the first one: tables and code, examples, a long one, a short one. */
const KINDS = [
  '/install',
  '/api/contacts',
  '/operations',
  '/configuration',
  '/ledger',
  '/recipes/behind-nginx',
]
const RUSSIAN = ['/install', '/configuration']

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`documentation: ${look.language}, ${look.width} px`, () => {
    test.use({ look, refusals: [404] })

    test('every kind of page is readable, and fits', async ({ page }) => {
      const prefix = look.language === 'ru' ? '/docs/ru' : '/docs'
      for (const path of look.language === 'ru' ? RUSSIAN : KINDS) {
        await page.goto(prefix + path)
        await expect(page.locator('html')).toHaveAttribute('lang', look.language)
        await checkScreen(page, prefix + path)
        await checkNarrow(page, prefix + path)
      }
      await page.goto(prefix)
      await checkScreenEverywhere(page, prefix)
    })
  })
}

test.describe('documentation by keyboard', () => {
  test('is skipped to its text, and searched from any page', async ({ page }) => {
    await page.goto('/docs/install')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the text' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()

    await page.getByRole('button', { name: 'Search' }).press('Enter')
    await page.keyboard.type('zzzzqqqq')
    await expect(page.getByText('Nothing was found. Try another word.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search the documentation' })
    await expect(field).toBeFocused()
    await field.fill('second factor lost')
    const options = page.getByRole('option')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await checkScreen(page, 'the search')
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/docs\/.+/)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('keeps a chosen theme, also in the product', async ({ page }) => {
    await page.goto('/docs')
    const button = page.getByRole('button', { name: /^Theme:/ })
    await tabTo(page, button)
    // Two themes that look alike are one press: from the device's to the other one, and back.
    await page.keyboard.press('Enter')
    await expect(button).toHaveAccessibleName('Theme: dark')
    await page.keyboard.press('Enter')
    await expect(button).toHaveAccessibleName('Theme: system')
    await page.keyboard.press('Enter')
    await page.goto('/search')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('button', { name: /^Theme:/ }).click()
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  })
})

test.describe('documentation in Russian', () => {
  test.use({ look: LOOKS.laptopRussian })

  test('finds a word in any of its cases, and leads to English where there is no Russian', async ({
    page,
  }) => {
    await page.goto('/docs/ru/install')
    await page.keyboard.press('/')
    await page.keyboard.type('резервных копий')
    await expect(page.getByRole('option', { name: /Резервные копии/ }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    const english = page
      .getByRole('navigation', { name: 'Содержание' })
      .getByRole('link', { name: 'Glossary', exact: true })
    await expect(english).toHaveAttribute('hreflang', 'en')
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(/\/docs\/install$/)
  })
})

test.describe('what there is not', () => {
  test.use({ refusals: [404] })

  test('is said in the language of its address, with the contents beside it', async ({ page }) => {
    for (const [address, heading] of [
      ['/docs/nothing', 'There is no such page'],
      ['/docs/ru/nothing', 'Такой страницы нет'],
    ] as const) {
      const response = await page.goto(address)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await checkScreen(page, address)
    }
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, look: LOOKS.phoneEnglish })

  test('pages and their contents are there', async ({ page }) => {
    await page.goto('/docs/ledger')
    await page.getByRole('link', { name: 'Glossary', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Glossary')
  })
})

test('the API reference opens the call that a link or the search leads to', async ({ page }) => {
  await page.goto('/api/docs#POST_getemail')
  const call = page.locator('#POST_getemail')
  await expect(call).toHaveAttribute('open')
  await expect(call).toContainText('/api/getemail')
  await expect(page.locator('#POST_search')).not.toHaveAttribute('open')
  await checkScreen(page, '/api/docs')
  await checkNarrow(page, '/api/docs')
  await page.keyboard.press('/')
  await page.keyboard.type('filter')
  await page.getByRole('option', { name: /^POST \/filter/ }).click()
  await expect(page.locator('#POST_filter')).toHaveAttribute('open')
})

test('the footer of the product leads to the documentation', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' }).click()
  await expect(page).toHaveURL(/\/docs$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Channelbook documentation')
})

test('pictures say how much room they need before they are there', async ({ request }) => {
  for (const page of ['/docs', '/docs/ru', '/docs/evidence']) {
    const html = await (await request.get(page)).text()
    const pictures = html.match(/<img [^>]*>/g) ?? []
    expect(pictures.length, page).toBeGreaterThan(0)
    for (const picture of pictures) expect(picture).toMatch(/ width="\d+" height="\d+" /)
  }
})

test('braces in a page are text', async ({ request }) => {
  const answer = await request.get('/docs/decisions/2026-11-27-documentation-by-markdown-it')
  expect(await answer.text()).toContain('<code>{{ $value }}</code>')
})

test('llms.txt and the site map name addresses that answer', async ({ request, baseURL }) => {
  const brief = await (await request.get('/llms.txt')).text()
  const named = [...brief.matchAll(/\]\((\/[^)]+)\)/g)].map(([, address = '']) => address)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>[^<]*?(\/docs[^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect(named).toEqual(
    expect.arrayContaining(['/docs/install.md', '/docs/llms-full.txt', '/api/openapi.json']),
  )
  expect(listed).toEqual(expect.arrayContaining(['/docs', '/docs/ru', '/docs/ru/install']))
  for (const address of [...named, ...listed]) {
    const answer = await request.get(`${baseURL}${address}`)
    expect(answer.status(), address).toBe(200)
    const type = answer.headers()['content-type']
    expect(type, address).toMatch(
      address.endsWith('.md') ? /^text\/markdown/ : /^(text\/(html|plain)|application\/json)/,
    )
  }
})
