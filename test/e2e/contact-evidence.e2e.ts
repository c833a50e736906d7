import type { Db } from '#server/db/connect.ts'
import { channelPath } from '#shared/paths.ts'
import { formatShortDate, formatTimeSince } from '#web/kit/formats/format.ts'
import { checkNarrow, checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { holdAnswers } from './hold-answers.ts'
import { LOOKS } from './looks.ts'
import { misdirect } from './misdirect.ts'
import type { OwnChannel } from './product-database.ts'

const CALL = /\/api\/channels\/[^/]+\/evidence$/

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Lets a channel's contact have been bought by a number of people. @returns the ids of the reveals */
async function sell(db: Db, { id, contactId }: OwnChannel, buyers: number): Promise<readonly Reveal[]> {
  // Nobody has such numbers.
  const reveals = Array.from({ length: buyers }, (_, buyer) => ({
    holder_id: 1_000_000_000 + contactId * 100 + buyer,
    channel_id: id,
    contact_id: contactId,
    created_at: daysAgo(10),
  }))
  return db.insertInto('reveal').values(reveals).returning(['holder_id', 'id']).execute()
}

interface Reveal {
  readonly holder_id: number
  readonly id: number
}

for (const [device, look] of Object.entries({ phone: LOOKS.phoneRussian, laptop: LOOKS.laptopEnglish })) {
  test.describe(`what is known of a contact before it is bought: ${device}`, () => {
    test.use({ look, refusals: [404, 503] })

    test('stands under the button, on the card of a search and on the channel’s page', async ({
      page,
      texts,
      database,
      popular,
      makeChannel,
    }) => {
      const { evidence } = texts
      const [channel] = await popular(look.language)
      const lines = page.getByRole('main').locator(`dl[aria-label="${evidence.title}"]`)
      // The real answer, of the demo catalogue.
      await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}`)
      await expect(lines).toContainText(evidence.providers['own domain'])
      await expect(lines).not.toContainText('@')
      await expect(lines).toContainText(evidence.nothingSaid)

      // What a catalogue gathers in weeks.
      const own = await makeChannel()
      const address = own.address.replace(/@.*/, '@gmail.com')
      await database
        .insertInto('address')
        .values({ address, verification: 'valid', verified_at: daysAgo(3) })
        .execute()
      await database.updateTable('contact').set({ address }).where('id', '=', own.contactId).execute()
      await sell(database, own, 6)
      await page.goto(channelPath(own.channelId, own.channel_name))
      await expect(lines).toContainText('north-workshop.ru')
      await expect(lines).toContainText('Gmail')
      await expect(lines).toContainText(
        evidence.checks.ok(look.language === 'ru' ? '3 дня назад' : '3 days ago'),
      )
      await expect(lines).toContainText(evidence.revealed['6-20'])
      await checkScreen(page, `evidence, ${device}`)
      await checkNarrow(page, `evidence, ${device}`)
    })
  })
}

test.describe('what is known of a contact', () => {
  const look = LOOKS.phoneRussian
  test.use({ look, refusals: [404] })

  test('says plainly what speaks against it', async ({ page, texts, database, domain, makeChannel }) => {
    const { creators, evidence } = texts
    const own = await makeChannel()
    const [address, now] = [`info@${domain}`, new Date()]
    await database
      .insertInto('address')
      .values({
        address,
        verification: 'valid',
        verified_at: now,
        bounced_at: daysAgo(2),
        confirmed_at: daysAgo(7),
        refuses: ['gambling', 'loans'],
      })
      .execute()
    await database
      .updateTable('contact')
      .set({
        address,
        // The longest host that fits.
        source_url: 'https://a-very-long-name-of-a-page-with-many-words.example-of-a-host.org/about',
      })
      .where('id', '=', own.contactId)
      .execute()
    await database
      .insertInto('mail_domain')
      .values({
        domain,
        result: 'ok',
        detail: 'mx',
        provider: 'own domain',
        checked_at: now,
        asked_at: now,
      })
      .execute()
    const reports = (await sell(database, own, 2)).map(({ holder_id, id }) => ({
      holder_id,
      reveal_id: id,
      contact_id: own.contactId,
      kind: 'bounced',
      state: 'credited',
      reason: 'gone',
      reported_at: daysAgo(2),
      decided_at: daysAgo(2),
    }))
    await database.insertInto('bad_contact_report').values(reports).execute()
    await page.goto(channelPath(own.channelId, own.channel_name))
    const lines = page.getByRole('main').locator(`dl[aria-label="${evidence.title}"]`)
    await expect(lines).toContainText(evidence.role)
    const day = `${daysAgo(2).toISOString().slice(0, 10)}T00:00:00.000Z`
    const then = formatTimeSince(day, Date.now(), look.language)
    await expect(lines.getByRole('strong')).toHaveText([
      evidence.checks.returned(then),
      evidence.reports(2, '2'),
      `${evidence.confirmed(formatShortDate(daysAgo(7).toISOString(), look.language))}, ${evidence.refuses(
        [creators.subjects.names.gambling, creators.subjects.names.loans].join(', '),
      )}`,
    ])
    await checkScreen(page, 'what speaks against it')
    await checkNarrow(page, 'what speaks against it')
  })

  test('keeps its place while it loads, and fails quietly', async ({
    page,
    texts,
    database,
    popular,
    makeChannel,
  }) => {
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

    const own = await makeChannel()
    await database.deleteFrom('contact').where('id', '=', own.contactId).execute()
    await page.goto(channelPath(own.channelId, own.channel_name))
    await expect(page.getByText(evidence.none)).toBeVisible()
    await misdirect(page, CALL)
    await page.goto(channelPath(channel.channelId, channel.channel_name))
    await expect(page.getByText(evidence.failed)).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    await page.unroute(CALL)
    await page.getByRole('button', { name: common.retry }).click()
    await expect(page.locator(`dl[aria-label="${evidence.title}"]`)).toBeVisible()
  })
})

test('who flips through cards quickly asks only about the one that stays', async ({ page }) => {
  await page.clock.install()
  await page.goto('/search?language=en&sort=subscribers')
  const rows = page.locator('[data-channel]')
  await expect(rows.nth(5)).toBeVisible()
  await page.waitForResponse(CALL)
  const asked: string[] = []
  page.on('request', (request) => {
    if (CALL.test(request.url())) asked.push(request.url())
  })
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000)
  // Time passes only once a card is there, however long a busy machine takes to show it.
  for (let place = 1; place <= 4; place += 1) {
    const button = rows.nth(place).locator('button').first()
    const name = (await button.innerText()).trim()
    await button.dispatchEvent('click')
    await expect(page.getByRole('article', { name, exact: true })).toBeVisible()
    await page.clock.runFor(100)
  }
  await expect(async () => {
    await page.clock.runFor(300)
    expect(asked).toHaveLength(1)
  }).toPass({ timeout: 15_000 })
  await page.clock.runFor(1_500)
  expect(asked).toHaveLength(1)
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
    // A change that is taken back at once is no event for the page.
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false)
    await page.context().setOffline(false)
    await expect(page.locator(`dl[aria-label="${evidence.title}"]`)).toBeVisible()
  })
})
