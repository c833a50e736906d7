import type { Page } from '@playwright/test'
import type { DataOf } from '#shared/api/contract.ts'
import { channelPath } from '#shared/paths.ts'
import { formatShortDate } from '#web/kit/formats/format.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'

type Evidence = DataOf<'GET /channels/{channelId}/evidence'>

const CALL = /\/api\/channels\/[^/]+\/evidence$/

/** What a catalogue gathers in weeks, added to the server's real answers. */
async function add(page: Page, facts: Partial<Evidence>): Promise<void> {
  await page.route(CALL, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { readonly data: Evidence }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...facts } } })
  })
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const KNOWN: Partial<Evidence> = {
  sourceHost: 'north-workshop.ru',
  firstSeenAt: '2026-03-03T10:00:00.000Z',
  lastSeenAt: '2026-11-12T10:00:00.000Z',
  provider: 'gmail',
  maskedEmail: '\u2022\u2022\u2022@gmail.com',
  check: { result: 'ok', checkedAt: daysAgo(3) },
  revealed: '6-20',
}

for (const [device, look] of Object.entries({ phone: LOOKS.phoneRussian, laptop: LOOKS.laptopEnglish })) {
  test.describe(`what is known of a contact before it is bought: ${device}`, () => {
    test.use({ look, refusals: [404, 503] })

    test('stands under the button, on the card of a search and on the channel’s page', async ({
      page,
      texts,
      popular,
    }) => {
      const { evidence } = texts
      const [channel] = await popular(look.language)
      const lines = page.getByRole('main').locator(`dl[aria-label="${evidence.title}"]`)
      // The real answer, of the demo catalogue.
      await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
      await expect(lines).toContainText(evidence.providers['own domain'])
      await expect(lines).not.toContainText('@')
      await expect(lines).toContainText(evidence.nothingSaid)

      await add(page, KNOWN)
      await page.goto(channelPath(channel.channelId, channel.channel_name))
      await expect(lines).toContainText('north-workshop.ru')
      await expect(lines).toContainText('Gmail')
      await expect(lines).toContainText(
        evidence.checks.ok(look.language === 'ru' ? '3 дня назад' : '3 days ago'),
      )
      await expect(lines).toContainText(evidence.revealed['6-20'])
      await checkScreen(page, `evidence, ${device}`)
      await checkNarrow(page, `evidence, ${device}`)
    })

    test('says plainly what speaks against it', async ({ page, texts, popular }) => {
      const { creators, evidence } = texts
      const [channel] = await popular(look.language)
      await add(page, {
        ...KNOWN,
        provider: 'own domain',
        isRole: true,
        check: { result: 'bad', checkedAt: daysAgo(0) },
        reports90d: 2,
        creatorConfirmedAt: '2026-11-20T10:00:00.000Z',
        refuses: ['gambling', 'loans'],
      })
      await page.goto(channelPath(channel.channelId, channel.channel_name))
      const lines = page.getByRole('main').locator(`dl[aria-label="${evidence.title}"]`)
      await expect(lines).toContainText(evidence.role)
      const today = look.language === 'ru' ? 'сегодня' : 'today'
      await expect(lines.getByRole('strong')).toHaveText([
        evidence.checks.bad(today),
        evidence.reports(2, '2'),
        `${evidence.confirmed(formatShortDate('2026-11-20', look.language))}, ${evidence.refuses(
          [creators.subjects.names.gambling, creators.subjects.names.loans].join(', '),
        )}`,
      ])
      await checkScreen(page, `what speaks against it, ${device}`)
    })

    test('keeps its place while it loads, and fails quietly', async ({ page, texts, popular }) => {
      const { common, evidence } = texts
      const [channel] = await popular(look.language)
      const held = await holdAnswers(page, CALL)
      await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
      const place = page.locator('[aria-busy]', { has: page.locator('p') }).last()
      const asked = page.waitForRequest(CALL)
      await place.scrollIntoViewIfNeeded()
      await asked
      const below = page.getByRole('article').getByRole('link', { name: texts.reveals.about }).first()
      const before = await below.boundingBox()
      await held.release()
      await expect(page.locator(`dl[aria-label="${evidence.title}"]`)).toBeVisible()
      expect(await below.boundingBox()).toEqual(before)

      const answers = [
        { json: { success: true, data: { ...NOTHING }, error: null } },
        { status: 503, json: { success: false, data: null, error: { code: 'unavailable', message: '' } } },
      ]
      for (const [answer, text] of [
        [answers[0], evidence.none],
        [answers[1], evidence.failed],
      ] as const) {
        await page.route(CALL, (route) => route.fulfill(answer))
        await page.goto(channelPath(channel.channelId, channel.channel_name))
        await expect(page.getByText(text)).toBeVisible()
        await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
      }
      await page.unroute(CALL)
      await page.getByRole('button', { name: common.retry }).click()
      await expect(page.locator(`dl[aria-label="${evidence.title}"]`)).toBeVisible()
    })
  })
}

const NOTHING: Evidence = {
  hasContact: false,
  sourceKind: null,
  sourceHost: null,
  firstSeenAt: null,
  lastSeenAt: null,
  provider: null,
  isRole: false,
  check: null,
  creatorConfirmedAt: null,
  refuses: [],
  revealed: '0',
  reports90d: 0,
  maskedEmail: null,
}

test('who flips through cards quickly asks only about the one that stays', async ({ page, popular }) => {
  await popular('en')
  await page.goto('/search?language=en&sort=subscribers')
  const rows = page.locator('[data-channel]')
  await expect(rows.nth(5)).toBeVisible()
  await page.waitForResponse(CALL)
  const asked: string[] = []
  page.on('request', (request) => {
    if (CALL.test(request.url())) asked.push(request.url())
  })
  const names: (string | null)[] = []
  // Presses without waiting for what they lead to, as fast as a person could.
  for (let place = 1; place <= 4; place += 1) {
    names.push(await rows.nth(place).getAttribute('data-channel'))
    await rows.nth(place).locator('button').first().dispatchEvent('click')
  }
  await page.waitForTimeout(1500)
  expect(asked.length).toBeLessThanOrEqual(1)
})

test.describe('a person who is offline', () => {
  test.use({ complaints: [/ERR_/] })

  test('is told so, and sees it once the connection is back', async ({ page, texts, popular }) => {
    const { evidence } = texts
    const [channel] = await popular('en')
    await page.route(CALL, (route) => route.abort('internetdisconnected'))
    await page.goto(channelPath(channel.channelId, channel.channel_name))
    await expect(page.getByText(evidence.offline)).toBeVisible()
    await page.unroute(CALL)
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await expect(page.locator(`dl[aria-label="${evidence.title}"]`)).toBeVisible()
  })
})
