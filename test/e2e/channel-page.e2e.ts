import type { Page, Response } from '@playwright/test'
import type { DataOf } from '#shared/api/contract.ts'
import { channelPath } from '#shared/paths.ts'
import { formatDate, formatNumber, formatWait } from '#web/kit/formats/format.ts'
import { test as configuredTest } from './configured-product.ts'
import { checkNarrow, checkScreen, checkWidths } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'
import type { Channel } from './popular-channels.ts'
import { tabTo } from './tab-to.ts'

const CHANNEL_CALL = /\/api\/channels\/[^/]+$/
const VIDEOS_CALL = /\/api\/channels\/[^/]+\/videos$/

/** What a channel gathers in weeks: the demo catalogue was filled a moment ago. */
const GATHERED = {
  history: [
    { date: '2026-09-01', subscribers: 81_000 },
    { date: '2026-09-20', subscribers: 84_500 },
    { date: '2026-10-02', subscribers: 90_100 },
  ],
  uploads: Array.from({ length: 12 }, (_, place) => ({
    month: place === 0 ? '2025-12' : `2026-${String(place).padStart(2, '0')}`,
    count: place < 3 ? 0 : place,
  })),
  uploadsListedSince: '2026-03-14T10:00:00.000Z',
  uploadsReadAt: '2026-11-05T10:00:00.000Z',
  topics: ['keyboards', 'switches'],
} satisfies Partial<DataOf<'GET /channels/{channelId}'>>

/** Adds to the server's real answers. */
async function add(page: Page, call: RegExp, facts: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route(call, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { readonly data: object }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...facts } } })
  })
}

/** By how much visible parts have moved, as browsers count it. */
const SHIFT = `new Promise((resolve) => {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => setTimeout(() => resolve(shift)))
})`

function pageOf({ channelId, channel_name }: Channel): string {
  return channelPath(channelId, channel_name)
}

for (const [device, look] of Object.entries({ phone: LOOKS.phoneRussian, laptop: LOOKS.laptopEnglish })) {
  test.describe(`the page of a channel: ${device}`, () => {
    test.use({ look, refusals: [404] })

    test('is one press from its card, and says what is known', async ({ page, texts, popular }) => {
      test.slow()
      const { channels, search, reveals, statistics } = texts
      const [channel] = await popular(look.language)
      await add(page, CHANNEL_CALL, GATHERED)
      await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
      await page.getByRole('article').getByRole('link', { name: reveals.about }).first().click()
      await expect(page).toHaveURL(pageOf(channel))
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(channel.channel_name)
      await expect(heading).toBeFocused()
      await expect(page).toHaveTitle(channel.channel_name)
      const card = page.getByRole('article', { name: channel.channel_name, exact: true })
      const count = channel.subsCount ?? 0
      const exact = search.exactSubscribers(formatNumber(count, look.language), count)
      await expect(card).toContainText(exact)
      await expect(card.getByText(search.contactKnown, { exact: true })).toBeVisible()
      await expect(card.getByRole('link', { name: 'switches' })).toHaveAttribute('href', /by=topic/)

      const uploads = page.getByRole('article', { name: channels.uploads.title })
      await expect(uploads.getByRole('listitem')).toHaveCount(12)
      await expect(uploads).toContainText(channels.uploads.notListed)
      await expect(uploads).toContainText(channels.uploads.atLeast(3, '3'))
      await expect(uploads).toContainText(channels.uploads.count(11, '11'))
      const [readAt, since] = [GATHERED.uploadsReadAt, GATHERED.uploadsListedSince].map((instant) =>
        formatDate(instant, look.language),
      )
      await expect(uploads).toContainText(channels.uploads.partial(readAt!, since!))

      const videos = page.getByRole('article', { name: channels.recent.title })
      await videos.scrollIntoViewIfNeeded()
      await expect(videos.getByRole('heading', { level: 3 })).toHaveCount(10)
      await expect(videos.getByRole('listitem').first()).toContainText(statistics.counters.views)
      await expect(page.getByText(channels.calculated.title)).toHaveCount(0)
      await expect(page.getByRole('slider')).toBeAttached()
      await checkScreen(page, 'a channel')
      await (look.width === 390 ? checkNarrow : checkWidths)(page, 'a channel')
    })

    test('waits in its place, and fits the narrowest phone meanwhile', async ({ page, texts, popular }) => {
      const { channels } = texts
      const [channel] = await popular(look.language)
      const facts = await holdAnswers(page, CHANNEL_CALL)
      const rest = await holdAnswers(page, /\/api\/channels\/[^/]+\/(?:videos|similar)/)
      await page.goto(pageOf(channel))
      await expect(page.getByRole('article', { name: channels.loading })).toBeVisible()
      expect(await page.evaluate<number>(SHIFT), 'by how much parts moved').toBeLessThan(0.01)
      await checkNarrow(page, 'a channel that loads')
      await facts.release()
      await expect(page.getByRole('article', { name: channel.channel_name, exact: true })).toBeVisible()
      await checkNarrow(page, 'a channel whose videos load')
      await rest.release()
    })

    test('moves nothing when it learns of an inactive channel', async ({
      page,
      texts,
      inactive,
      person: _,
    }) => {
      const { channels, reveals } = texts
      const channel = await inactive(look.language)
      await add(page, CHANNEL_CALL, { topics: GATHERED.topics })
      const facts = await holdAnswers(page, CHANNEL_CALL)
      const session = await holdAnswers(page, '**/api/cookie')
      await page.goto(pageOf(channel))
      await expect(page.getByRole('article', { name: channels.loading })).toBeVisible()
      await facts.release()
      await session.release()
      await expect(page.getByRole('button', { name: reveals.alive })).toBeVisible()
      await expect(page.getByText(reveals.uses('3'))).toBeVisible()
      expect(await page.evaluate<number>(SHIFT), 'by how much parts moved').toBeLessThan(0.02)
    })

    test('says so when the channel is gone, and searches', async ({ page, texts, popular }) => {
      const { channels, search } = texts
      const [{ channel_name: name }] = await popular(look.language)
      await page.goto('/channel/UC-nobody/any-name')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(channels.gone.title)
      await expect(page).toHaveTitle(channels.gone.title)
      await checkScreen(page, 'a channel that is gone')
      if (look.width === 390) await checkNarrow(page, 'a channel that is gone')
      await page.getByRole('searchbox', { name: search.inputLabel }).fill(name)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
    })
    test('keeps its address in the other language', async ({ page, texts, popular }) => {
      const [channel] = await popular(look.language)
      const other = look.language === 'en' ? 'ru' : 'en'
      await page.goto(`/${look.language}${pageOf(channel)}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(channel.channel_name)
      if (look.width === 390) await page.getByRole('button', { name: texts.shell.openMenu }).click()
      await page.locator(`a[hreflang="${other}"]:visible`).first().click()
      await expect(page).toHaveURL(`/${other}${pageOf(channel)}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(channel.channel_name)
    })
  })
}

test.describe('the contact on the page of a channel', () => {
  test.use({ look: LOOKS.laptopEnglish })

  test('is in no answer before it is bought, and is shown from then on', async ({
    page,
    texts,
    person,
    makePerson,
    popular,
  }) => {
    const { channels, reveals } = texts
    const [channel] = await popular('en')
    const other = await makePerson()
    const bought = await other.client.call('POST /getemail', { body: { channelId: channel.channelId } })
    const email = 'data' in bought.body ? bought.body.data.email : ''
    expect(email).toContain('@')
    const bodies: Promise<string>[] = []
    const read = (response: Response) => {
      if (response.url().includes('/api/channels/')) bodies.push(response.text())
    }
    page.on('response', read)
    await page.goto(pageOf(channel))
    await page.getByRole('article', { name: channels.recent.title }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(10)
    // The list of videos tells what the page did not know before.
    const uploads = page.getByRole('article', { name: channels.uploads.title })
    await expect(uploads.getByRole('listitem')).toHaveCount(12)
    const card = page.getByRole('article', { name: channel.channel_name, exact: true })
    await expect(card).toContainText(reveals.cost)
    expect(await page.content()).not.toContain(email)
    expect((await Promise.all(bodies)).filter((body) => body.includes(email))).toEqual([])
    // What the reload below cuts off has no body to read.
    page.off('response', read)

    await card.getByRole('button', { name: reveals.getData }).click()
    await expect(card.locator('[data-contact]')).toHaveText(email)
    await expect(card.locator(`a[href^="mailto:${email}"]`)).toBeVisible()
    await checkScreen(page, 'a channel whose contact is bought')
    await page.reload()
    await expect(card.locator('[data-contact]')).toHaveText(email)
    await expect(card).not.toContainText(reveals.cost)
    expect(person.email).not.toBe(other.email)
  })

  test('can be reached by keyboard alone, and so can the days of the chart', async ({
    page,
    texts,
    person: _,
    popular,
  }) => {
    const { channels, reveals } = texts
    const [, channel] = await popular('en')
    if (channel === undefined) throw new Error('The demo catalogue has one channel')
    await add(page, CHANNEL_CALL, GATHERED)
    await page.goto(pageOf(channel))
    const card = page.getByRole('article', { name: channel.channel_name, exact: true })
    await tabTo(page, card.getByRole('button', { name: reveals.getData }))
    await page.keyboard.press('Enter')
    await expect(card.getByRole('button', { name: reveals.copyContact })).toBeFocused()
    const slider = page.getByRole('slider')
    await tabTo(page, slider)
    await expect(slider).toHaveAttribute('aria-valuetext', /2\sOct\s2026: 90,100$/)
    await page.keyboard.press('ArrowLeft')
    // Only the platform's own numbers: no change between them.
    await expect(slider).toHaveAttribute('aria-valuetext', /20\sSept\s2026: 84,500$/)
    const videos = page.getByRole('article', { name: channels.recent.title })
    await tabTo(page, videos.getByRole('link').first())
  })
})

test.describe('figures that are older than a day', () => {
  test.use({ look: LOOKS.phoneEnglish })

  test('are shown with their date, and calculated ones with their method', async ({
    page,
    texts,
    popular,
  }) => {
    const { channels } = texts
    const [channel] = await popular('en')
    await add(page, VIDEOS_CALL, {
      problem: 'quota',
      fetchedAt: '2026-11-20T10:00:00.000Z',
      calculated: { medianViews: 12_345, engagementPer1000: 44.422, videos: 8 },
    })
    await page.goto(pageOf(channel))
    const videos = page.getByRole('article', { name: channels.recent.title })
    await videos.scrollIntoViewIfNeeded()
    await expect(videos.getByRole('status')).toContainText(channels.recent.shownAsOf('20 November 2026'))
    const calculated = videos.getByRole('region', { name: channels.calculated.title })
    await expect(calculated).toContainText('12,345')
    await expect(calculated.getByText('44.4', { exact: true })).toBeVisible()
    await expect(calculated).toContainText(channels.calculated.method(8, '8'))
    await checkScreen(page, 'older videos')
    await checkNarrow(page, 'older videos')
  })
})

test.describe('a platform that does not answer', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('can be asked again, and the focus stays in its section', async ({ page, texts, popular }) => {
    const { channels, common } = texts
    const [channel] = await popular('ru')
    let answers = 0
    await page.route(VIDEOS_CALL, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { readonly data: object }
      answers += 1
      const away = { videos: [], fetchedAt: null, problem: 'unavailable' }
      await route.fulfill({ response, json: answers < 3 ? { ...answer, data: away } : answer })
    })
    await page.goto(pageOf(channel))
    const videos = page.getByRole('article', { name: channels.recent.title })
    await videos.scrollIntoViewIfNeeded()
    await expect(videos).toContainText(channels.recent.unavailable)
    await expect(videos).toContainText(channels.recent.when.unavailable)
    await checkScreen(page, 'a platform that does not answer')
    await checkNarrow(page, 'a platform that does not answer')
    const again = videos.getByRole('button', { name: common.retry })
    await again.press('Enter')
    await expect.poll(() => answers).toBe(2)
    await expect(again).not.toHaveAttribute('aria-busy')
    await expect(again).toBeFocused()
    await again.press('Enter')
    await expect(videos.getByRole('heading', { level: 3 })).toHaveCount(10)
    await expect(videos.getByRole('heading', { name: channels.recent.title })).toBeFocused()
  })
})

test.describe('an inactive channel whose videos are listed', () => {
  test.use({ look: LOOKS.phoneEnglish })

  test('is inactive as of the list, and is asked for once more only', async ({ page, texts, popular }) => {
    const { channels } = texts
    const [channel] = await popular('en')
    const lastUploadAt = '2025-06-01T10:00:00.000Z'
    const checks = ['2026-10-01T10:00:00.000Z', '2026-11-25T10:00:00.000Z']
    let calls = 0
    await page.route(CHANNEL_CALL, async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as { readonly data: { readonly channel: object } }
      const known = { lastUploadAt, uploadsCheckedAt: checks[Math.min(calls, 1)] }
      calls += 1
      const shown = { ...data, ...GATHERED, channel: { ...data.channel, ...known } }
      await route.fulfill({ response, json: { ...rest, data: shown } })
    })
    await page.route(VIDEOS_CALL, async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as { readonly data: { readonly videos: object[] } }
      const videos = data.videos.map((video) => ({ ...video, publishedAt: lastUploadAt }))
      await route.fulfill({ response, json: { ...rest, data: { ...data, videos, fetchedAt: checks[1] } } })
    })
    await page.goto(pageOf(channel))
    const card = page.getByRole('article', { name: channel.channel_name, exact: true })
    await expect(card).toContainText(channels.checked('1 October 2026'))
    const videos = page.getByRole('article', { name: channels.recent.title })
    await videos.scrollIntoViewIfNeeded()
    await expect(card).toContainText(channels.checked('25 November 2026'))
    await expect(videos).toContainText(channels.asOf('25 November 2026'))
    await expect(videos.getByRole('heading', { level: 3 })).toHaveCount(10)
    await page.waitForLoadState('networkidle')
    expect(calls).toBe(2)
  })
})

test.describe('videos that too many asked for', () => {
  test.use({ look: LOOKS.phoneRussian, refusals: [429] })

  test('say how long to wait', async ({ page, texts, popular }) => {
    const { channels, status } = texts
    const [channel] = await popular('ru')
    const error = { code: 'too_many_requests', message: 'Too many requests!' }
    await page.route(VIDEOS_CALL, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1800' },
        json: { success: false, data: null, error },
      }),
    )
    await page.goto(pageOf(channel))
    const videos = page.getByRole('article', { name: channels.recent.title })
    await videos.scrollIntoViewIfNeeded()
    await expect(videos.getByRole('alert')).toContainText(
      status.tooManyRequests.wait(formatWait(1_800, 'ru')),
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(channel.channel_name)
  })
})

configuredTest.describe('a quota that is used up', () => {
  configuredTest.use({ look: LOOKS.tabletRussian })

  configuredTest('leaves the rest of the page as it is', async ({ page, texts, popular }) => {
    const { channels, reveals } = texts
    const [channel] = await popular('ru')
    await page.goto(pageOf(channel))
    const videos = page.getByRole('article', { name: channels.recent.title })
    await videos.scrollIntoViewIfNeeded()
    await expect(videos).toContainText(channels.recent.quota)
    await expect(videos).toContainText(channels.recent.when.quota)
    await expect(videos.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: reveals.getData })).toBeEnabled()
    await checkScreen(page, 'a channel without quota')
  })
})
