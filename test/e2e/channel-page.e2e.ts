import type { Response } from '@playwright/test'
import type { Db } from '#server/db/connect.ts'
import { channelPath } from '#shared/paths.ts'
import { formatDate, formatNumber, formatShortDate, formatSpan } from '#web/kit/formats/format.ts'
import { test as configuredTest } from './configured-product.ts'
import { checkNarrow, checkScreen, checkWidths } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'
import type { Channel } from './popular-channels.ts'
import { tabTo } from './tab-to.ts'

const CHANNEL_CALL = /\/api\/channels\/[^/]+$/
const VIDEOS_CALL = /\/api\/channels\/[^/]+\/videos$/

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const READ_AT = daysAgo(20)
/** In the fourth of the twelve months. */
const LISTED_SINCE = new Date(Date.UTC(READ_AT.getUTCFullYear(), READ_AT.getUTCMonth() - 8, 14, 10))

/** Ten videos as the product keeps them; for a day it does not ask the platform again. */
function keptVideos() {
  return Array.from({ length: 10 }, (_, place) => ({
    videoId: `kept-video${place}`,
    title: `Video ${place}`,
    thumbnail: null,
    publishedAt: daysAgo(25),
    views: 1_000 * place,
    likes: 40 * place,
    comments: place,
  }))
}

const HISTORY = (
  [
    [27, 81_000],
    [20, 84_500],
    [10, 90_100],
  ] as const
).map(([days, subscribers]) => [daysAgo(days).toISOString().slice(0, 10), subscribers] as const)

/** What a channel gathers in weeks: the demo catalogue was filled a moment ago. */
async function gather(db: Db, channelId: string): Promise<void> {
  const { id } = await db
    .selectFrom('channel')
    .select('id')
    .where('platform_id', '=', channelId)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('channel_day').where('channel_id', '=', id).execute()
  await db
    .insertInto('channel_day')
    .values(HISTORY.map(([day, subscribers]) => ({ channel_id: id, day, subscribers })))
    .execute()
  const recent = {
    keys: [1, 2],
    words: ['keyboards', 'switches'],
    months: [0, 0, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    listed_since: LISTED_SINCE,
    read_at: READ_AT,
  }
  await db
    .insertInto('channel_recent')
    .values({ channel_id: id, ...recent })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(recent))
    .execute()
  await keepVideos(db, id, { videos: keptVideos(), fetchedAt: new Date() })
}

function keepVideos(
  db: Db,
  id: number,
  kept: {
    readonly videos: readonly object[] | null
    readonly fetchedAt: Date | null
    readonly problem?: string
  },
): Promise<unknown> {
  const row = {
    videos: kept.videos === null ? null : JSON.stringify(kept.videos),
    fetched_at: kept.fetchedAt,
    asked_at: kept.fetchedAt ?? new Date(),
    problem: kept.problem ?? null,
  }
  return db
    .insertInto('channel_videos')
    .values({ channel_id: id, ...row })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(row))
    .execute()
}

/** By how much visible parts have moved, as browsers count it. */
const SHIFT = `new Promise((resolve) => {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => setTimeout(() => resolve(shift)))
})`

function pageOf({ channelId, channel_name }: Pick<Channel, 'channelId' | 'channel_name'>): string {
  return channelPath(channelId, channel_name)
}

for (const [device, look] of Object.entries({ phone: LOOKS.phoneRussian, laptop: LOOKS.laptopEnglish })) {
  test.describe(`the page of a channel: ${device}`, () => {
    test.use({ look, refusals: [404] })

    test('is one press from its card, and says what is known', async ({ page, texts, database, popular }) => {
      const { channels, search, reveals, statistics } = texts
      const channel = (await popular(look.language))[9]!
      await gather(database, channel.channelId)
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
      const [readAt, since] = [READ_AT, LISTED_SINCE].map((instant) =>
        formatDate(instant.toISOString(), look.language),
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

    test('moves nothing when it learns of an inactive channel', async ({
      page,
      texts,
      inactive,
      person: _,
    }) => {
      const { channels, reveals } = texts
      const channel = await inactive(look.language)
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
  })
}

test.describe('the address of a channel', () => {
  const look = LOOKS.phoneRussian
  test.use({ look, refusals: [404] })

  test('leads to a page that waits in its place, and fits the narrowest phone meanwhile', async ({
    page,
    texts,
    popular,
  }) => {
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

  test('says so when the channel is gone, and searches', async ({ page, texts, popular }) => {
    const { channels, search } = texts
    const [{ channel_name: name }] = await popular(look.language)
    await page.goto('/channel/UC-nobody/any-name')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(channels.gone.title)
    await expect(page).toHaveTitle(channels.gone.title)
    await checkScreen(page, 'a channel that is gone')
    await checkNarrow(page, 'a channel that is gone')
    await page.getByRole('searchbox', { name: search.inputLabel }).fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
  })
  test('keeps its address in the other language', async ({ page, texts, popular }) => {
    const [channel] = await popular(look.language)
    await page.goto(`/ru${pageOf(channel)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(channel.channel_name)
    await page.getByRole('button', { name: texts.shell.openMenu }).click()
    await page.locator('a[hreflang="en"]:visible').first().click()
    await expect(page).toHaveURL(`/en${pageOf(channel)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(channel.channel_name)
  })
})

test.describe('the contact on the page of a channel', () => {
  // A channel that no search finds resembles none.
  test.use({ look: LOOKS.laptopEnglish, refusals: [404] })

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
    database,
    person: _,
    makeChannel,
  }) => {
    const { channels, reveals } = texts
    const channel = await makeChannel()
    await gather(database, channel.channelId)
    await page.goto(pageOf(channel))
    const card = page.getByRole('article', { name: channel.channel_name, exact: true })
    await tabTo(page, card.getByRole('button', { name: reveals.getData }))
    await page.keyboard.press('Enter')
    await expect(card.getByRole('button', { name: reveals.copyContact })).toBeFocused()
    const slider = page.getByRole('slider')
    const dayOf = (place: number) => {
      const [day = '', subscribers = 0] = HISTORY[place] ?? []
      return new RegExp(`${formatShortDate(day, 'en')}: ${formatNumber(subscribers, 'en')}$`)
    }
    await tabTo(page, slider)
    await expect(slider).toHaveAttribute('aria-valuetext', dayOf(2))
    await page.keyboard.press('ArrowLeft')
    // Only the platform's own numbers: no change between them.
    await expect(slider).toHaveAttribute('aria-valuetext', dayOf(1))
    const videos = page.getByRole('article', { name: channels.recent.title })
    await tabTo(page, videos.getByRole('link').first())
  })
})

configuredTest.describe('figures that are older than a day', () => {
  configuredTest.use({ look: LOOKS.phoneEnglish, refusals: [404] })

  configuredTest(
    'are shown with their date, and calculated ones with their method',
    async ({ page, texts, database, makeChannel }) => {
      const { channels } = texts
      const channel = await makeChannel()
      const fetchedAt = daysAgo(7)
      await keepVideos(database, channel.id, { videos: keptVideos(), fetchedAt })
      await page.goto(pageOf(channel))
      const videos = page.getByRole('article', { name: channels.recent.title })
      await videos.scrollIntoViewIfNeeded()
      await expect(videos.getByRole('status')).toContainText(
        channels.recent.shownAsOf(formatDate(fetchedAt.toISOString(), 'en')),
      )
      const calculated = videos.getByRole('region', { name: channels.calculated.title })
      await expect(calculated).toContainText('4,500')
      await expect(calculated).toContainText('2K–7K')
      await expect(calculated.getByText('41', { exact: true })).toBeVisible()
      await expect(calculated).toContainText(channels.calculated.method(10, '10'))
      await checkScreen(page, 'older videos')
      await checkNarrow(page, 'older videos')
    },
  )
})

test.describe('a platform that does not answer', () => {
  test.use({ look: LOOKS.phoneRussian, refusals: [404] })

  test('can be asked again, and the focus stays in its section', async ({
    page,
    texts,
    database,
    makeChannel,
  }) => {
    const { channels, common } = texts
    const channel = await makeChannel()
    // For a minute after no answer it is not asked again.
    await keepVideos(database, channel.id, { videos: null, fetchedAt: null, problem: 'unavailable' })
    await page.goto(pageOf(channel))
    const videos = page.getByRole('article', { name: channels.recent.title })
    await videos.scrollIntoViewIfNeeded()
    await expect(videos).toContainText(channels.recent.unavailable)
    await expect(videos).toContainText(channels.recent.when.unavailable)
    await checkScreen(page, 'a platform that does not answer')
    await checkNarrow(page, 'a platform that does not answer')
    const again = videos.getByRole('button', { name: common.retry })
    const answered = page.waitForResponse(VIDEOS_CALL)
    await again.press('Enter')
    await answered
    await expect(again).not.toHaveAttribute('aria-busy')
    await expect(again).toBeFocused()
    await database.deleteFrom('channel_videos').where('channel_id', '=', channel.id).execute()
    await again.press('Enter')
    await expect(videos.getByRole('heading', { level: 3 })).toHaveCount(10)
    await expect(videos.getByRole('heading', { name: channels.recent.title })).toBeFocused()
  })
})

test.describe('an inactive channel whose videos are listed', () => {
  test.use({ look: LOOKS.phoneEnglish, refusals: [404] })

  test('is inactive as of the list, and is asked for once more only', async ({
    page,
    texts,
    database,
    makeChannel,
  }) => {
    const { channels, search } = texts
    const channel = await makeChannel()
    const checkedAt = daysAgo(40)
    await database
      .updateTable('channel')
      .set({ last_upload_at: daysAgo(500), uploads_checked_at: checkedAt, refreshed_at: checkedAt })
      .where('id', '=', channel.id)
      .execute()
    let calls = 0
    page.on('request', (request) => {
      if (CHANNEL_CALL.test(request.url())) calls += 1
    })
    const today = formatDate(new Date().toISOString(), 'en')
    await page.goto(pageOf(channel))
    const card = page.getByRole('article', { name: channel.channel_name, exact: true })
    await expect(card).toContainText(search.checkedAgo('5\u00a0weeks ago'))
    const videos = page.getByRole('article', { name: channels.recent.title })
    await videos.scrollIntoViewIfNeeded()
    await expect(card).toContainText(search.noUploads(formatSpan(500, 'en')))
    await expect(card).toContainText(`checked ${today}`)
    await expect(videos).toContainText(channels.asOf(today))
    await expect(videos.getByRole('heading', { level: 3 })).toHaveCount(10)
    await page.waitForLoadState('networkidle')
    expect(calls).toBe(2)
  })
})

configuredTest.describe('a quota that is used up', () => {
  configuredTest.use({ look: LOOKS.tabletRussian, refusals: [404] })

  configuredTest('leaves the rest of the page as it is', async ({ page, texts, makeChannel }) => {
    const { channels, reveals } = texts
    const channel = await makeChannel()
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
