import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Db } from '#server/db/connect.ts'
import type { Messages } from '#shared/i18n/en.ts'
import { checkNarrow, checkScreen, checkScreenEverywhere } from './check-screen.ts'
import { test as configuredTest } from './configured-product.ts'
import { expect, type Person, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import type { OwnChannel } from './product-database.ts'

interface Bought {
  readonly channelId: string
  readonly channel_name: string
}

async function buy(person: Person, channel: Bought): Promise<void> {
  const { status } = await person.client.call('POST /getemail', { body: { channelId: channel.channelId } })
  expect(status).toBe(200)
}

/** Chooses the channel and looks up a video by the typed text. */
async function lookUp(page: Page, { statistics }: Messages, channel: Bought, name: string): Promise<void> {
  await page.getByRole('button', { name: channel.channel_name, pressed: false }).click()
  await page.getByLabel(statistics.videoName).fill(name)
  await page.getByRole('button', { name: statistics.find, exact: true }).click()
}

test.describe('on a phone', () => {
  test.use({ look: LOOKS.phoneRussian, contextOptions: { reducedMotion: 'reduce' } })

  test('a video is found, followed, shown as a chart and no longer followed', async ({
    page,
    texts,
    look,
    person,
    popular,
  }) => {
    const { statistics: words } = texts
    const check = (screen: string) => checkScreenEverywhere(page, screen)
    const [channel, second] = await popular(look.language)
    await page.goto('/promotion')
    await expect(page.getByText(words.emptyTitle)).toBeVisible()
    await check('nothing bought yet')
    await buy(person, channel)
    if (second !== undefined) await buy(person, second)

    await page.goto('/promotion')
    await expect(page.getByText(words.followedEmpty)).toBeVisible()
    await expect(page.getByLabel(words.videoName)).toHaveCount(0)
    const choice = page.getByRole('button', { name: channel.channel_name })
    await choice.press('Enter')
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    await expect(choice).toBeFocused()
    const offers = page.getByRole('list', { name: words.offered }).getByRole('listitem')
    await expect(offers.first()).toBeInViewport()
    // Nothing happens without an input.
    await page.getByRole('button', { name: words.find, exact: true }).click()
    await expect(page.getByText(words.finding)).toHaveCount(0)
    await check('a chosen channel')
    await page.getByLabel(words.videoName).fill('no such video at all')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words.failures.notFound)).toBeVisible()
    await check('not found')
    // Every title of the stand-in contains the upload's number.
    await page.getByLabel(words.videoName).fill('1')
    const offer = offers.first()
    await expect(offer).toContainText(words.counters.views)
    await expect(offer).toContainText(words.counters.likes)
    const link = offer.getByRole('link')
    await expect(link).toHaveAttribute('href', /^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/)
    const title = ((await link.textContent()) ?? '').replace(` (${texts.search.inNewTab})`, '')
    await expect(page.getByText(words.followedEmpty)).toBeVisible()
    const other = await offers.nth(1).getByRole('button').getAttribute('aria-label')
    await offer.getByRole('button').press('Enter')
    await expect(page.getByText(words.followedNow(title))).toBeVisible()
    // It moves to the followed ones, and the focus to the next.
    await expect(offers.filter({ hasText: title })).toHaveCount(0)
    await expect(page.getByRole('button', { name: other ?? '', exact: true })).toBeFocused()

    await page.getByRole('button', { name: words.openChart(title) }).press('Enter')
    await expect(page.getByText(words.firstDay)).toBeVisible()
    await expect(page.getByRole('button', { name: `${words.close}: ${title}` })).toBeFocused()
    // The figures are there once, large.
    const followed = page.getByRole('region', { name: words.followed, exact: true })
    await expect(followed.locator('dt', { hasText: words.counters.views })).toHaveCount(1)
    await page.getByText(words.table, { exact: true }).click()
    await expect(page.getByRole('table', { name: words.tableOf(title) })).toBeVisible()
    await page.getByLabel(words.advertisedOn).fill('2026-03-01')
    await page.getByRole('button', { name: words.markAdvertisement }).click()
    await expect(page.getByRole('button', { name: words.unmarkAdvertisement })).toBeVisible()
    await check('the first day')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: words.csv }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toMatch(
      /^video,date_moscow,views,likes,comments\r\n".{11,12}",\d{4}-\d\d-\d\d,\d+,\d*,\d*\r\n$/,
    )
    await page.reload()
    await expect(page.getByText(words.firstDay)).toBeVisible()
    await expect(page.getByLabel(words.advertisedOn)).toHaveValue('2026-03-01')

    await page.getByRole('button', { name: words.stopOne(title) }).press('Enter')
    await expect(page.getByText(words.followedEmpty)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test.describe('on a laptop', () => {
  test.use({ look: LOOKS.laptopEnglish, contextOptions: { reducedMotion: 'reduce' }, refusals: [502] })

  test('a platform that fails is explained in words, beside the chart of another video', async ({
    page,
    texts,
    database,
    person,
    makeChannel,
  }) => {
    const { statistics: words } = texts
    const channel = await makeChannel()
    await buy(person, channel)
    await follow(database, person, channel, { platformId: `laptop-${channel.id}`, days: DAYS })
    await page.goto('/promotion')
    // An id on which the stand-in fails.
    await lookUp(page, texts, channel, 'busy--error')
    await expect(page.getByRole('main').getByText(words.failures.provider)).toBeVisible()
    await page.getByRole('button', { name: words.openChart(TITLE) }).click()
    await expect(page.getByRole('img', { name: TITLE })).toBeVisible()
    await checkScreenEverywhere(page, 'a chart, and a platform that fails')
  })
})

const TITLE = 'Обзор'
/** As many days as are kept of a video, the oldest first. */
const DAYS = Array.from({ length: 28 }, (_, at) =>
  new Date(Date.now() - (28 - at) * 86_400_000).toISOString().slice(0, 10),
)

/** How a chart's texts begin that name a day, as a regular expression. */
function dayAt(place: number): string {
  const date = new Date(DAYS.at(place) ?? '')
  const month = date
    .toLocaleDateString('ru', { month: 'short', day: 'numeric', timeZone: 'UTC' })
    .split(' ')[1]
  return `${date.getUTCDate()}\\s${month?.slice(0, 3)}`
}

/** Lets a person have followed a video of the channel, whose likes are hidden, for days. */
async function follow(
  db: Db,
  { client }: Person,
  { channelId }: OwnChannel,
  { platformId, days }: { readonly platformId: string; readonly days: readonly string[] },
): Promise<void> {
  const now = new Date()
  const { id } = await db
    .insertInto('video')
    .values({
      platform: 'youtube',
      platform_id: platformId,
      platform_channel_id: channelId,
      title: TITLE,
      fetched_at: now,
      asked_on: now.toISOString().slice(0, 10),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('tracking')
    .values({
      holder_id: client.userId ?? 0,
      video_id: id,
      created_at: now,
      advertised_on: DAYS[2] ?? null,
    })
    .execute()
  if (days.length > 0)
    await db
      .insertInto('video_statistics')
      .values(days.map((day) => ({ video_id: id, day, views: 5, fetched_at: now })))
      .execute()
}

test.describe('unknown figures', () => {
  test.use({ look: LOOKS.phoneRussian })

  test('are explained in words', async ({ page, texts, database, person, makeChannel }) => {
    const { statistics: words } = texts
    const [channel, elsewhere] = [await makeChannel(), await makeChannel()]
    await database.updateTable('channel').set({ platform_id: null }).where('id', '=', elsewhere.id).execute()
    await buy(person, channel)
    await buy(person, { ...elsewhere, channelId: String(elsewhere.id) })
    // Two videos with the same title; for the first nothing is known in any range, for the second no likes.
    const [own, other] = [`own-${channel.id}`, `other-${channel.id}`]
    await follow(database, person, channel, { platformId: own, days: [] })
    await follow(database, person, channel, { platformId: other, days: DAYS })
    await page.goto('/promotion')
    await page.getByRole('button', { name: elsewhere.channel_name }).click()
    await expect(page.getByText(words.notOnPlatform)).toBeVisible()
    await expect(page.getByLabel(words.videoName)).toHaveCount(0)

    // The one that was followed last stands first.
    await page
      .getByRole('button', { name: words.openChart(TITLE) })
      .last()
      .click()
    await expect(page.getByText(words.noPoints)).toBeVisible()
    await page.getByLabel(words.compare).selectOption(other)
    const chart = page.getByRole('img', { name: TITLE })
    await expect(chart).toBeVisible()
    await expect(page.getByText(words.table, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: words.csv })).toBeVisible()
    // The first and last day are written below it.
    for (const place of [0, -1])
      await expect(chart.locator('text').filter({ hasText: new RegExp(`^${dayAt(place)}`) })).toBeVisible()
    // Each day can be read by keys; the advertisement is marked.
    await expect(chart.getByText(words.advertisement)).toBeVisible()
    const days = page.getByRole('slider', { name: words.dayOfChart })
    await days.press('Home')
    await expect(days).toHaveAttribute('aria-valuetext', new RegExp(`^${dayAt(0)}.*: .*; 5$`))
    await days.press('ArrowRight')
    await expect(days).toHaveAttribute('aria-valuetext', new RegExp(`^${dayAt(1)}.*: .*; 5, 0$`))
    await checkScreen(page, 'a compared video alone')
    await page.getByLabel(words.counter).selectOption('likes')
    await expect(page.getByText(words.unknownText)).toBeVisible()
    await expect(chart).toHaveCount(0)
    await checkScreen(page, 'an unknown number')
    await checkNarrow(page, 'an unknown number')
  })
})

configuredTest.describe('a quota that is used up', () => {
  configuredTest.use({ look: LOOKS.phoneRussian, refusals: [503] })

  configuredTest(
    'is explained in words, with the time of its reset',
    async ({ page, texts, person, makeChannel }) => {
      const channel = await makeChannel()
      await buy(person, channel)
      await page.goto('/promotion')
      await lookUp(page, texts, channel, 'Обзор')
      const { quota } = texts.statistics.failures
      const [before = '', after = ''] = quota('|').split('|')
      const said = page.getByText(before.trim())
      await expect(said).toBeVisible()
      const text = (await said.textContent()) ?? ''
      expect(text.slice(0, before.length)).toBe(before)
      expect(text.slice(before.length, text.length - after.length)).toMatch(/^\d{1,2} [а-я]+\.?, \d\d:\d\d$/)
      await checkScreen(page, 'no quota')
      await checkNarrow(page, 'no quota')
    },
  )
})
