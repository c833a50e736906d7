import type { Page } from '@playwright/test'
import { PACKAGES } from '#shared/rules/uses.ts'
import { expect, MIX_SEED, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'

/**
 * The most script, in bytes, that the start page may load before anything is pressed; counted after gzip, as the build
 * does.
 */
const BUDGET = 110_000

for (const look of [LOOKS.phoneRussian, LOOKS.laptopEnglish]) {
  test.describe(`the start page, ${look.language}`, () => {
    test.use({ look })

    test.describe('without script', () => {
      test.use({ javaScriptEnabled: false })

      test('can be read entirely, and all its links work', async ({ page, texts }) => {
        const { landing, search, shell } = texts
        await page.goto('/')
        await expect(page.getByRole('heading', { level: 1, name: landing.headline })).toBeVisible()
        await expect(page.getByText(landing.words[0], { exact: true })).toBeVisible()

        const example = page.getByRole('figure', { name: landing.example.name })
        await expect(example.getByText('hello@north-workshop.example')).toBeVisible()
        await expect(example.getByRole('button')).toBeHidden()
        const counts = page.getByRole('list', { name: landing.countsTitle }).getByRole('listitem')
        await expect(counts).toHaveText([/^[1-9]/, /^[1-9]/, `3 ${landing.counts.welcome(3)}`])
        const sources = page.getByRole('region', { name: landing.sourcesTitle })
        await expect(sources.getByRole('link', { name: shell.optout })).toBeVisible()

        const line = (title: string) =>
          page.getByRole('heading', { level: 3, name: title }).locator('..').getByRole('link')
        const { contentTypes: types, audiences, ranges } = search
        await expect(line(landing.contentType)).toHaveText([
          types.Education,
          types.Comedy,
          types.Fitness,
          types.Vlogs,
          types.Animation,
          landing.games,
          types.News,
          types.Music,
          types.Fashion,
          types.Travel,
          types.Health,
        ])
        await expect(line(landing.targetAudience)).toHaveText([
          audiences.Kids,
          audiences.Teenagers,
          audiences.Adults,
          audiences.OlderGen,
        ])
        await expect(line(landing.subscribers)).toHaveText([
          ranges['0-1K'],
          ranges['1-10K'],
          ranges['10-100K'],
          ranges['100-500K'],
          ranges['1-5M'],
          ranges['5-10M'],
          ranges['10-20M'],
        ])
        for (const { name } of PACKAGES) {
          await expect(page.getByRole('article', { name })).toContainText(landing.packages[name])
        }
        await expect(page.getByRole('img')).toHaveCount(2)
        await expect(page.getByRole('img').first()).toBeVisible()

        await expect(page.getByRole('link', { name: shell.purchases })).toBeVisible()
        await line(landing.targetAudience).first().click()
        await expect(page).toHaveURL('/search?audience=Kids')
      })
    })

    test('leads to the search with a filter applied, or with the filters open', async ({ page, texts }) => {
      const { landing, search } = texts
      await page.goto('/')
      const example = page.getByRole('figure', { name: landing.example.name })
      expect(await example.evaluate(runningAnimations)).toEqual([])
      await example.getByRole('button', { name: landing.example.replay }).click()
      expect(await example.evaluate(runningAnimations)).not.toEqual([])
      await page.getByRole('link', { name: landing.games, exact: true }).click()
      await expect(page).toHaveURL('/search?type=Gaming')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      const chip = page.getByRole('list', { name: search.chosenFilters }).getByRole('listitem')
      await expect(chip).toHaveText([search.contentTypes.Gaming, search.withContact])
      await expect(page.getByRole('article')).toContainText(search.contentTypes.Gaming)

      await page.goBack()
      // Rarer values are behind 'More'.
      const rare = page.getByRole('link', { name: search.contentTypes.Beauty, exact: true })
      await expect(rare).toBeHidden()
      await page.getByText(landing.moreFilters, { exact: true }).first().click()
      await rare.click()
      await expect(page).toHaveURL('/search?type=Beauty')
      // The start page, which has articles of its own, may still show.
      await expect(chip).toHaveText([search.contentTypes.Beauty, search.withContact])
      await expect(page.getByRole('article')).toContainText(search.contentTypes.Beauty)

      await page.goBack()
      await page.getByRole('link', { name: landing.toFilters }).click()
      const block = page.getByRole('button', { name: search.contentTypes.Travel, exact: true })
      await expect(block).toBeVisible()
      await block.click()
      await expect(page).toHaveURL(`/search?type=Travel&seed=${MIX_SEED}`)
      await expect(block).toHaveAttribute('aria-pressed', 'true')
    })

    // The words are typed alike in both languages.
    if (look.language === 'ru')
      test('types each word for three seconds, until stopped', async ({ page, texts }) => {
        const { landing } = texts
        await page.clock.install()
        await page.goto('/')
        const stop = page.getByRole('button', { name: landing.pause })
        await expect(stop).toBeVisible()
        await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
        // From the middle of one word to the middle of the next, sampled between letters. How long the page took decides
        // which part of a word's turn it stopped in, so the next turn is waited for.
        const typed = page.locator('[data-word]')
        while ((await typed.textContent()) !== '') await page.clock.runFor(40)
        await page.clock.runFor(1_480)
        const seen = await recordWord(page, 3_000)
        const [first, second] = [seen[0]?.word, seen.at(-1)?.word]
        const words: readonly string[] = landing.words
        expect(words.indexOf(second ?? '')).toBe((words.indexOf(first ?? '') + 1) % words.length)
        expect(seen.at(-1)?.text).toBe(second)
        for (const [place, { word, text }] of seen.entries()) {
          const before = seen[place - 1]
          expect(word.startsWith(text)).toBe(true)
          if (before?.word === word) expect(Math.abs(text.length - before.text.length)).toBeLessThanOrEqual(1)
          else if (before !== undefined) expect([before.text, text]).toEqual(['', ''])
        }

        await stop.click()
        await page.clock.runFor(7_000)
        await expect(typed).toHaveText(second ?? '')
        await page.getByRole('button', { name: landing.play }).click()
        await page.clock.runFor(3_000)
        await expect(typed).not.toHaveAttribute('data-word', second ?? '')
      })
  })
}

test.describe('the start page with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('stands still, and changes whole words on request', async ({ page, texts }) => {
    const { words, play } = texts.landing
    const word = page.locator('[data-word]')
    await page.clock.install()
    await page.goto('/')
    await expect(page.getByRole('button', { name: play })).toBeVisible()
    await page.clock.runFor(7_000)
    await expect(word).toHaveText(words[0])
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
    await page.getByRole('button', { name: play }).click()
    await page.clock.runFor(3_000)
    await expect(word).toHaveText(words[1])
  })
})

test.describe('in a small window', () => {
  test.use({ look: LOOKS.phoneEnglish, viewport: { width: 600, height: 844 } })

  test('a press that began before the cookie notice appeared reaches its target', async ({ page, texts }) => {
    const { landing, shell } = texts
    const pressed = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const games = page.getByRole('link', { name: landing.games, exact: true })
    const height = page.viewportSize()?.height ?? 0
    // Scrolls to where the notice will appear.
    await games.evaluate((link: Scrolled, bottom) => {
      link.ownerDocument.defaultView.scrollBy(0, link.getBoundingClientRect().bottom - bottom)
    }, height - 24)
    const link = await games.boundingBox()
    if (link === null) throw new Error('The filter has no place on the page')
    const [x, y] = [link.x + link.width / 2, link.y + link.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    pressed.resolve()
    const notice = page.getByRole('region', { name: shell.cookieBanner })
    await expect(notice).toBeVisible()
    // The notice is now where the press is.
    await expect.poll(async () => isInside(await notice.boundingBox(), x, y)).toBe(true)
    await page.mouse.up()
    await expect(page).toHaveURL('/search?type=Gaming')
  })
})

test('the start page loads no more script than its budget before anything is pressed', async ({ page }) => {
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
  await page.goto('/', { waitUntil: 'networkidle' })
  const sizes = await Promise.all(scripts)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(BUDGET)
})

/** The animations of an element's parts. */
const runningAnimations = (element: { getAnimations(options: { subtree: true }): readonly unknown[] }) =>
  element.getAnimations({ subtree: true }).map(String)

/** The parts of the link's element that the test uses; tests have no DOM types. */
interface Scrolled {
  readonly ownerDocument: { readonly defaultView: { scrollBy(x: number, y: number): void } }
  getBoundingClientRect(): { readonly bottom: number }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function isInside(box: Box | null, x: number, y: number): boolean {
  if (box === null) return false
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
}

interface Seen {
  /** The current word. */
  readonly word: string
  /** The part of it that is shown. */
  readonly text: string
}

/** Samples the headline's word every 40 ms, for `ms`. */
async function recordWord(page: Page, duration: number): Promise<Seen[]> {
  const word = page.locator('[data-word]')
  const seen: Seen[] = []
  for (let passed = 0; passed < duration; passed += 40) {
    await page.clock.runFor(40)
    seen.push(
      await word.evaluate(
        (element: { getAttribute(name: string): string | null; textContent: string | null }) => ({
          word: element.getAttribute('data-word') ?? '',
          text: element.textContent ?? '',
        }),
      ),
    )
  }
  return seen
}
