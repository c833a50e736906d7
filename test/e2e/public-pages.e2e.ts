import type { Page } from '@playwright/test'
import { FEATURES } from '#shared/rules/feedback.ts'
import type { Messages } from '#shared/i18n/en.ts'
import { waitForMails } from '#test/support/sign-up.ts'
import type { TestClient } from '#test/support/test-client.ts'
import { logIn } from './account-steps.ts'
import { checkScreen } from './check-screen.ts'
import { expect, test } from './fixtures.ts'
import { LOOKS } from './looks.ts'
import { follow } from './page-scripts.ts'
import { makeSponsor } from './product-database.ts'

const { phoneEnglish, phoneRussian, laptopEnglish } = LOOKS

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, look: laptopEnglish })

  test('the legal texts are shown, with the seller and how to object', async ({ page }) => {
    await page.goto('/ru/terms')
    const main = page.getByRole('main')
    await expect(main).toContainText('владелец этой пробной установки')
    await expect(main).not.toContainText('%')
    await main.getByRole('link', { name: 'укажите адрес' }).click()
    await expect(page).toHaveURL('/optout')
  })
})

test.describe('an address', () => {
  test.use({ look: laptopEnglish, refusals: [400, 404] })

  test('is removed for good by its owner’s link; its buyer is told why', async ({
    page,
    texts,
    server,
    person,
    popular,
  }) => {
    const { objections, purchases } = texts
    // The least popular one: other tests buy from the top, and need their contacts.
    const channel = (await popular('en')).at(-1)!
    const bought = await person.client.call('POST /getemail', { body: { channelId: channel.channelId } })
    const address = bought.body.data.email
    await page.goto('/optout')
    await page.getByRole('button', { name: objections.form.send }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(texts.fieldProblems.email_empty)
    await page.getByLabel(objections.form.address).fill(` ${address.toUpperCase()} `)
    await page.keyboard.press('Enter')
    await expect(page.getByText(objections.sent.text(address))).toBeVisible()
    await expect(page.getByRole('heading', { name: objections.sent.title })).toBeFocused()
    await page.getByRole('button', { name: objections.sent.another }).press('Enter')
    await expect(page.getByRole('heading', { name: objections.form.title })).toBeFocused()

    const [message] = await waitForMails(server, address, 1)
    const link = /\/optout\?token=\S+/.exec(message?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await expect(page).toHaveURL('/optout')
    await checkScreen(page, 'confirmation of an objection')
    await page.getByRole('button', { name: objections.confirm.button }).click()
    await expect(page.getByRole('heading', { name: objections.done.title })).toBeFocused()
    await page.goto('/purchases')
    await expect(page.getByRole('heading', { name: channel.channel_name })).toBeVisible()
    await expect(page.getByText(address)).toHaveCount(0)
    await objectToOthers(server, person.client)
    await page.reload()
    await expect(page.getByText(purchases.withheld.objection)).toBeVisible()
    await page.goto(`/search?q=${encodeURIComponent(channel.channel_name)}&view=table`)
    const row = page.locator(`[data-channel="${channel.channelId}"]`)
    await expect(row).toContainText(texts.search.noContactReasons.objection)

    await page.goto(link)
    await page.getByRole('button', { name: objections.confirm.button }).click()
    await expect(page.getByText(objections.dead)).toBeVisible()
    await expect(page.getByRole('heading', { name: objections.form.title })).toBeFocused()
  })
})

/** Channels may have several addresses: a purchase shows the best one that is left. */
async function objectToOthers(server: Parameters<typeof waitForMails>[0], client: TestClient): Promise<void> {
  for (;;) {
    const { body } = await client.call('GET /purchases', { query: {} })
    const address = body.data[0]?.email
    if (address == null) return
    await client.call('POST /optout', { body: { address } })
    const [message] = await waitForMails(server, address, 1)
    const token = /\/optout\?token=(\S+)/.exec(message?.text ?? '')?.[1] ?? ''
    await client.call('PUT /optout', { body: { token } })
  }
}

async function openBallot(page: Page, { feedback }: Messages): Promise<void> {
  await page.goto('/vote')
  await expect(page.getByRole('button', { name: feedback.vote.button })).toHaveCount(2)
}

test.describe('a sponsor', () => {
  test.use({ look: phoneRussian })

  test('votes once, sees the results, and is redirected to the start page', async ({
    page,
    texts,
    database,
    person,
  }) => {
    const { vote } = texts.feedback
    await makeSponsor(database, person)
    await page.clock.install()
    await openBallot(page, texts)
    await page.getByRole('button', { name: vote.buttonFor(vote.features[FEATURES[1]].name) }).click()
    await expect(page.getByText(vote.thanks)).toBeVisible()
    await expect(page.getByRole('button', { name: vote.yourVote })).toBeDisabled()
    await expect(page.getByRole('button', { name: vote.button })).toBeDisabled()
    await checkScreen(page, 'results of the vote')
    await page.clock.fastForward(5_000)
    await expect(page).toHaveURL('/')

    await page.goto('/vote')
    await expect(page.getByRole('button', { name: vote.yourVote })).toBeDisabled()
  })
})

test.describe('a vote', () => {
  test.use({ look: laptopEnglish, refusals: [409] })

  test('of one person is not shown to the next in the same tab, who returns to it from the login', async ({
    page,
    texts,
    database,
    makePerson,
    person,
  }) => {
    const { vote } = texts.feedback
    const next = await makePerson()
    await makeSponsor(database, person)
    await makeSponsor(database, next)
    const body = { featureName: FEATURES[0], user_id: person.client.userId ?? 0 }
    expect((await person.client.call('POST /vote', { body })).status).toBe(200)
    await page.goto('/vote')
    await expect(page.getByRole('button', { name: vote.yourVote })).toBeVisible()
    await page.getByRole('link', { name: texts.shell.profile, exact: true }).click()
    await page.getByRole('button', { name: texts.accounts.profile.logOut, exact: true }).click()
    await expect(page).toHaveURL('/search')
    // The address changes before the page does.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.search.headline)
    await follow(page, '/vote')
    await page.getByRole('link', { name: vote.sponsorLogIn }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: texts.status.authorization.logInTitle, exact: true })
      .click()
    await logIn(page, texts, next)
    await expect(page).toHaveURL('/vote')
    await expect(page.getByRole('button', { name: vote.button })).toHaveCount(2)
    await expect(page.getByRole('button', { name: vote.button }).first()).toBeEnabled()
    await expect(page.getByRole('button', { name: vote.yourVote })).toHaveCount(0)
  })

  test('waits until an earlier vote is known', async ({ page, texts, database, person }) => {
    const { feedback, common } = texts
    const { vote } = feedback
    await makeSponsor(database, person)
    const own = '**/api/vote'
    const held = Promise.withResolvers<void>()
    await page.route(own, async (route) => {
      await held.promise
      await route.abort('internetdisconnected')
    })
    await openBallot(page, texts)
    const buttons = page.getByRole('button', { name: vote.button })
    for (const button of await buttons.all()) await expect(button).toBeDisabled()
    held.resolve()
    const failure = page.getByRole('main').getByRole('alert')
    await expect(failure).toContainText(vote.unknown)
    for (const button of await buttons.all()) await expect(button).toBeDisabled()
    await page.unroute(own)
    await failure.getByRole('button', { name: common.retry }).click()
    await expect(buttons.first()).toBeEnabled()
    await expect(failure).toHaveCount(0)

    // Meanwhile the person votes elsewhere; the page shows the vote that counted.
    const body = { featureName: FEATURES[1], user_id: person.client.userId ?? 0 }
    expect((await person.client.call('POST /vote', { body })).status).toBe(200)
    await page.getByRole('button', { name: vote.buttonFor(vote.features[FEATURES[0]].name) }).click()
    await expect(page.getByText(vote.failed)).toBeVisible()
    await expect(page.getByRole('button', { name: vote.yourVote })).toBeDisabled()
    await expect(
      page.getByRole('button', { name: vote.buttonFor(vote.features[FEATURES[0]].name) }),
    ).toBeDisabled()
  })
})

test.describe('a review', () => {
  test.use({ look: phoneEnglish })

  test('is written in the profile by keyboard alone', async ({ page, texts, person }) => {
    const { review } = texts.feedback
    await page.goto('/profile')
    await expect(page.getByText(person.email)).toBeVisible()
    await page.getByText(review.open, { exact: true }).click()
    await page.getByRole('button', { name: review.send }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(review.markMissing)).toBeVisible()
    await page.getByRole('radio', { name: review.markOf('1') }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: review.markOf('3') })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Found three good channels.')
    await checkScreen(page, 'a review that is being written')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText(review.thanks)).toBeVisible()
  })
})

test('search engines learn of the public pages, and of nothing else', async ({ request, server }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const named = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
  expect(named.length).toBeGreaterThan(10)
  for (const url of named) {
    const page = await request.get(url)
    const html = await page.text()
    expect(page.status(), url).toBe(200)
    expect(html).not.toContain('<meta name="robots"')
    if (url.startsWith(`${server.baseUrl}/docs`)) {
      expect(page.headers()['link']).toContain(`<${url}>; rel="canonical"`)
      continue
    }
    expect(html).toContain(`<link rel="canonical" href="${url}"`)
    const picture = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(picture.startsWith(server.baseUrl)).toBe(true)
  }
  for (const [address, status] of [
    ['/profile', 200],
    ['/purchases', 200],
    ['/no-such-page', 404],
    ['/ru/no-such-page', 404],
  ] as const) {
    const page = await request.get(address)
    expect(page.status(), address).toBe(status)
    if (status === 404) expect(await page.text()).toContain('noindex')
  }
  for (const file of [
    '/robots.txt',
    '/manifest.webmanifest',
    '/favicon.svg',
    '/favicon.ico',
    '/offer.pdf',
    '/icon-180.png',
    '/share-ru.png',
  ])
    expect((await request.get(file)).status(), file).toBe(200)
})
